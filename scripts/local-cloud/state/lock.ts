import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

// A connection that nobody refers to would be closed, and its lock gone.
const held = new Set<DatabaseSync>();

const isBusy = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === sqliteBusy;

/** Undefined when somebody has the folder. */
const hold = (folder: string): DatabaseSync | undefined => {
  // The operating system ends the lock with its process, however that ends, and no other process has its number.
  const database = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
};

const holderOf = (folder: string): string => {
  try {
    return ` (process ${readFileSync(join(folder, 'lock.pid'), 'utf8')})`;
  } catch {
    return '';
  }
};

/** Whether a file of the folder belongs to its lock: whoever empties the folder leaves it. */
export const isOfLock = (name: string): boolean => name.startsWith('lock.');

/** Keeps a folder for this process; answers how to give it back, undefined when somebody has it. */
export const tryLock = (folder: string): (() => void) | undefined => {
  mkdirSync(folder, { recursive: true });
  const path = resolve(folder);
  const database = hold(path);
  if (!database) return undefined;
  held.add(database);
  const pidFile = join(path, 'lock.pid');
  writeFileSync(pidFile, String(process.pid));
  return () => {
    held.delete(database);
    rmSync(pidFile, { force: true });
    database.close();
  };
};

/** Keeps a folder as `tryLock` does. Throws, naming the process, when somebody has it. */
export const lock = (folder: string): (() => void) => {
  const unlock = tryLock(folder);
  if (unlock) return unlock;
  throw new Error(
    `A local cloud already runs on ${folder}${holderOf(resolve(folder))}. Stop it, or give this one its own folder: npm start -- --state FOLDER`,
  );
};

export const isLocked = (folder: string): boolean => {
  try {
    const database = hold(folder);
    database?.close();
    return !database;
  } catch {
    // No such folder.
    return false;
  }
};
