import { changesOn, recordFunctions, report } from '../testing/records.ts';
import { behindTheApi, benchStore, signedIn } from '../testing/signed-in.ts';
import type { Kind } from './kinds.ts';
import type { Fate } from './lanes.ts';
import { under } from './lanes.ts';
import type { Entry, Name } from './model.ts';
import type { Setting } from './setting.ts';

/** The one reference of the one store that a run is about, and the ids of its two bookings. */
export const storeRefNo = 'REF-1';
export const { storeId } = benchStore;
export const idOf: Readonly<Record<Name, string>> = {
  first: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  second: '1c1f1a52-9f8e-4a3c-8d59-3a1d5a6f1c22',
};

export const identityOf = (name: Name) => ({ storeId, storeRefNo, id: idOf[name] });

/** The answer of a route, or the code of its error. */
type Answered = { readonly code: string } | { readonly body: Readonly<Record<string, unknown>> };

/** What gets in the way of a batch of changes: the search table's calls, how many events the bus takes, the answer. */
export type Conditions = { readonly search: Fate; readonly events: number; readonly isAnswerLost: boolean };

export const fair: Conditions = { search: 'done', events: Infinity, isAnswerLost: false };

type PublishedEvent = Parameters<Parameters<typeof changesOn>[1]>[0][number];

/** The functions on the emulated DynamoDB. `at` is the instant of so many seconds of the run. */
export const openFunctions = ({ db, streams }: Setting, now: () => Date, at: (seconds: number) => Date) => {
  const openFor = (role: Kind['role']) => {
    const caller = signedIn(now(), role);
    const { user, session } = caller;
    // Nobody comes near a day's limits.
    const countForDay = async () => {};
    const behind = { ...behindTheApi(caller.tokens, async () => ({ user, session })), countForDay, now };
    return { caller, functions: recordFunctions(db, behind) };
  };
  const opened = { repairs: openFor('register-repairs'), returns: openFor('register-returns') };

  return {
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
