import { randomUUID } from 'node:crypto';
import type { Browser } from '../testing/browser.ts';
import { openBrowser } from '../testing/browser.ts';
import { csvOf, linesOf, newSerial, returnsDeskOf } from '#e2e/api/return-bookings.ts';
import { mapConcurrently } from '#lambdas/aws/map-concurrently.ts';
import { routes } from '#shared/routes/table.ts';
import type { Outcome } from './answers.ts';
import { isDone, outcomeOf, succeeded } from './answers.ts';
import { exactly } from './bad-day.ts';
import type { Booking } from './bookings.ts';
import { book, bookAllUntilAnswered, list, newBooking, nothingLost, untilNone } from './bookings.ts';
import type { Work } from './outage.ts';
import { awayDay } from './outage.ts';
import type { Setting } from './setting.ts';

export const databaseAway = awayDay('DynamoDB is away', 'DYNAMODB', async ({ signIn, ...rest }) => {
  const browser = await signIn('nuk', 'repairs');
  const done: Booking[] = [];
  const failed: Booking[] = [];
  const bookOne = async () => {
    const sent = newBooking();
    const outcome = await book(browser, sent);
    (isDone(outcome) ? done : failed).push(sent);
    return outcome;
  };
  const listOnce = () => list(browser);
  return {
    // As many at once as there are processes of the function here: more would wait for one, not for the database.
    works: [bookOne, listOnce, bookOne, listOnce],
    inTheEnd: async () => {
      const again = await bookAllUntilAnswered(browser, failed);
      const resent = again.filter(({ outcome }) => isDone(outcome)).map(({ sent }) => sent);
      return [
        exactly('Sent again afterwards, and acknowledged', resent.length, failed.length),
        ...(await nothingLost(rest, [...done, ...resent])),
      ];
    },
  };
});

export const signInAs = (portal: Setting['portal'], name: string) =>
  outcomeOf(() => openBrowser(portal).login('nuk', `${name}@nuk.example`));
export const refresh = (browser: Browser) => outcomeOf(() => browser.send(routes.auth.refreshToken, 'nuk'));

export const cognitoAway = awayDay('Cognito is away', 'COGNITO_IDENTITY_PROVIDER', async ({ portal, signIn }) => {
  const browser = await signIn('nuk', 'repairs');
  // A function that has run before knows the pool's keys.
  await list(browser);
  let other = browser;
  let lists: Outcome<unknown>[] = [];
  const listOnce: Work = async () => {
    const outcome = await list(browser);
    lists.push(outcome);
    return outcome;
  };
  return {
    works: [() => signInAs(portal, 'both'), () => refresh(other), listOnce],
    before: async () => {
      lists = [];
      other = await signIn('nuk', 'both');
    },
    after: async () => [
      succeeded('… lists of who was signed in before', lists, 100),
      exactly('… sessions that can be renewed afterwards', isDone(await refresh(other)) ? 1 : 0, 1),
    ],
  };
});

export const filesAway = awayDay("20 % of S3's calls are throttled; then S3 is away", 'S3', async ({ signIn }) => {
  const desk = returnsDeskOf(await signIn('nuk', 'returns'));
  const read = (key: string) => outcomeOf(() => desk.read(key));
  const unread = new Set<string>();
  // The browser sends a file straight to S3.
  const readOne = async () => {
    const key = await desk.upload(csvOf('UK-1001', `FILE-${newSerial()}`, linesOf(20)));
    unread.add(key);
    const outcome = await read(key);
    if (isDone(outcome)) unread.delete(key);
    return outcome;
  };
  return {
    throttled: { what: 'Files read', count: 200, most: 3, work: readOne },
    works: [readOne, readOne],
    before: async () => unread.clear(),
    after: async () => {
      const again = await mapConcurrently(3, [...unread], read);
      return [exactly('… files that wait, and are read afterwards', again.filter(isDone).length, again.length)];
    },
  };
});

type Mail = { readonly id: number; readonly to: string };

/** That nobody knows: the answer is the same, and nobody is sent anything. */
const unknown = () => `${randomUUID()}@nuk.example`;

export const queueAway = awayDay(
  "20 % of SQS's calls are throttled; then SQS is away (codes for forgotten passwords)",
  'SQS',
  ({ portal }) => {
    const mails = async (): Promise<Mail[]> => (await fetch(`${portal.inboxUrl}/messages.json`)).json();
    const ask = (email: string) => outcomeOf(() => openBrowser(portal).askForCode('nuk', email));
    const askForOne = () => ask(unknown());
    // Somebody in need asks more often than they may fail.
    let insistent = unknown();
    return {
      throttled: { what: 'Codes asked for', count: 300, most: 4, work: askForOne },
      works: [askForOne, () => ask(insistent)],
      before: async () => void (insistent = unknown()),
      inTheEnd: async () => {
        const before = Math.max(0, ...(await mails()).map(({ id }) => id));
        const asked = ['repairs@nuk.example', 'admin@nuk.example'];
        const accepted: string[] = [];
        for (const email of asked) if (isDone(await ask(email))) accepted.push(email);
        const without = await untilNone(async () => {
          const arrived = new Set((await mails()).filter(({ id }) => id > before).map(({ to }) => to));
          return accepted.filter((email) => !arrived.has(email));
        }, 30_000);
        return [exactly('Codes that arrive afterwards', accepted.length - without.length, asked.length)];
      },
    };
  },
);
