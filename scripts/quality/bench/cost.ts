import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { build } from '#scripts/build/build.ts';
import { readAssembly } from '#scripts/local-cloud/template/assembly.ts';
import type { TemporaryDatabase, RecordedCall } from '#scripts/testing/database.ts';
import { runWithEmptyDatabase } from '#scripts/testing/database.ts';
import {
  createRouteCaller,
  createStreamConsumer,
  createRepairBooking,
  createReturnBooking,
  sendProviderEvent,
} from '#scripts/testing/records.ts';
import { benchStore, createSignedInUser } from '#scripts/testing/signed-in-user.ts';
import { openStream } from '#scripts/testing/stream.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { limits } from '#shared/config/limits.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { Bench, Figure } from './figure.ts';
import { runWithRepairs } from './filled-database.ts';

/**
 * List prices of eu-central-1 (Frankfurt; CloudFront: Europe) in US dollars per million, without free tiers and volume
 * discounts, as of November 2026. Check them before relying on the sum: https://aws.amazon.com/pricing/
 */
const dollarsPerMillion = {
  'CloudFront: HTTPS request': 1.2,
  'CloudFront: function at the edge': 0.1,
  /** 0.085 per gigabyte. */
  'CloudFront: kilobyte sent': 0.085,
  'Firewall: request': 0.6,
  'API Gateway: request of an HTTP API': 1.2,
  'Lambda: invocation': 0.2,
  /** 0.0000133334 per gigabyte-second on arm64. */
  'Lambda: gigabyte-millisecond': 0.0133334,
  'DynamoDB: write unit, on demand': 0.7625,
  'DynamoDB: read unit, on demand': 0.1525,
  'EventBridge: custom event': 1,
  'SQS: request': 0.4,
  /** 0.63 per gigabyte. */
  'CloudWatch: kilobyte of logs': 0.63,
  'X-Ray: trace': 5,
} as const;

type Usage = Partial<Readonly<Record<keyof typeof dollarsPerMillion, number>>>;

export const toDollars = (...usages: readonly Usage[]): number => {
  const names = Object.keys(dollarsPerMillion) as (keyof typeof dollarsPerMillion)[];
  return (
    usages.reduce(
      (sum, usage) => names.reduce((subtotal, name) => subtotal + (usage[name] ?? 0) * dollarsPerMillion[name], sum),
      0,
    ) / 1e6
  );
};

/** Usage of a request for a static file. */
export const fileRequestUsage = {
  'CloudFront: HTTPS request': 1,
  'CloudFront: function at the edge': 1,
  'Firewall: request': 1,
} as const satisfies Usage;

/** Usage of an API request, including API Gateway's access log line. */
export const apiRequestUsage = {
  ...fileRequestUsage,
  'API Gateway: request of an HTTP API': 1,
  'CloudWatch: kilobyte of logs': 0.3,
} as const satisfies Usage;

export const toCallUsage = ({ operation, units }: Pick<RecordedCall, 'operation' | 'units'>): Usage =>
  /Put|Write|Update|Delete/.test(operation)
    ? { 'DynamoDB: write unit, on demand': units }
    : { 'DynamoDB: read unit, on demand': units };

/** Lambda function properties in the template. */
export const functionProperties = z.looseObject({
  /** Missing or a reference in functions that CDK adds. */
  Description: z.optional(z.string()),
  MemorySize: z._default(z.number(), 0),
  TracingConfig: z.optional(z.object({ Mode: z.string() })),
});

/**
 * Usage of an invocation. Assumes a duration of 50 ms including the AWS calls it waits for, and log lines of 1,000 bytes:
 * about 500 from the portal, and 150 and 350 from Lambda. Assumes that every invocation is traced, as Lambda traces the
 * first of each second and the portal rarely has more.
 */
export const toRunUsage = ({ MemorySize, TracingConfig }: z.output<typeof functionProperties>): Usage => ({
  'Lambda: invocation': 1,
  'Lambda: gigabyte-millisecond': (MemorySize / 1024) * 50,
  'CloudWatch: kilobyte of logs': 1,
  'X-Ray: trace': TracingConfig?.Mode === 'Active' ? 1 : 0,
});

// Descriptions look like “Retailer support portal, local: auth”. Functions that exist once per region share their code,
// so the region is removed.
const toFunctionName = (description = '') =>
  description.replace(/^.*?: /, '').replace(new RegExp(` of (${regionIds.join('|')})$`), '');

/** Synthesizes the app and returns the usage of one invocation by function name. */
const readRunUsage = async (say: (message: string) => void): Promise<(name: string) => Usage> => {
  const functions = readAssembly(await build(say))
    .flatMap(({ template }) => Object.values(template.Resources))
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .flatMap(({ Properties }) => functionProperties.safeParse(Properties).data ?? []);
  return (name) => {
    const properties = functions.find(({ Description }) => toFunctionName(Description) === name);
    if (!properties) throw new Error(`the template has no function “${name}”`);
    return toRunUsage(properties);
  };
};

