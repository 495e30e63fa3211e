import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from './answers.ts';
import { clearAndInTime, isDone, succeeded } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import type { Booking } from './bookings.ts';
import { book, newBooking, nothingLost, numbered, times } from './bookings.ts';
import { outage, waysToBeAway } from './outage.ts';
import { openSetting } from './setting.ts';

/** How long it may take until the provider has been told of everything, and its numbers are there. */
const caughtUpWithinMs = 30_000;

export const busAway: BadDay = {
  about: 'EventBridge throttles, takes events in part, is away: bookings go on, and every repair gets its number',
  run: async ({ many, ...circumstances }) => {
    const { faults, signIn, close, stored, told } = await openSetting({ backOffice: { delayMs: 200 } });
    try {
      const browser = await signIn('nuk', 'repairs');
      const sent: Booking[] = [];
      const outcomes: Outcome<unknown>[] = [];
      const bookOne = async () => {
        const body = newBooking();
        const outcome = await book(browser, body);
        outcomes.push(outcome);
        if (isDone(outcome)) sent.push(body);
        return outcome;
      };
      faults.set('EVENTBRIDGE', { throttled: 0.2, inPart: 0.3 });
      await times(many(100), bookOne, 4);
      for (const way of waysToBeAway) {
        await outage(faults, 'EVENTBRIDGE', way, circumstances, [
          async () => {
            const outcome = await bookOne();
            await wait(200);
            return outcome;
          },
        ]);
      }
      const { figures, seconds } = await numbered(stored, sent, 2 * caughtUpWithinMs);
      return [
        succeeded('Bookings', outcomes, 100),
        ...clearAndInTime('Bookings', outcomes),
        ...(await nothingLost({ stored, told }, sent)),
        ...figures,
        { what: 'Everything caught up after', value: seconds, unit: 's', atMost: caughtUpWithinMs / 1000 },
      ];
    } finally {
      await close();
    }
  },
};
