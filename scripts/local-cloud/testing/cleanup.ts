import type { RequestListener } from 'node:http';
import { afterAll } from '@jest/globals';
import { developerKey } from '../iam/iam.ts';
import { serve } from '../servers.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Registers a cleanup that runs after the tests of the file, in reverse order. */
export const closeAfterTests = (close: () => unknown): void => void closers.push(close);

/** Creates a temporary folder that is removed after the tests of the file. */
export const createTestFolder = (): string => {
  const { path, remove } = createTemporaryFolder();
  closeAfterTests(remove);
  return path;
};

/** Serves a listener until the tests of the file end, and returns its URL. */
export const serveForTest = async (listener: RequestListener): Promise<string> => {
  const { port, close } = await serve(listener);
  closeAfterTests(close);
  return `http://127.0.0.1:${port}`;
};

/** Returns SDK client options for an emulator, by default with the developer's credentials. */
export const buildClientOptions = (endpoint: string, credentials = developerKey) => ({
  endpoint,
  region: 'eu-central-1',
  credentials,
  maxAttempts: 1,
});
