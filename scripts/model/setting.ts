import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '#lambdas/aws/concurrency.ts';
import { tables } from '#shared/tables.ts';
import { scanAll } from '../records/scan.ts';
import { temporaryDatabase } from '../testing/database.ts';
import { changesOn, recordFunctions, report } from '../testing/records.ts';
import { behindTheApi, benchStore, signedIn } from '../testing/signed-in.ts';
import { openStream } from '../testing/stream.ts';
import type { Kind } from './kinds.ts';
import type { Fate } from './lanes.ts';
import { under, underFates } from './lanes.ts';
import type { Entry, Name } from './model.ts';

const used = ['repairs', 'returns', 'search', 'attempts'] as const;
type Used = (typeof used)[number];

const mostWrites = 25;

/** The emulated DynamoDB with the tables and streams of records. Its document client is the functions' own but for where it asks, and whom its calls wait for. */
export const openSetting = async () => {
  // What becomes of a call is said by its fate.
  const { client, endpoint, db, stop } = await temporaryDatabase(used, { hasStreams: true, maxAttempts: 1 });
  underFates(client);
  const streams = {
    repairs: openStream(client, endpoint, 'repairs'),
    returns: openStream(client, endpoint, 'returns'),
  };

  const itemsOf = (table: Used) => scanAll(db, table);

  const emptyTable = async (table: Used): Promise<void> => {
    const names = Object.values(tables[table].key);
    const requests = (await itemsOf(table)).map((item) => ({
      DeleteRequest: { Key: Object.fromEntries(names.map((name) => [name, item[name]])) },
    }));
    for (const chunk of chunksOf(requests, mostWrites))
      await db.send(new BatchWriteCommand({ RequestItems: { [table]: chunk } }));
  };

  return {
    db,
    streams,
    itemsOf,
    empty: async (): Promise<void> => {
      for (const table of used) await emptyTable(table);
      for (const heard of Object.values(streams)) await heard.skip();
    },
    close: stop,
  };
};

export type Setting = Awaited<ReturnType<typeof openSetting>>;

/** The one reference of the one store that a run is about, and the ids of its two bookings. */
export const storeRefNo = 'REF-1';
export const { storeId } = benchStore;
export const idOf: Readonly<Record<Name, string>> = {
  first: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  second: '1c1f1a52-9f8e-4a3c-8d59-3a1d5a6f1c22',
};

export const identityOf = (name: Name) => ({ storeId, storeRefNo, id: idOf[name] });

type Answered = { readonly code: string } | { readonly body: Readonly<Record<string, unknown>> };

/** What gets in the way of a batch of changes: the search table's calls, how many events the bus takes, the answer. */
export type Conditions = { readonly search: Fate; readonly events: number; readonly isAnswerLost: boolean };

export const fair: Conditions = { search: 'done', events: Infinity, isAnswerLost: false };

type PublishedEvent = Parameters<Parameters<typeof changesOn>[1]>[0][number];

/** The functions on the emulated DynamoDB, with a clock that counts the seconds of a run. */
export const openFunctions = ({ db, streams }: Setting) => {
  const began = Date.now();
  const clock = { seconds: 0 };
  const at = (seconds: number) => new Date(began + seconds * 1000);
  const now = () => at(clock.seconds);
  const openFor = (name: Kind['name']) => {
    const caller = signedIn(now(), `register-${name}`);
    const { user, session } = caller;
    // Nobody comes near a day's limits.
    const countForDay = async () => {};
    const behind = { ...behindTheApi(caller.tokens, async () => ({ user, session })), countForDay, now };
    return { caller, functions: recordFunctions(db, behind) };
  };
  const opened = { repairs: openFor('repairs'), returns: openFor('returns') };

  return {
    clock,
    secondsOf: (instant: string) => (Date.parse(instant) - began) / 1000,

    /** Calls a route; `input` is its query or its body. */
    call: async ({ name, routes }: Kind, does: keyof Kind['routes'], input: object): Promise<Answered> => {
      const route = routes[does];
      const { caller, functions } = opened[name];
      const asked =
        route.method === 'GET' ? { queryStringParameters: input as Record<string, string> } : { body: input };
      const { statusCode, json } = await functions(route, caller, asked);
      if (json.error) return { code: json.error.code };
      if (statusCode !== route.status) throw new Error(`${does} answered ${statusCode}`);
      return { body: json };
    },

    /** Hands over a report: “entered”, or why not. */
    report: ({ event }: Kind, name: Name, entry: Entry): Promise<string> => {
      const [type, said] =
        entry.rma === undefined
          ? (['RepairStatusChanged', { status: entry.what }] as const)
          : (['RmaAssigned', { rma: entry.rma, kind: event.toLowerCase() }] as const);
      const detail = { ...identityOf(name), eventId: entry.event, occurredAt: at(entry.at).toISOString(), ...said };
      // Reports say when something happened, which the run mixes with what stores do: none is from the future.
      return report(db, { type, detail, now: () => at(24 * 3600) });
    },

    /** Hands out changes, at most so many, and tells the events that got through; whether any changes are left. */
    deliver: (
      { name }: Kind,
      most: number,
      { search, events, isAnswerLost }: Conditions,
      tell: (event: PublishedEvent) => void,
    ): Promise<boolean> => {
      const changed = changesOn(db, async (published) => {
        const there = Math.min(events, published.length);
        published.slice(0, there).forEach(tell);
        return { there, ...(there < published.length && { refused: 'for now' }) };
      });
      return streams[name].deliver(most, (batch) => under(search, () => changed(batch)), isAnswerLost);
    },
  };
};

export type Functions = ReturnType<typeof openFunctions>;