/**
 * Counts the requests of a list or of the news bell on a page that stays open for some minutes; the refresh interval
 * doubles while nothing changes.
 */
const countRequests = (minutes: number, pauseSeconds: number, maxBackoff: number): number => {
  let requestCount = 1;
  let pause = pauseSeconds;
  for (let elapsed = pause; elapsed <= minutes * 60; elapsed += pause) {
    requestCount += 1;
    pause = Math.min(pause * 2, pauseSeconds * maxBackoff);
  }
  return requestCount;
};

/** Assumptions about how a store uses the portal per booking; no measurements exist. */
const usageAssumptions = {
  /** The page is loaded once, and its list stays open for this long. */
  listMinutes: 6,
  signIns: 0.1,
  /**
   * index.html and config.json are requested with each page load; the browser caches all other files until the next
   * release.
   */
  filesOfPage: 2,
  release: { files: 25, kilobytes: 500, perBooking: 0.02 },
} as const;

/** Descriptions of the functions that are invoked until the RMA number arrives. Under load the last three are batched and cost less. */
const asyncInvocations = ['changes of records', 'reports of the back office', 'changes of records'];

/** Processing of a record until its RMA number arrives: its usage, and how much of that the statistics take. */
type Processing = {
  readonly usages: readonly Usage[];
  readonly statistics: readonly Usage[];
  /** Write units of the statistics for each change of the record. */
  readonly writesPerChange: number;
};

/** Changes of a record until its RMA number arrives: the booking and the number itself. */
const changesUntilRma = 2;

/** Books a record and processes it until its RMA number arrives. Measures everything except the requests. */
const measureProcessing = async (
  { db, client, endpoint, recordCalls }: TemporaryDatabase,
  kind: 'repair' | 'return',
  { id, storeRefNo }: { readonly id: string; readonly storeRefNo: string },
  book: () => Promise<unknown>,
): Promise<Processing> => {
  let eventCount = 0;
  const handleChanges = createStreamConsumer(
    db,
    async ({ length }) => ((eventCount += length), { publishedCount: length }),
  );
  const stream = openStream(client, endpoint, `${kind}s`);
  const calls = await recordCalls(async () => {
    await book();
    await stream.deliver(1, handleChanges);
    const detail = { storeId: benchStore.storeId, storeRefNo, id, kind, rma: 'UK50000001' };
    const eventResult = await sendProviderEvent(db, { type: 'RmaAssigned', detail });
    await stream.deliver(1, handleChanges);
    if (eventResult !== 'entered' || eventCount !== 1)
      throw new Error(`The RMA number: ${eventResult}, ${eventCount} events published`);
  });
  // The provider event is a custom event, too; SQS requests are the bus's send and Lambda's receive and delete.
  const events = { 'EventBridge: custom event': 1 + eventCount, 'SQS: request': 3 };
  const statisticsWrites = calls.filter(({ table }) => table === 'statistics');
  // In this measurement, only the statistics query a table of records.
  const statisticsReads = calls.filter(({ operation, table }) => operation === 'Query' && table === `${kind}s`);
  return {
    usages: [...calls.map(toCallUsage), events],
    statistics: [...statisticsWrites, ...statisticsReads].map(toCallUsage),
    writesPerChange: statisticsWrites.reduce((sum, { units }) => sum + units, 0) / changesUntilRma,
  };
};

type BookingCost = { readonly dollars: number; readonly statisticsDollars: number; readonly writesPerChange: number };

const toBookingCost = (requests: readonly Usage[], processing: Processing, runs: readonly Usage[]): BookingCost => ({
  dollars: toDollars(...requests, ...processing.usages, ...runs),
  statisticsDollars: toDollars(...processing.statistics),
  writesPerChange: processing.writesPerChange,
});

/** Measures a booking of a repair, with the lookup of the serial number when its field loses focus. */
const measureRepairBooking = async (
  database: TemporaryDatabase,
  getRunUsage: (name: string) => Usage,
): Promise<BookingCost> => {
  const call = await createRouteCaller(database, createSignedInUser(new Date()));
  const booking = createRepairBooking('cost-1');
  const processing = await measureProcessing(database, 'repair', booking, async () => {
    await call(repairs.findDevice, { queryStringParameters: { serialNumber: booking.serialNumber } });
    await call(repairs.bookRepair, { body: booking });
  });
  const runs = ['repairs', 'repairs', ...asyncInvocations].map(getRunUsage);
  return toBookingCost([apiRequestUsage, apiRequestUsage], processing, runs);
};

