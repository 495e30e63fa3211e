import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Where the id of the process is kept that has a database's file. */
export const pidFileOf = (file: string) => `${file}.pid`;

/** What `work` comes to; undefined where the process that it asks about has ended, at whatever moment. */
const ofProcess = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
};

/** The command line of a process; empty when there is none. */
const commandOf = (pid: string): string =>
  existsSync('/proc/self')
    ? (ofProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '')
    : (spawnSync('ps', ['-p', pid, '-o', 'args='], { encoding: 'utf8' }).stdout ?? '');

/**
 * Ends the database that a local cloud left behind when it was killed together with its supervisor: two on one file would spoil it.
 * To be called before the file is used or removed. A process that has the number by chance is left alone.
 */
export const endOrphan = async (file: string): Promise<void> => {
  const pidFile = pidFileOf(file);
  if (!existsSync(pidFile)) return;
  const pid = readFileSync(pidFile, 'utf8');
  const isOurs = () => pid !== '' && commandOf(pid).includes(file);
  for (let tries = 0; isOurs(); tries += 1) {
    // Its supervisor may just be ending it.
    if (tries % 20 === 0) ofProcess(() => process.kill(Number(pid), tries < 60 ? 'SIGTERM' : 'SIGKILL'));
    if (tries > 100) throw new Error(`The database of an earlier run (process ${pid}) does not end.`);
    await wait(50);
  }
  rmSync(pidFile, { force: true });
};
