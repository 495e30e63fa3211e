import { setTimeout as wait } from 'node:timers/promises';
import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { createRepairBooking } from '#scripts/testing/records.ts';
import { isErrorCode } from '#shared/api/errors.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { Figure } from '../bench/figure.ts';
import { createExactFigure, createZeroFigure } from '../bench/figure.ts';
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
  const missingResponse = { status: 0, code: undefined };
  const timer = new AbortController();
  const timeout = wait(abandonAfterMs, missingResponse, { signal: timer.signal }).catch(() => missingResponse);
  const { status, code } = await Promise.race([sendRequest().catch(() => missingResponse), timeout]);
  timer.abort();
  return { status, code, ms: performance.now() - startedAt };
};

export const isSuccess = ({ status }: Outcome): boolean => status >= 200 && status < 300;

/**
 * Returns true for failures without an error code that the page can explain: an API Gateway error, an internal error, or
 * no response at all.
 */
const isUnexplained = (outcome: Outcome): boolean =>
  !isSuccess(outcome) &&
  (outcome.code === undefined || !isErrorCode(outcome.code) || outcome.code === 'InternalServerError');

/** Request whose outcome is measured. */
export type Work = () => Promise<Outcome>;

/**
 * Repeats a request after a lost response or a known 5xx error, until it succeeds, is rejected for good, or fails with
 * an unknown error.
 */
export const retryUntilAnswered = async (work: Work, maxAttempts = 16): Promise<Outcome> => {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await work();
    const isRetryable = outcome.status === 0 || (outcome.status >= 500 && !isUnexplained(outcome));
    if (!isRetryable || attempt === maxAttempts) return outcome;
    await wait(50);
  }
};

export const createSuccessFigure = (label: string, outcomes: readonly Outcome[], atLeast = 99.5): Figure => ({
  label: `${label}: succeeded, of ${outcomes.length.toLocaleString('en-GB')}`,
  value: outcomes.length === 0 ? 100 : (100 * outcomes.filter(isSuccess).length) / outcomes.length,
  unit: '%',
  atLeast,
});

export const createErrorCodeFigure = (label: string, outcomes: readonly Outcome[]): Figure =>
  createZeroFigure(`${label}: failed without a known error code`, outcomes.filter(isUnexplained).length);

/** Creates figures about failures without a known error code, and about the longest response time. */
export const createErrorAndTimeFigures = (label: string, outcomes: readonly Outcome[]): Figure[] => [
  createErrorCodeFigure(label, outcomes),
  {
    label: `${label}: longest`,
    value: Math.max(0, ...outcomes.map(({ ms }) => ms)) / 1000,
    unit: 's',
    atMost: maxResponseMs / 1000,
  },
];

export const waitUntilEmpty = async <Item>(
  findRemaining: () => Promise<Item[]> | Item[],
  timeoutMs: number,
): Promise<Item[]> => {
  const deadline = Date.now() + timeoutMs;
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
  concurrency = defaultConcurrency,
): Promise<Result[]> =>
  mapConcurrently(
    concurrency,
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

/** Measures whether each acknowledged booking is stored exactly once under its id and reference, published as an event, and counted in the statistics. */
export const measureLosses = async (
  { storedData, publishedIds }: Pick<Environment, 'storedData' | 'publishedIds'>,
  bookings: readonly Booking[],
): Promise<Figure[]> => {
  const toKey = ({ id, storeRefNo }: { readonly id: string; readonly storeRefNo: string }) => `${id} ${storeRefNo}`;
  const keys = new Set((await storedData.listRepairs()).map(toKey));
  const storedCount = bookings.filter((booking) => keys.has(toKey(booking))).length;
  const unpublishedBookings = await waitUntilEmpty(
    () => bookings.filter(({ id }) => !publishedIds.has(id)),
    eventTimeoutMs,
  );
  // The statistics may still be counting the provider's responses to the last events.
  const differences = await waitUntilEmpty(() => storedData.findStatisticsDifferences(), eventTimeoutMs);
  for (const difference of differences) console.error(difference);
  return [
    createExactFigure('Acknowledged bookings that are stored', storedCount, bookings.length),
    // `countRmaNumbers` returns a number for each stored record of the bookings.
    createZeroFigure('Stored twice', (await storedData.countRmaNumbers(bookings)).length - storedCount),
    createZeroFigure('Stored, but not published to the provider', unpublishedBookings.length),
    createZeroFigure('Months of stores whose statistics differ from the records', differences.length),
  ];
};

/** Waits until every repair has an RMA number. Returns figures of missing and repeated numbers, and the seconds that it took. */
export const waitForRmaNumbers = async (storedData: StoredData, bookings: readonly Booking[], timeoutMs: number) => {
  const startedAt = performance.now();
  const countsWithoutNumber = await waitUntilEmpty(
    async () => (await storedData.countRmaNumbers(bookings)).filter((count) => count === 0),
    timeoutMs,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const repeatedCounts = (await storedData.countRmaNumbers(bookings)).filter((count) => count > 1);
  const figures = [
    createZeroFigure('Without an RMA number', countsWithoutNumber.length),
    createZeroFigure('With more than one', repeatedCounts.length),
  ];
  return { figures, seconds };
};

/**
 * Creates a ledger, which books repairs and records the outcome of each booking, to compare them with the stored data
 * afterwards.
 */
export const createLedger = (environment: Pick<Environment, 'storedData' | 'publishedIds'>, browser: Browser) => {
  const entries: { readonly body: Booking; outcome: Outcome }[] = [];
  const filterBookings = (isAcknowledged: boolean) =>
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
    /** Resends all bookings that were not acknowledged, as the page does after an outage. */
    resend: async (): Promise<Figure> => {
      const failedEntries = entries.filter(({ outcome }) => !isSuccess(outcome));
      await mapConcurrently(defaultConcurrency, failedEntries, async (entry) => {
        entry.outcome = await retryUntilAnswered(() => sendBooking(browser, entry.body));
      });
      return createZeroFigure(
        'Resent afterwards, but not acknowledged',
        failedEntries.filter(({ outcome }) => !isSuccess(outcome)).length,
      );
    },
    listAcknowledgedBookings: () => filterBookings(true),
    listFailedBookings: () => filterBookings(false),
    /** Measures whether every booking is stored and published, and no retry is rejected as a duplicate of its own booking. */
    checkGuarantees: async (): Promise<Figure[]> => [
      createZeroFigure('False "already exists"', entries.filter(({ outcome }) => outcome.status === 409).length),
      ...(await measureLosses(environment, filterBookings(true))),
    ],
  };
};
