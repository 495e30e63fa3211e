import { setTimeout as wait } from 'node:timers/promises';
import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { createRepairBooking } from '#scripts/testing/records.ts';
import { isErrorCode } from '#shared/api/errors.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { Figure } from '../bench/figure.ts';
import { exactFigure, zeroFigure } from '../bench/figure.ts';
import type { Environment, StoredData } from './environment.ts';

export type Outcome = {
  /** 0 if no readable response arrived. */
  readonly status: number;
  readonly code: string | undefined;
  readonly ms: number;
};

/** Maximum response time before shop staff consider the page broken. */
const maxResponseMs = 10_000;
/** Timeout of a request: a response is no longer expected after this. */
const abandonAfterMs = 40_000;

export const measureOutcome = async (sendRequest: () => Promise<Omit<Outcome, 'ms'>>): Promise<Outcome> => {
  const startedAt = performance.now();
  const noResponse = { status: 0, code: undefined };
  const timer = new AbortController();
  const timeout = wait(abandonAfterMs, noResponse, { signal: timer.signal }).catch(() => noResponse);
  const { status, code } = await Promise.race([sendRequest().catch(() => noResponse), timeout]);
  timer.abort();
  return { status, code, ms: performance.now() - startedAt };
};

export const isSuccess = ({ status }: Outcome): boolean => status >= 200 && status < 300;

/**
 * Checks whether a response carries no error code that the page can explain: an API Gateway error, an internal error,
 * or no response at all.
 */
const isUnexplained = (outcome: Outcome): boolean =>
  !isSuccess(outcome) &&
  (outcome.code === undefined || !isErrorCode(outcome.code) || outcome.code === 'InternalServerError');

export type Work = () => Promise<Outcome>;

/**
 * Repeats a request after a lost response or a known 5xx error, until it succeeds, is rejected for good, or fails with
 * an unknown error.
 */
export const retryUntilAnswered = async (work: Work, maxAttempts = 16): Promise<Outcome> => {
  for (let tries = 1; ; tries += 1) {
    const outcome = await work();
    const isRetryable = outcome.status === 0 || (outcome.status >= 500 && !isUnexplained(outcome));
    if (!isRetryable || tries === maxAttempts) return outcome;
    await wait(50);
  }
};

export const successFigure = (label: string, outcomes: readonly Outcome[], atLeast = 99.5): Figure => ({
  what: `${label}: done, of ${outcomes.length.toLocaleString('en-GB')}`,
  value: outcomes.length === 0 ? 100 : (100 * outcomes.filter(isSuccess).length) / outcomes.length,
  unit: '%',
  atLeast,
});

export const clearErrorsFigure = (label: string, outcomes: readonly Outcome[]): Figure =>
  zeroFigure(`${label}: rejected without one of the catalogue's codes`, outcomes.filter(isUnexplained).length);

/** Figures: every failure carries a known error code, and no request exceeds the maximum response time. */
export const errorAndTimeFigures = (label: string, outcomes: readonly Outcome[]): Figure[] => [
  clearErrorsFigure(label, outcomes),
  {
    what: `${label}: longest`,
    value: Math.max(0, ...outcomes.map(({ ms }) => ms)) / 1000,
    unit: 's',
    atMost: maxResponseMs / 1000,
  },
];

export const waitUntilEmpty = async <Item>(
  findRemaining: () => Promise<Item[]> | Item[],
  withinMs: number,
): Promise<Item[]> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const items = await findRemaining();
    if (items.length === 0 || Date.now() > deadline) return items;
    await wait(200);
  }
};

/** Twice the number of local processes per function; more would only wait for a process. */
const defaultConcurrency = 8;

export const repeatConcurrently = <Result>(
  count: number,
  work: () => Promise<Result>,
  most = defaultConcurrency,
): Promise<Result[]> =>
  mapConcurrently(
    most,
    Array.from({ length: count }, () => undefined),
    work,
  );

let referenceCount = 0;

/** Creates a booking, by default under a new reference. */
export const createBooking = (storeRefNo = `FAULT-${Date.now()}-${(referenceCount += 1)}`) =>
  createRepairBooking(storeRefNo);
