import type { RequestListener } from 'node:http';
import { afterAll } from '@jest/globals';
import { developerKey } from '../iam/iam.ts';
import { serve } from '../servers.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** For tests: has something closed at the end of the file, what was opened last first. */
export const closeAtEnd = (close: () => unknown): void => void closers.push(close);

/** For tests: a new folder, which is gone at the end of the file. */
export const freshFolder = (): string => {
  const { path, remove } = temporaryFolder();
  closeAtEnd(remove);
  return path;
};

/** For tests: serves until the end of the file; answers the address. */
export const served = async (listener: RequestListener): Promise<string> => {
  const { port, close } = await serve(listener);
  closeAtEnd(close);
  return `http://127.0.0.1:${port}`;
};

/** For tests: how a client of the SDK reaches an emulator, as a developer unless told otherwise. */
export const reaching = (endpoint: string, credentials = developerKey) => ({
  endpoint,
  region: 'eu-central-1',
  credentials,
  maxAttempts: 1,
});
