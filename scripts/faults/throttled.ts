import { clearAndInTime, succeeded } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { none } from './bad-day.ts';
import { acknowledged, bookAll, list, newBookings, nothingLost, times } from './bookings.ts';

export const throttled: BadDay = {
  about: "20 % of DynamoDB's calls are throttled",
  run: async ({ setting, many }) => {
    const { faults, signIn, ...rest } = await setting();
    const browser = await signIn('nuk', 'repairs');
    faults.set('DYNAMODB', { throttled: 0.2 });
    const sent = newBookings(many(2000));
    const bookings = await bookAll(browser, sent);
    const lists = await times(many(2000), () => list(browser));
    faults.clear();
    return [
      succeeded('Bookings', bookings),
      succeeded('Lists', lists),
      ...clearAndInTime('All', [...bookings, ...lists]),
      none('False "already exists"', bookings.filter(({ status }) => status === 409).length),
      ...(await nothingLost(rest, acknowledged(sent, bookings))),
    ];
  },
};

export const inPart: BadDay = {
  about: "30 % of DynamoDB's batches are answered in part",
  run: async ({ setting, many }) => {
    const { faults, signIn, ...rest } = await setting();
    const browser = await signIn('nuk', 'repairs');
    faults.set('DYNAMODB', { inPart: 0.3 });
    const lists = await times(many(2000), () => list(browser));
    const sent = newBookings(many(300));
    const bookings = await bookAll(browser, sent);
    const lost = await nothingLost(rest, acknowledged(sent, bookings));
    faults.clear();
    return [
      succeeded('Lists', lists),
      succeeded('Bookings', bookings),
      ...clearAndInTime('All', [...lists, ...bookings]),
      ...lost,
    ];
  },
};