type Booking = ReturnType<typeof createBooking>;

export const sendBooking = (browser: Browser, body: Booking): Promise<Outcome> =>
  measureOutcome(() => browser.send(routes.repairs.bookRepair, 'nuk', { body }));

export const sendListRequest = (browser: Browser): Promise<Outcome> =>
  measureOutcome(() => browser.send(routes.repairs.listRepairs, 'nuk', { query: { limit: '25' } }));

const eventTimeoutMs = 120_000;

/** Figures: each acknowledged booking is stored once as it was sent, an event of it is published, and the statistics count it. */
export const lossFigures = async (
  { stored, told }: Pick<Environment, 'stored' | 'told'>,
  bookings: readonly Booking[],
): Promise<Figure[]> => {
  const toKey = ({ id, storeRefNo }: { readonly id: string; readonly storeRefNo: string }) => `${id} ${storeRefNo}`;
  const keys = new Set((await stored.repairs()).map(toKey));
  const storedCount = bookings.filter((booking) => keys.has(toKey(booking))).length;
  const unpublished = await waitUntilEmpty(() => bookings.filter(({ id }) => !told.has(id)), eventTimeoutMs);
  // The provider's answers to the last events are still being counted.
  const differences = await waitUntilEmpty(() => stored.findDifferences(), eventTimeoutMs);
  for (const difference of differences) console.error(difference);
  return [
    exactFigure('Acknowledged bookings that are stored', storedCount, bookings.length),
    zeroFigure('Stored twice', (await stored.numbersOf(bookings)).length - storedCount),
    zeroFigure('Stored, but never told to the provider', unpublished.length),
    zeroFigure('Months of stores with other counts than their records', differences.length),
  ];
};

/** Figures: every repair gets exactly one RMA number in time. Also returns the seconds that took. */
export const waitForRmaNumbers = async (stored: StoredData, bookings: readonly Booking[], withinMs: number) => {
  const startedAt = performance.now();
  const unnumbered = await waitUntilEmpty(
    async () => (await stored.numbersOf(bookings)).filter((count) => count === 0),
    withinMs,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const several = (await stored.numbersOf(bookings)).filter((count) => count > 1);
  const figures = [
    zeroFigure('Without an RMA number', unnumbered.length),
    zeroFigure('With more than one', several.length),
  ];
  return { figures, seconds };
};

export const createLedger = (setting: Pick<Environment, 'stored' | 'told'>, browser: Browser) => {
  const entries: { readonly body: Booking; outcome: Outcome }[] = [];
  const bookingsWhere = (isAcknowledged: boolean) =>
    entries.filter(({ outcome }) => isSuccess(outcome) === isAcknowledged).map(({ body }) => body);
  const addEntry = async (body: Booking, outcome: Outcome) => {
    entries.push({ body, outcome });
    return outcome;
  };
  return {
    book: async () => {
      const body = createBooking();
      return addEntry(body, await sendBooking(browser, body));
    },
    /** Sends the same booking, with the same id, until it is acknowledged or rejected for good. */
    bookUntilAnswered: async () => {
      const body = createBooking();
      return addEntry(body, await retryUntilAnswered(() => sendBooking(browser, body)));
    },
    resend: async (): Promise<Figure> => {
      const failedEntries = entries.filter(({ outcome }) => !isSuccess(outcome));
      await mapConcurrently(defaultConcurrency, failedEntries, async (entry) => {
        entry.outcome = await retryUntilAnswered(() => sendBooking(browser, entry.body));
      });
      return zeroFigure(
        'Sent again afterwards, and not acknowledged',
        failedEntries.filter(({ outcome }) => !isSuccess(outcome)).length,
      );
    },
    acknowledged: () => bookingsWhere(true),
    rejected: () => bookingsWhere(false),
    /** Figures: every booking is stored and published, and no retry is rejected as a duplicate of its own booking. */
    checkGuarantees: async (): Promise<Figure[]> => [
      zeroFigure('False "already exists"', entries.filter(({ outcome }) => outcome.status === 409).length),
      ...(await lossFigures(setting, bookingsWhere(true))),
    ],
  };
};
