import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from '@jest/globals';
import { createRotatedSecretReader, createSecretReader } from './secrets.ts';

const createFakeSecretsManager = (responses: (string | Error)[]) => {
  let calls = 0;
  const client = {
    send: async () => {
      const response = responses[Math.min(calls++, responses.length - 1)];
      if (response instanceof Error) throw response;
      return { SecretString: response };
    },
  } as unknown as SecretsManagerClient;
  return { client, countCalls: () => calls };
};

test('reads a secret once for concurrent callers and again after a minute', async () => {
  const { client, countCalls } = createFakeSecretsManager(['first', 'second']);
  let now = 0;
  const read = createSecretReader(client, 'arn', () => now);
  expect(await Promise.all([read(), read(), read()])).toEqual(['first', 'first', 'first']);
  now = 59_999;
  expect(await read()).toBe('first');
  expect(countCalls()).toBe(1);
  now = 60_000;
  expect(await read()).toBe('second');
});

test('returns the stale value when a refresh fails, and throws without one', async () => {
  const { client } = createFakeSecretsManager([new Error('down'), 'first', new Error('down')]);
  let now = 0;
  const read = createSecretReader(client, 'arn', () => now);
  await expect(read()).rejects.toThrow('down');
  expect(await read()).toBe('first');
  now = 120_000;
  expect(await read()).toBe('first');
});

test('returns the stale value when a refresh hangs, without waiting twice', async () => {
  let isHanging = false;
  let calls = 0;
  const client = {
    send: () => {
      calls += 1;
      return isHanging ? new Promise(() => {}) : Promise.resolve({ SecretString: 'first' });
    },
  } as unknown as SecretsManagerClient;
  let now = 0;
  const read = createSecretReader(client, 'arn', () => now);
  await read();
  isHanging = true;
  now = 60_000;
  expect(await read()).toBe('first');
  const next: string[] = [];
  void read().then((text) => next.push(text));
  await new Promise((resolve) => void setImmediate(resolve));
  expect(next).toEqual(['first']);
  expect(calls).toBe(2);
});

test('reads the current and, if rotated, the previous version', async () => {
  const stages: Record<string, string> = { AWSCURRENT: 'first' };
  const client = {
    send: async ({ input: { VersionStage } }: { input: { VersionStage: string } }) => {
      if (stages[VersionStage] === undefined)
        throw Object.assign(new Error('none'), { name: 'ResourceNotFoundException' });
      return { SecretString: stages[VersionStage] };
    },
  } as unknown as SecretsManagerClient;
  let now = 0;
  const read = createRotatedSecretReader(client, 'arn', () => now);
  expect(await read()).toEqual(['first']);
  Object.assign(stages, { AWSCURRENT: 'second', AWSPREVIOUS: 'first' });
  expect(await read()).toEqual(['first']);
  // Cached for an hour, unless the caller asks for a more recent value.
  now = 3_599_999;
  expect(await read()).toEqual(['first']);
  expect(await read(60_000)).toEqual(['second', 'first']);
  expect(await read()).toEqual(['second', 'first']);
});
