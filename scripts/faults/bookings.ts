import { setTimeout as wait } from 'node:timers/promises';
import { booking } from '#e2e/api/bookings.ts';
import type { Browser } from '../testing/browser.ts';
import { mapConcurrently } from '#lambdas/aws/map-concurrently.ts';
import { routes } from '#shared/routes/table.ts';
import type { Figure } from '../bench/figure.ts';
import type { Outcome } from './answers.ts';
import { isDone, outcomeOf } from './answers.ts';
import { exactly, none } from './bad-day.ts';
import type { Setting, Stored } from './setting.ts';

const { bookRepair, listRepairs } = routes.repairs;

/** A booking as it is sent, and sent again. */
export type Booking = ReturnType<typeof booking>;
export type Booked = { readonly sent: Booking; readonly outcome: Outcome<unknown>; readonly times: number };

export const newBooking = booking;

/** Twice what functions of one kind do at once here; more would only wait for a process. */
const atOnce = 8;

export const newBookings = (count: number, change: Partial<Booking> = {}): Booking[] =>
  Array.from({ length: count }, () => booking(change));

/** Does something so many times. */
export const times = <Result>(count: number, work: () => Promise<Result>, most = atOnce): Promise<Result[]> =>
  mapConcurrently(
    most,
    Array.from({ length: count }, () => undefined),
    work,
  );

export const book = (browser: Browser, body: Booking): Promise<Outcome<unknown>> =>
  outcomeOf(() => browser.send(bookRepair, 'nuk', { body }));

type Together = {
  /** How many are under way at once. */
  readonly most?: number;
  readonly onAnswer?: () => void;
};

/** What became of each, in their order. */
export const bookAll = (
  browser: Browser,
  sent: readonly Booking[],
  { most = atOnce, onAnswer = () => {} }: Together = {},
): Promise<Outcome<unknown>[]> =>
  mapConcurrently(most, sent, async (one) => {
    const outcome = await book(browser, one);
    onAnswer();
    return outcome;
  });

export const acknowledged = (sent: readonly Booking[], outcomes: readonly Outcome<unknown>[]): Booking[] =>
  sent.filter((_, index) => outcomes[index]?.status === 201);

export const list = (browser: Browser): Promise<Outcome<unknown>> =>
  outcomeOf(() => browser.send(listRepairs, 'nuk', { query: { limit: '25' } }));

/** Sends the same booking, with the same id, until it is acknowledged or refused for good. */
const bookUntilAnswered = async (browser: Browser, sent: Booking, most = 12): Promise<Booked> => {
  for (let sendings = 1; ; sendings += 1) {
    const outcome = await book(browser, sent);
    const isOver = isDone(outcome) || (outcome.status >= 400 && outcome.status < 500);
    if (isOver || sendings === most) return { sent, outcome, times: sendings };
    await wait(50);
  }
};

export const bookAllUntilAnswered = (browser: Browser, sent: readonly Booking[], most = atOnce): Promise<Booked[]> =>
  mapConcurrently(most, sent, (one) => bookUntilAnswered(browser, one));

/** Asks until nothing is left, or the time is over; answers what is. */
export const untilNone = async <Item>(left: () => Promise<Item[]> | Item[], withinMs: number): Promise<Item[]> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const items = await left();
    if (items.length === 0 || Date.now() > deadline) return items;
    await wait(200);
  }
};

const patienceMs = 120_000;

/** That what was acknowledged is stored once, as it was sent, and that the provider is told of everything that is stored. */
export const nothingLost = async (
  { stored, told }: Pick<Setting, 'stored' | 'told'>,
  wanted: readonly Booking[],
): Promise<Figure[]> => {
  const rows = await stored.repairs();
  const counts = new Map<string, number>();
  for (const { id, storeRefNo } of rows)
    counts.set(`${id} ${storeRefNo}`, (counts.get(`${id} ${storeRefNo}`) ?? 0) + 1);
  const missing = wanted.filter(({ id, storeRefNo }) => !counts.has(`${id} ${storeRefNo}`));
  const ids = new Set<string>(wanted.map(({ id }) => id));
  const untold = await untilNone(() => wanted.filter(({ id }) => !told.has(id)), patienceMs);
  return [
    exactly('Acknowledged bookings that are stored', wanted.length - missing.length, wanted.length),
    none('Stored twice', rows.filter(({ id }) => ids.has(id)).length - (wanted.length - missing.length)),
    none('Stored, but never told to the provider', untold.length),
  ];
};

/** That every repair gets its RMA number within some time, and no second one; and how many seconds that took. */
export const numbered = async (
  stored: Stored,
  sent: readonly Booking[],
  withinMs: number,
): Promise<{ readonly figures: Figure[]; readonly seconds: number }> => {
  const beganAt = performance.now();
  const without = await untilNone(async () => (await stored.numbersOf(sent)).filter((count) => count === 0), withinMs);
  const seconds = (performance.now() - beganAt) / 1000;
  const several = (await stored.numbersOf(sent)).filter((count) => count > 1);
  return {
    figures: [none('Without an RMA number', without.length), none('With more than one', several.length)],
    seconds,
  };
};
