import { openBrowser } from '../testing/browser.ts';
import { serve } from '../local-cloud/servers.ts';
import { clearAndInTime, isDone } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { exactly, none } from './bad-day.ts';
import type { Booked } from './bookings.ts';
import { bookAllUntilAnswered, list, newBookings, nothingLost, times } from './bookings.ts';
import { faultyProxy } from './faulty-proxy.ts';
import { refusals } from './refusals.ts';

const promised = (bookings: readonly Booked[]) => [
  exactly('Acknowledged in the end', bookings.filter(({ outcome }) => isDone(outcome)).length, bookings.length),
  none('False "already exists"', bookings.filter(({ outcome }) => outcome.status === 409).length),
  { what: 'Sent', value: bookings.reduce((sum, { times: sendings }) => sum + sendings, 0) },
];
const acknowledgedOf = (bookings: readonly Booked[]) =>
  bookings.filter(({ outcome }) => isDone(outcome)).map(({ sent }) => sent);

export const lostAnswers: BadDay = {
  about: 'The answers to 30 % of bookings are lost on their way to the browser, which sends them again',
  run: async ({ setting, many }) => {
    const { portal, signIn, ...rest } = await setting();
    const browser = await signIn('nuk', 'repairs');
    // Between the browser and the site, after the sign-in.
    const line = await serve(
      faultyProxy({ url: portal.siteUrl, refusals: refusals.DYNAMODB, weather: () => ({ lost: 0.3 }) }),
    );
    try {
      const onBadLine = openBrowser({ ...portal, siteUrl: `http://localhost:${line.port}` });
      for (const [name, cookie] of browser.jar) onBadLine.jar.set(name, cookie);
      const bookings = await bookAllUntilAnswered(onBadLine, newBookings(many(1000)), 16);
      return [...promised(bookings), ...(await nothingLost(rest, acknowledgedOf(bookings)))];
    } finally {
      await line.close();
    }
  },
};

export const lostWrites: BadDay = {
  about: 'The answers to 20 % of DynamoDB’s calls are lost on their way to the functions',
  run: async ({ setting, many }) => {
    const { faults, signIn, ...rest } = await setting();
    const browser = await signIn('nuk', 'repairs');
    faults.set('DYNAMODB', { lost: 0.2 });
    const bookings = await bookAllUntilAnswered(browser, newBookings(many(300)));
    const lists = await times(many(300), () => list(browser));
    faults.clear();
    return [
      ...promised(bookings),
      ...clearAndInTime('All', [...lists, ...bookings.map(({ outcome }) => outcome)]),
      ...(await nothingLost(rest, acknowledgedOf(bookings))),
    ];
  },
};
