import { setTimeout as wait } from 'node:timers/promises';
import { mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { isErrorCode } from '#shared/errors.ts';
import { routes } from '#shared/routes/table.ts';
import type { Figure } from '../bench/figure.ts';
import { exactly, none } from '../bench/figure.ts';
import type { Browser } from '../testing/browser.ts';
import { newBooking } from '../testing/records.ts';
import type { Setting, Stored } from './setting.ts';

export type Outcome = {
  /** 0: no answer that one could read. */
  readonly status: number;
  readonly code: string | undefined;
  readonly ms: number;
};

/** After this somebody at a counter takes the page for dead. */
const longestMs = 10_000;
/** Far past it: what has not answered by then never will. */
const givenUpMs = 40_000;

export const outcomeOf = async (ask: () => Promise<Omit<Outcome, 'ms'>>): Promise<Outcome> => {
  const startedAt = performance.now();
  const nothing = { status: 0, code: undefined };
  const timer = new AbortController();
  const silence = wait(givenUpMs, nothing, { signal: timer.signal }).catch(() => nothing);
  const { status, code } = await Promise.race([ask().catch(() => nothing), silence]);
  timer.abort();
  return { status, code, ms: performance.now() - startedAt };
};

export const isDone = ({ status }: Outcome): boolean => status >= 200 && status < 300;

/** Whether an answer is none of those that a page can put into words: what the gateway says for a function that ended, or nothing at all. */
const isUnclear = (outcome: Outcome): boolean =>
  !isDone(outcome) &&
  (outcome.code === undefined || !isErrorCode(outcome.code) || outcome.code === 'InternalServerError');

export type Work = () => Promise<Outcome>;

/** Does the same again until it is done, refused for good, or answered in no words of ours; an answer that was lost comes again. */
export const untilAnswered = async (work: Work, most = 16): Promise<Outcome> => {
  for (let tries = 1; ; tries += 1) {
    const outcome = await work();
    const mayComeAgain = outcome.status === 0 || (outcome.status >= 500 && !isUnclear(outcome));
    if (!mayComeAgain || tries === most) return outcome;
    await wait(50);
  }
};

export const succeeded = (what: string, outcomes: readonly Outcome[], atLeast = 99.5): Figure => ({
  what: `${what}: done, of ${outcomes.length.toLocaleString('en-GB')}`,
  value: outcomes.length === 0 ? 100 : (100 * outcomes.filter(isDone).length) / outcomes.length,
  unit: '%',
  atLeast,
});

export const clear = (what: string, outcomes: readonly Outcome[]): Figure =>
  none(`${what}: refused without one of the catalogue's codes`, outcomes.filter(isUnclear).length);

/** That whatever failed says so clearly, and that nobody waits for ever. */
export const clearAndInTime = (what: string, outcomes: readonly Outcome[]): Figure[] => [
  clear(what, outcomes),
  {
    what: `${what}: longest`,
    value: Math.max(0, ...outcomes.map(({ ms }) => ms)) / 1000,
    unit: 's',
    atMost: longestMs / 1000,
  },
];

export const untilNone = async <Item>(left: () => Promise<Item[]> | Item[], withinMs: number): Promise<Item[]> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const items = await left();
    if (items.length === 0 || Date.now() > deadline) return items;
    await wait(200);
  }
};

/** Twice what functions of one kind do at once here; more would only wait for a process. */
const atOnce = 8;

export const times = <Result>(count: number, work: () => Promise<Result>, most = atOnce): Promise<Result[]> =>
  mapConcurrently(
    most,
    Array.from({ length: count }, () => undefined),
    work,
  );

let references = 0;

/** A booking as it is sent, and sent again: under a reference of its own, unless told otherwise. */
export const bookingOf = (storeRefNo = `FAULT-${Date.now()}-${(references += 1)}`) => newBooking(storeRefNo);
type Booking = ReturnType<typeof bookingOf>;

export const send = (browser: Browser, body: Booking): Promise<Outcome> =>
  outcomeOf(() => browser.send(routes.repairs.bookRepair, 'nuk', { body }));

export const list = (browser: Browser): Promise<Outcome> =>
  outcomeOf(() => browser.send(routes.repairs.listRepairs, 'nuk', { query: { limit: '25' } }));

const toldWithinMs = 120_000;

/** That what was acknowledged is stored once, as it was sent, and that the provider is told of everything that is stored. */
export const nothingLost = async (
  { stored, told }: Pick<Setting, 'stored' | 'told'>,
  wanted: readonly Booking[],
): Promise<Figure[]> => {
  const keyOf = ({ id, storeRefNo }: { readonly id: string; readonly storeRefNo: string }) => `${id} ${storeRefNo}`;
  const keys = new Set((await stored.repairs()).map(keyOf));
  const there = wanted.filter((one) => keys.has(keyOf(one))).length;
  const untold = await untilNone(() => wanted.filter(({ id }) => !told.has(id)), toldWithinMs);
  return [
    exactly('Acknowledged bookings that are stored', there, wanted.length),
    none('Stored twice', (await stored.numbersOf(wanted)).length - there),
    none('Stored, but never told to the provider', untold.length),
  ];
};

/** That every repair gets its RMA number within some time, and no second one; and how many seconds that took. */
export const numbered = async (stored: Stored, sent: readonly Booking[], withinMs: number) => {
  const beganAt = performance.now();
  const without = await untilNone(async () => (await stored.numbersOf(sent)).filter((count) => count === 0), withinMs);
  const seconds = (performance.now() - beganAt) / 1000;
  const several = (await stored.numbersOf(sent)).filter((count) => count > 1);
  const figures = [none('Without an RMA number', without.length), none('With more than one', several.length)];
  return { figures, seconds };
};

export const ledgerOf = (setting: Pick<Setting, 'stored' | 'told'>, browser: Browser) => {
  const entries: { readonly body: Booking; outcome: Outcome }[] = [];
  const bodies = (is: boolean) => entries.filter(({ outcome }) => isDone(outcome) === is).map(({ body }) => body);
  const enter = async (body: Booking, outcome: Outcome) => {
    entries.push({ body, outcome });
    return outcome;
  };
  return {
    book: async () => {
      const body = bookingOf();
      return enter(body, await send(browser, body));
    },
    /** Sends the same booking, with the same id, until it is acknowledged or refused for good. */
    bookUntilAnswered: async () => {
      const body = bookingOf();
      return enter(body, await untilAnswered(() => send(browser, body)));
    },
    resend: async (): Promise<Figure> => {
      const failed = entries.filter(({ outcome }) => !isDone(outcome));
      await mapConcurrently(atOnce, failed, async (entry) => {
        entry.outcome = await untilAnswered(() => send(browser, entry.body));
      });
      return none(
        'Sent again afterwards, and not acknowledged',
        failed.filter(({ outcome }) => !isDone(outcome)).length,
      );
    },
    acknowledged: () => bodies(true),
    refused: () => bodies(false),
    /** That nothing is lost, and nobody told that their own booking exists already. */
    held: async (): Promise<Figure[]> => [
      none('False "already exists"', entries.filter(({ outcome }) => outcome.status === 409).length),
      ...(await nothingLost(setting, bodies(true))),
    ],
  };
};
