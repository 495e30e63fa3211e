import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';

const isRunning = (pid: number): boolean => {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, but is somebody else's.
    return errorCode(error) === 'EPERM';
  }
};

const holderOf = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return NaN;
  }
};

const create = (file: string, pid: number): boolean => {
  try {
    writeFileSync(file, String(pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
};

/** Keeps a folder for this process; answers how to give it back. Throws, naming the process, when another one has it. */
export const lock = (folder: string, pid: number = process.pid): (() => void) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'lock');
  if (!create(file, pid)) {
    const holder = holderOf(file);
    if (isRunning(holder)) {
      throw new Error(
        `A local cloud already runs on ${folder} (process ${holder}). Stop it, or give this one its own folder: npm start -- --state FOLDER`,
      );
    }
    // Left behind by a process that was killed.
    rmSync(file, { force: true });
    if (!create(file, pid)) throw new Error(`Another local cloud is just starting on ${folder}.`);
  }
  return () => rmSync(file, { force: true });
};
