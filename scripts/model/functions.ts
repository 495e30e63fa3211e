import { unmarshall } from '@aws-sdk/util-dynamodb';
import { backOfficeHandler } from '#lambdas/back-office/handler.ts';
import { changesHandler } from '#lambdas/changes/handler.ts';
import type { PublishedEvent } from '#lambdas/changes/portal-event.ts';
import { searchStore } from '#lambdas/changes/store.ts';
import { serve } from '#lambdas/http/serve.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { searchIndex } from '#lambdas/records/search.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { requestTo, send } from '#lambdas/testing/request.ts';
import { eventSources } from '#shared/back-office/events.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { returns } from '#shared/routes/returns.ts';
import { repairHandlersOn } from '../bench/repairs-function.ts';
import { returnHandlersOn } from '../bench/returns-function.ts';
import { behindTheApi, benchStore, region, signedIn } from '../bench/signed-in.ts';
import type { Kind } from './kinds.ts';
import type { Entry, Name } from './model.ts';
import type { Fate } from './operation.ts';
import { under } from './operation.ts';
import type { Setting } from './setting.ts';

/** The one reference of the one store that a run is about, and the ids of its two bookings. */
export const storeRefNo = 'REF-1';
export const { storeId } = benchStore;
export const idOf: Readonly<Record<Name, string>> = {
  first: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  second: '1c1f1a52-9f8e-4a3c-8d59-3a1d5a6f1c22',
};

const identityOf = (name: Name) => ({ storeId, storeRefNo, id: idOf[name] });

/** The answer of a route, or the code of its error. */
type Answered = { readonly code: string } | { readonly body: Readonly<Record<string, unknown>> };

/** What gets in the way of a batch of changes: the search table's calls, how many events the bus takes, the answer. */
export type Weather = { readonly search: Fate; readonly events: number; readonly isAnswerLost: boolean };

export const fair: Weather = { search: 'done', events: Infinity, isAnswerLost: false };

/** The functions on the emulated DynamoDB, put together as each index.ts does. `at` is the instant of so many seconds of the run. */
export const openFunctions = ({ db, streams }: Setting, now: () => Date, at: (seconds: number) => Date) => {
  const behind = (role: Kind['role']) => {
    const { tokens, cookies, user, session } = signedIn(now(), role);
    // Nobody comes near a day's limits.
    const countForDay = async () => {};
    return { cookies, collaborators: { ...behindTheApi(tokens, async () => ({ user, session })), countForDay, now } };
  };
  const [ofRepairs, ofReturns] = [behind('register-repairs'), behind('register-returns')];
  const handlers = {
    repairs: serve(repairs, repairHandlersOn(db), ofRepairs.collaborators),
    returns: serve(returns, returnHandlersOn(db), ofReturns.collaborators),
  };
  const cookies = { repairs: ofRepairs.cookies, returns: ofReturns.cookies };

  /** Calls a route; `input` is its query or its body. */
  const call = async ({ name, routes }: Kind, does: keyof Kind['routes'], input: object): Promise<Answered> => {
    const route = routes[does];
    const { statusCode, json } = await send(
      handlers[name],
      requestTo(route, {
        cookies: [...cookies[name]],
        ...(route.method === 'GET' ? { queryStringParameters: input as Record<string, string> } : { body: input }),
      }),
    );
    if (json.error) return { code: json.error.code };
    if (statusCode !== route.status) throw new Error(`${does} answered ${statusCode}`);
    return { body: json };
  };

  /** Hands over a report: “entered”, or why not. */
  const report = async ({ event }: Kind, name: Name, entry: Entry): Promise<string> => {
    let reason = 'ServiceUnavailable';
    const work = backOfficeHandler({
      records: {
        repairs: recordsStore(db, 'repairs', repairKind),
        returns: recordsStore(db, 'returns', returnKind),
      },
      // Reports say when something happened, which the run mixes with what stores do: none is from the future.
      now: () => at(24 * 3600),
      log: (_, __, fields) => (reason = fields?.code ?? reason),
    });
    const said =
      entry.rma === undefined
        ? { type: 'RepairStatusChanged', status: entry.what }
        : { type: 'RmaAssigned', rma: entry.rma, kind: event.toLowerCase() };
    const { type, ...fields } = said;
    const detail = {
      version: 1,
      region,
      ...identityOf(name),
      eventId: entry.event,
      occurredAt: at(entry.at).toISOString(),
      ...fields,
    };
    const body = JSON.stringify({ source: eventSources.provider, 'detail-type': type, detail });
    const { batchItemFailures } = await work({ Records: [{ messageId: 'message-1', body }] });
    return batchItemFailures.length === 0 ? 'entered' : reason;
  };

  /** Hands out changes, at most so many, and tells the events that got through; whether any changes are left. */
  const deliver = async (
    { name }: Kind,
    most: number,
    { search, events, isAnswerLost }: Weather,
    tell: (event: PublishedEvent) => void,
  ): Promise<boolean> => {
    const changed = changesHandler({
      search: { ...searchStore(db, 'search', async () => {}), ...searchIndex(db, 'search') },
      bus: {
        publish: async (published) => {
          const there = Math.min(events, published.length);
          published.slice(0, there).forEach(tell);
          return { there, ...(there < published.length && { refused: 'for now' }) };
        },
      },
      lost: { put: () => Promise.reject(new Error('a change was put aside')) },
      plain: (image) => unmarshall(image as Parameters<typeof unmarshall>[0]),
      log: () => {},
    });
    return streams[name].deliver(most, (batch) => under(search, () => changed(batch)), isAnswerLost);
  };

  return { call, identityOf, report, deliver };
};

export type Functions = ReturnType<typeof openFunctions>;
