import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { mapConcurrently } from '#lambdas/aws/map-concurrently.ts';
import { exactly, none } from '../bench/figure.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { openBrowser } from '../testing/browser.ts';
import { bookingOf, numbered, send } from './ledger.ts';
import { untilAnswered } from './outcomes.ts';
import type { Addresses } from './portal-process.ts';
import { storedIn } from './setting.ts';
import type { BadDay } from './trial.ts';

const bookingsEach = 150;
/** A message that was being worked on comes again when its queue's visibility timeout is over, which is two minutes. */
const numberedWithinMs = 150_000;
/** Until the back office assigns a number. */
const delayMs = 300;

/** Starts a portal in a process of its own. Rejects, with what it said, when it does not come up. */
const startMortalPortal = async (stateFolder: string) => {
  const program = join(import.meta.dirname, 'portal-process.ts');
  const child = spawn(process.execPath, [program, stateFolder, String(delayMs)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const complaints: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(String(chunk)));
  const ended = once(child, 'exit');
  const addresses = await Promise.race([
    once(child, 'message').then(([message]) => message as Addresses),
    ended.then(() => Promise.reject(new Error(`The portal ended.\n${complaints.join('').slice(-2000)}`))),
  ]);
  return {
    ...addresses,
    stop: async () => {
      if (child.connected) child.send('stop', () => {});
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

export const killed: BadDay = {
  about: 'The local cloud is killed (SIGKILL) at random moments, and started again',
  run: async ({ many, say }) => {
    const { path, remove } = temporaryFolder();
    const start = () => startMortalPortal(join(path, 'data'));
    const all: ReturnType<typeof bookingOf>[] = [];
    let lost = 0;
    let portal = await start();
    try {
      const { jar, login } = openBrowser(portal);
      await login('nuk', 'repairs@nuk.example');
      for (let round = many(5); round > 0; round -= 1) {
        const browser = openBrowser(portal, jar);
        const sent = Array.from({ length: bookingsEach }, () => bookingOf());
        all.push(...sent);
        // Somewhere between two answers, with others under way.
        const reached = Promise.withResolvers<void>();
        let left = Math.floor(Math.random() * (bookingsEach - 10));
        const booked = mapConcurrently(8, sent, async (body) => {
          const outcome = await send(browser, body);
          left -= 1;
          if (left < 0) reached.resolve();
          return outcome;
        });
        await reached.promise;
        await wait(Math.random() * 20);
        await portal.kill();
        const outcomes = await booked;
        portal = await start();
        const done = sent.filter((_, index) => outcomes[index]?.status === 201);
        say(`Killed after ${done.length} of ${sent.length} bookings`);
        const stored = storedIn(portal);
        lost += done.length - (await stored.numbersOf(done)).length;
        stored.close();
        const again = openBrowser(portal, jar);
        await mapConcurrently(8, sent, (body) => untilAnswered(() => send(again, body)));
      }
      const stored = storedIn(portal);
      const { figures } = await numbered(stored, all, numberedWithinMs);
      const kept = (await stored.numbersOf(all)).length;
      stored.close();
      return [
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
