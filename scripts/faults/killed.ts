import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from '../testing/browser.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { BadDay } from './bad-day.ts';
import { exactly, none } from './bad-day.ts';
import type { Booking } from './bookings.ts';
import { acknowledged, bookAll, bookAllUntilAnswered, newBookings, numbered } from './bookings.ts';
import { startMortalPortal } from './mortal-portal.ts';
import { storedIn } from './setting.ts';

const bookingsEach = 150;
/** A message that was being worked on comes again when its queue's visibility timeout is over, which is two minutes. */
const numberedWithinMs = 150_000;

export const killed: BadDay = {
  about: 'The local cloud is killed (SIGKILL) at random moments, and started again',
  run: async ({ many, say }) => {
    const { path: folder, remove } = temporaryFolder();
    const start = () => startMortalPortal({ stateFolder: join(folder, 'data'), delayMs: 300 });
    const rounds = many(5);
    const all: Booking[] = [];
    let lost = 0;
    let doneBefore = 0;
    let portal = await start();
    try {
      const signedIn = openBrowser(portal);
      await signedIn.login('nuk', 'repairs@nuk.example');
      for (let round = 1; round <= rounds; round += 1) {
        const browser = openBrowser(portal);
        for (const [name, cookie] of signedIn.jar) browser.jar.set(name, cookie);
        const sent = newBookings(bookingsEach);
        all.push(...sent);
        // Somewhere between two answers, with others under way.
        const reached = Promise.withResolvers<void>();
        let left = Math.floor(Math.random() * (bookingsEach - 10));
        const onAnswer = () => {
          left -= 1;
          if (left < 0) reached.resolve();
        };
        const booked = bookAll(browser, sent, { onAnswer });
        await reached.promise;
        await wait(Math.random() * 20);
        await portal.kill();
        const outcomes = await booked;
        portal = await start();
        const done = acknowledged(sent, outcomes);
        say(`Killed after ${done.length} of ${sent.length} bookings`);
        doneBefore += done.length;
        const stored = storedIn(portal);
        const ids = new Set<string>((await stored.repairs()).map(({ id }) => id));
        lost += done.filter(({ id }) => !ids.has(id)).length;
        stored.close();
        const again = openBrowser(portal);
        for (const [name, cookie] of signedIn.jar) again.jar.set(name, cookie);
        await bookAllUntilAnswered(again, sent);
      }
      const stored = storedIn(portal);
      const { figures } = await numbered(stored, all, numberedWithinMs);
      const kept = (await stored.numbersOf(all)).length;
      stored.close();
      return [
        { what: 'Times killed', value: rounds },
        { what: 'Acknowledged before', value: doneBefore },
        none('Acknowledged, and gone after the next start', lost),
        exactly('Stored once, after all were sent again', kept, all.length),
        ...figures,
      ];
    } finally {
      await portal.stop();
      remove();
    }
  },
};
