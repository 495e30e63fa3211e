import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createProviderEventsHandler } from '#lambdas/functions/provider-events/handler.ts';
import { createRecordStreamHandler } from '#lambdas/functions/record-stream/handler.ts';
import { createSearchStore } from '#lambdas/functions/record-stream/search-store.ts';
import { createRepairHandlers } from '#lambdas/functions/repairs/repair-handlers.ts';
import { createRepairsStore } from '#lambdas/functions/repairs/repairs-store.ts';
import { createReturnHandlers } from '#lambdas/functions/returns/return-handlers.ts';
import { createReturnsStore } from '#lambdas/functions/returns/returns-store.ts';
import { createCallerRowsReader } from '#lambdas/lib/http/caller.ts';
import { createDailyCounter } from '#lambdas/lib/http/daily-limits.ts';
import { serve } from '#lambdas/lib/http/serve.ts';
import { createDeviceHistory, createRecordsReader } from '#lambdas/lib/records/device-history.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnHit, returnKind } from '#lambdas/lib/records/return.ts';
import { createRecordSearchIndex, createSearchIndex } from '#lambdas/lib/records/search.ts';
import { createStatisticsWriter } from '#lambdas/lib/statistics/statistics-writer.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { toAcceptedLines, buildGoodLines } from '#lambdas/testing/files/lines.ts';
import { buildRequest, send } from '#lambdas/testing/request.ts';
import type { Route } from '#shared/api/route.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { eventSources } from '#shared/back-office/provider-events.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { RepairBooking } from '#shared/testing/repair.ts';
import { buildRepairBooking, buildRepairContent } from '#shared/testing/repair.ts';
import type { ReturnBooking } from '#shared/testing/return.ts';
import { buildReturnBooking, buildReturnLine } from '#shared/testing/return.ts';
import type { TemporaryDatabase } from './database.ts';
import type { SignedInUser } from './signed-in-user.ts';
import { buildApiDependencies, benchRegion, benchSettings } from './signed-in-user.ts';

type Collaborators = Parameters<typeof serve<typeof repairs>>[2] & Parameters<typeof serve<typeof returns>>[2];
type RequestInput = Parameters<typeof buildRequest>[1];

/**
 * Builds the functions of repairs and returns on a database, like their index.ts. Returns a function that sends a
 * request as a signed-in user.
 */
export const createRecordFunctions = (db: DynamoDBDocumentClient, collaborators: Collaborators) => {
  const search = createRecordSearchIndex(db, 'search');
  const stores = createStoresStore(db, 'stores');
  const repairRouteHandlers = createRepairHandlers({
    repairs: createRepairsStore(db, 'repairs', 'attempts'),
    search,
    devices: createDeviceHistory(search, createRecordsReader(db, { repairs: 'repairs', returns: 'returns' })),
    stores,
    settings: benchSettings,
  });
  const returnRouteHandlers = createReturnHandlers({
    returns: createReturnsStore(db, 'returns', 'attempts'),
    search: createSearchIndex(db, 'search', (item) => returnHit.parse(item)),
    stores,
  });
  const serveRepairs = serve(repairs, repairRouteHandlers, collaborators);
  const serveReturns = serve(returns, returnRouteHandlers, collaborators);
  return (route: Route, { cookies }: Pick<SignedInUser, 'cookies'>, input: RequestInput) =>
    send(
      Object.values<Route>(repairs).includes(route) ? serveRepairs : serveReturns,
      buildRequest(route, { cookies: [...cookies], ...input }),
    );
};

/**
 * Creates the row and the session of a signed-in user. Returns a function that calls a route as the user, and throws if
 * the response does not have the route's success status.
 */
export const createRouteCaller = async ({ db }: Pick<TemporaryDatabase, 'db'>, caller: SignedInUser) => {
  await db.send(new PutCommand({ TableName: 'users', Item: caller.user }));
  await db.send(new PutCommand({ TableName: 'sessions', Item: caller.session }));
  const functions = createRecordFunctions(db, {
    ...buildApiDependencies(caller.tokenVerifier, createCallerRowsReader(db, { users: 'users', sessions: 'sessions' })),
    countForDay: createDailyCounter(db, 'attempts'),
  });
  return async (route: Route, input: RequestInput): Promise<Record<string, unknown>> => {
    const { statusCode, json } = await functions(route, caller, input);
    if (statusCode !== route.status)
      throw new Error(`${route.path} answered ${statusCode} ${JSON.stringify(json).slice(0, 1000)}`);
    return json;
  };
};

type Publish = Parameters<typeof createRecordStreamHandler>[0]['bus']['publish'];

/** Creates the consumer of the record stream, which updates the search table and the statistics, and publishes events. */
export const createStreamConsumer = (db: DynamoDBDocumentClient, publish: Publish) =>
  createRecordStreamHandler({
    search: { ...createSearchStore(db, 'search', async () => {}), ...createRecordSearchIndex(db, 'search') },
    statistics: createStatisticsWriter(db, { repairs: 'repairs', returns: 'returns', statistics: 'statistics' }),
    bus: { publish },
    deadLetters: { put: () => Promise.reject(new Error('unexpected dead letter')) },
    log: () => {},
  });

type ProviderEventInput = {
  readonly type: 'RmaAssigned' | 'RepairStatusChanged';
  readonly detail: Readonly<Record<string, unknown>>;
  readonly now?: () => Date;
};

/** Delivers a provider event; returns 'entered', or the reason why it was rejected. */
export const sendProviderEvent = async (
  db: DynamoDBDocumentClient,
  { type, detail, now = () => new Date() }: ProviderEventInput,
) => {
  let reason = 'ServiceUnavailable';
  const handle = createProviderEventsHandler({
    records: {
      repairs: createRecordsStore(db, 'repairs', repairKind),
      returns: createRecordsStore(db, 'returns', returnKind),
    },
    now,
    log: (_, __, fields) => (reason = fields?.code ?? reason),
  });
  const body = JSON.stringify({
    source: eventSources.provider,
    'detail-type': type,
    detail: { version: 1, region: benchRegion, eventId: randomUUID(), occurredAt: new Date().toISOString(), ...detail },
  });
  const { batchItemFailures } = await handle({ Records: [{ messageId: 'message-1', body }] });
  return batchItemFailures.length === 0 ? 'entered' : reason;
};

/** Content of a typical repair, with an accessory and a description. */
export const typicalRepairContent = buildRepairContent({
  product: 'switch-oled',
  accessories: ['dock-switch'],
  detailedDescription: 'The picture flickers after a few minutes.',
});

/** Builds the booking of a repair with this reference. */
export const createRepairBooking = (storeRefNo: string): RepairBooking =>
  buildRepairBooking({ ...typicalRepairContent, id: randomUUID(), storeRefNo });

/** Number of consecutive lines with the same product, as when a store returns unsold goods. */
const piecesPerProduct = 10;

/** Builds the booking of a return with this reference and, by default, the maximum number of lines. */
export const createReturnBooking = (
  storeRefNo: string,
  now: Date,
  count: number = returnLimits.lines,
): ReturnBooking => {
  const today = toCalendarDate(now, regions[benchRegion].timeZone);
  const dates = { purchaseDate: addDays(today, -10), returnDate: today };
  const accepted = toAcceptedLines(buildGoodLines(count));
  const lines = accepted.map(({ serialNumber }, index) => {
    const { product = '', ean = '', productDescription = '' } = accepted[Math.floor(index / piecesPerProduct)] ?? {};
    return buildReturnLine({ product, ean, productDescription, serialNumber, ...dates });
  });
  return buildReturnBooking({ id: randomUUID(), storeRefNo, lines });
};