const linesPerReturn = 50;

/** Maximum share of the statistics in the cost of a booking. */
const maxStatisticsShare = 0.15;

const measureReturnBooking = async (
  database: TemporaryDatabase,
  getRunUsage: (name: string) => Usage,
): Promise<BookingCost> => {
  const call = await createRouteCaller(database, createSignedInUser(new Date(), 'register-returns'));
  const booking = createReturnBooking('cost-1', new Date(), linesPerReturn);
  const processing = await measureProcessing(database, 'return', booking, () =>
    call(returns.bookReturn, { body: booking }),
  );
  return toBookingCost([apiRequestUsage], processing, ['returns', ...asyncInvocations].map(getRunUsage));
};

/** Returns the dollars of one request for the first page of a list. */
const measureListRequest = async (
  database: TemporaryDatabase,
  getRunUsage: (name: string) => Usage,
): Promise<number> => {
  const call = await createRouteCaller(database, createSignedInUser(new Date()));
  let response: unknown;
  const calls = await database.recordCalls(async () => {
    response = await call(repairs.listRepairs, { queryStringParameters: { limit: String(limits.page.default) } });
  });
  const responseSize = { 'CloudFront: kilobyte sent': gzipSync(JSON.stringify(response)).length / 1000 };
  return toDollars(apiRequestUsage, ...calls.map(toCallUsage), getRunUsage('repairs'), responseSize);
};

/** Returns the dollars per booking of loading the page, its news, and the session. */
const computePageAndSessionDollars = (getRunUsage: (name: string) => Usage): number => {
  const { listMinutes, signIns, filesOfPage, release } = usageAssumptions;
  const fileCount = filesOfPage + release.perBooking * release.files;
  // Counts one kilobyte for each of the page's own files.
  const kilobytes = filesOfPage + release.perBooking * release.kilobytes;
  const pageDollars =
    fileCount * toDollars(fileRequestUsage) + kilobytes * toDollars({ 'CloudFront: kilobyte sent': 1 });
  // Reads three rows: the user, the session, and the maintenance row.
  const sessionDollars = toDollars(
    apiRequestUsage,
    getRunUsage('auth'),
    toCallUsage({ operation: 'BatchGetItem', units: 3 }),
  );
  // Writes two units: the session row and its index entry.
  const renewalDollars = sessionDollars + toDollars(toCallUsage({ operation: 'UpdateItem', units: 2 }));
  // Reads the rows of the caller, the seen news, reports, deadlines and overdue RMA numbers.
  const newsRequestDollars = toDollars(
    apiRequestUsage,
    getRunUsage('stores'),
    toCallUsage({ operation: 'Query', units: 6 }),
  );
  const newsRequestCount = countRequests(listMinutes, limits.news.refreshSeconds, limits.news.maxPollingBackoff);
  const renewalCount = signIns + listMinutes / limits.session.accessTokenMinutes;
  return pageDollars + newsRequestCount * newsRequestDollars + sessionDollars + renewalCount * renewalDollars;
};

const toThousandFigure = (label: string, dollars: number, atMost: number): Figure => ({
  label: `A thousand ${label}`,
  value: 1000 * dollars,
  unit: '$',
  atMost,
});

export const cost: Bench = {
  description: 'what a thousand bookings cost at list prices',
  run: async ({ say }) => {
    const getRunUsage = await readRunUsage(say);
    const booking = await runWithEmptyDatabase((database) => measureRepairBooking(database, getRunUsage));
    const returnBooking = await runWithEmptyDatabase((database) => measureReturnBooking(database, getRunUsage));
    const listRequestDollars = await runWithRepairs(3 * (limits.page.default + 1), (database) =>
      measureListRequest(database, getRunUsage),
    );
    const listRequestCount = countRequests(
      usageAssumptions.listMinutes,
      limits.pendingRefreshSeconds,
      limits.maxPollingBackoff,
    );
    const totalDollars =
      booking.dollars + listRequestCount * listRequestDollars + computePageAndSessionDollars(getRunUsage);
    return [
      toThousandFigure('bookings of repairs', booking.dollars, 0.045),
      toThousandFigure(
        'of these bookings: their statistics, at most 15 %',
        booking.statisticsDollars,
        1000 * maxStatisticsShare * booking.dollars,
      ),
      {
        label: 'Write units of the statistics for each change',
        value: Math.max(booking.writesPerChange, returnBooking.writesPerChange),
        atMost: 1,
      },
      toThousandFigure(`bookings of returns of ${linesPerReturn} lines`, returnBooking.dollars, 0.14),
      toThousandFigure(
        `bookings of repairs, each with ${listRequestCount} list requests, pages and sessions`,
        totalDollars,
        0.09,
      ),
    ];
  },
};
