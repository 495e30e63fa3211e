import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

// Keeps a reference, because a garbage-collected connection would release the lock.
const heldConnections = new Set<DatabaseSync>();

const isBusy = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === sqliteBusy;

/** Returns undefined if another process holds the lock. */
const acquire = (folder: string): DatabaseSync | undefined => {
  // A SQLite lock ends with its process, however that ends, unlike a process id, which may be reused.
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

const describeHolder = (folder: string): string => {
  try {
    return ` (process ${readFileSync(join(folder, 'lock.pid'), 'utf8')})`;
  } catch {
    return '';
  }
};

/** Returns whether a file belongs to the lock and must stay when the folder is emptied. */
export const isLockFile = (name: string): boolean => name.startsWith('lock.');

/**
 * Locks a folder for this process; returns the function that unlocks it, or undefined if the folder is locked already.
 */
export const tryLock = (folder: string): (() => void) | undefined => {
  mkdirSync(folder, { recursive: true });
  const path = resolve(folder);
  const database = acquire(path);
  if (!database) return undefined;
  heldConnections.add(database);
  const pidFile = join(path, 'lock.pid');
  writeFileSync(pidFile, String(process.pid));
  return () => {
    heldConnections.delete(database);
    rmSync(pidFile, { force: true });
    database.close();
  };
};

/** Locks a folder as `tryLock` does. Throws an error that names the process if it is locked already. */
export const lock = (folder: string): (() => void) => {
  const unlock = tryLock(folder);
  if (unlock) return unlock;
  throw new Error(
    `A local cloud already runs on ${folder}${describeHolder(resolve(folder))}. Stop it, or give this one its own folder: npm start -- --state FOLDER`,
  );
};

export const isLocked = (folder: string): boolean => {
  try {
    const database = acquire(folder);
    database?.close();
    return !database;
  } catch {
    // The folder does not exist.
    return false;
  }
};
