import { mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { routes } from '#shared/routes/table.ts';
import type { Figure } from '../bench/figure.ts';
import { exactly, none } from '../bench/figure.ts';
import type { Browser } from '../testing/browser.ts';
import { newBooking } from '../testing/records.ts';
import type { Outcome } from './outcomes.ts';
import { isDone, outcomeOf, untilAnswered, untilNone } from './outcomes.ts';
import type { Setting, Stored } from './setting.ts';

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
