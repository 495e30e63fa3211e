import { clearAndInTime } from './answers.ts';
import type { Outcome } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { exactly, none } from './bad-day.ts';
import type { Booking } from './bookings.ts';
import { acknowledged, bookAll, newBooking, newBookings, nothingLost } from './bookings.ts';

const atOnce = 200;

export const race: BadDay = {
  about: `${atOnce} bookings of one reference at once`,
  run: async ({ setting, many }) => {
    const { signIn, ...rest } = await setting();
    const browser = await signIn('nuk', 'repairs');
    const rounds = many(20);
    const all: Outcome<unknown>[] = [];
    const won: Booking[] = [];
    let decided = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { storeRefNo } = newBooking();
      const sent = newBookings(atOnce, { storeRefNo });
      const outcomes = await bookAll(browser, sent, { most: atOnce });
      const winners = acknowledged(sent, outcomes);
      const refused = outcomes.filter(({ code }) => code === 'RepairRequestExists');
      if (winners.length === 1 && refused.length === atOnce - 1) decided += 1;
      won.push(...winners);
      all.push(...outcomes);
    }
    return [
      exactly('Rounds that exactly one won, the others told so', decided, rounds),
      none('Answered with something else', all.filter(({ status }) => status !== 201 && status !== 409).length),
      // Two hundred at once wait for four processes here, which Lambda would have more of.
      ...clearAndInTime('All', all).slice(0, 1),
      ...(await nothingLost(rest, won)),
    ];
  },
};
