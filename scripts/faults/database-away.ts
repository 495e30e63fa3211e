import type { Figure } from '../bench/figure.ts';
import { clearAndInTime, isDone } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { exactly } from './bad-day.ts';
import type { Booking } from './bookings.ts';
import { book, bookAllUntilAnswered, list, newBooking, nothingLost } from './bookings.ts';
import { outage, waysToBeAway } from './outage.ts';

/** As many bookings, and as many lists, at once as there are processes of the function here: more would wait for one, not for the database. */
const desks = [1, 2];

export const databaseAway: BadDay = {
  about: 'DynamoDB is away',
  run: async ({ setting, ...circumstances }) => {
    const { faults, signIn, ...rest } = await setting();
    const browser = await signIn('nuk', 'repairs');
    const figures: Figure[] = [];
    const done: Booking[] = [];
    const failed: Booking[] = [];
    const bookOne = async () => {
      const sent = newBooking();
      const outcome = await book(browser, sent);
      (isDone(outcome) ? done : failed).push(sent);
      return outcome;
    };
    for (const way of waysToBeAway) {
      const works = desks.flatMap(() => [bookOne, () => list(browser)]);
      const { outcomes, wellAgain } = await outage(faults, 'DYNAMODB', way, circumstances, works);
      figures.push(wellAgain, ...clearAndInTime('…', outcomes));
    }
    const again = await bookAllUntilAnswered(browser, failed);
    const resent = again.filter(({ outcome }) => isDone(outcome)).map(({ sent }) => sent);
    return [
      ...figures,
      exactly('Sent again afterwards, and acknowledged', resent.length, failed.length),
      ...(await nothingLost(rest, [...done, ...resent])),
    ];
  },
};
