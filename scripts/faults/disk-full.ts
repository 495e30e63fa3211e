import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../testing/browser.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { isDone, isUnclear } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { exactly, none } from './bad-day.ts';
import { bookAll, bookAllUntilAnswered, newBookings, numbered } from './bookings.ts';
import { startMortalPortal } from './mortal-portal.ts';
import { storedIn } from './setting.ts';

const diskSize = '64m';
const bookingsEach = 40;
/** A message that could not be put back at once comes again when its queue's visibility timeout is over, which is two minutes. */
const numberedWithinMs = 150_000;

/** Whether a process can have a disk of its own here: Linux, and namespaces for whoever asks. */
const canHaveDisks = () =>
  process.platform === 'linux' && spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

export const diskFull: BadDay = {
  about: `The disk of the local cloud is full (a disk of its own, of ${diskSize}), then has room again`,
  run: async ({ say }) => {
    if (!canHaveDisks()) {
      say('Not tried: this machine gives a process no disk of its own (unshare -rm and tmpfs, on Linux).');
      return [];
    }
    const { path: folder, remove } = temporaryFolder();
    const disk = join(folder, 'disk');
    const copy = join(folder, 'copy');
    mkdirSync(disk);
    const mounted = ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o size=${diskSize} none "$0" && exec "$@"`, disk];
    let portal = await startMortalPortal({ stateFolder: join(disk, 'data'), delayMs: 300, within: mounted });
    try {
      const browser = openBrowser(portal);
      await browser.login('nuk', 'repairs@nuk.example');
      const before = newBookings(bookingsEach);
      const first = await bookAll(browser, before);
      await portal.ask({ kind: 'fill' });
      const during = newBookings(bookingsEach);
      const full = await bookAll(browser, during);
      if (portal.hasEnded()) throw new Error(`It did not survive:\n${portal.complaints().slice(-2000)}`);
      await portal.ask({ kind: 'empty' });
      const again = await bookAllUntilAnswered(browser, during);
      const sent = [...before, ...during];
      const done = [...first, ...again.map(({ outcome }) => outcome)].filter(isDone).length;

      const stored = storedIn(portal);
      const { figures } = await numbered(stored, sent, numberedWithinMs);
      stored.close();
      await portal.ask({ kind: 'copy', to: copy });
      await portal.stop();
      portal = await startMortalPortal({ stateFolder: copy, delayMs: 300 });
      const later = storedIn(portal);
      const kept = await later.numbersOf(sent);
      later.close();
      return [
        { what: 'Booked while it was full', value: full.filter(isDone).length },
        none('Refused meanwhile without a code of the catalogue', full.filter(isUnclear).length),
        exactly('Acknowledged in the end', done, sent.length),
        ...figures,
        exactly('Still there after the next start', kept.length, sent.length),
        none('With more than one RMA number then', kept.filter((count) => count > 1).length),
      ];
    } finally {
      await portal.stop();
      remove();
    }
  },
};
