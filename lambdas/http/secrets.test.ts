import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from '@jest/globals';
import { rotatedSecret, secret } from './secrets.ts';

const vault = (answers: (string | Error)[]) => {
  let asked = 0;
  const client = {
    send: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return { SecretString: answer };
    },
  } as unknown as SecretsManagerClient;
  return { client, asked: () => asked };
};

test('a secret is read once for many callers, and again when it is a minute old', async () => {
  const { client, asked } = vault(['first', 'second']);
  let now = 0;
  const read = secret(client, 'arn', () => now);
  expect(await Promise.all([read(), read(), read()])).toEqual(['first', 'first', 'first']);
  now = 59_999;
  expect(await read()).toBe('first');
  expect(asked()).toBe(1);
  now = 60_000;
  expect(await read()).toBe('second');
});

test('the last one serves on while it cannot be read again; without one nobody passes', async () => {
  const { client } = vault([new Error('down'), 'first', new Error('down')]);
  let now = 0;
  const read = secret(client, 'arn', () => now);
  await expect(read()).rejects.toThrow('down');
  expect(await read()).toBe('first');
  now = 120_000;
  expect(await read()).toBe('first');
});

test('the last one serves on while nobody answers, too, and nobody waits for that twice in a row', async () => {
  let isSilent = false;
  let asked = 0;
  const client = {
    send: () => {
      asked += 1;
      return isSilent ? new Promise(() => {}) : Promise.resolve({ SecretString: 'first' });
    },
  } as unknown as SecretsManagerClient;
  let now = 0;
  const read = secret(client, 'arn', () => now);
  await read();
  isSilent = true;
  now = 60_000;
  expect(await read()).toBe('first');
  const next: string[] = [];
  void read().then((text) => next.push(text));
  await new Promise((resolve) => void setImmediate(resolve));
  expect(next).toEqual(['first']);
  expect(asked).toBe(2);
});

test('of a rotated secret both texts are read; of one that never was, the one there is', async () => {
  const stages: Record<string, string> = { AWSCURRENT: 'first' };
  const client = {
    send: async ({ input: { VersionStage } }: { input: { VersionStage: string } }) => {
      if (stages[VersionStage] === undefined)
        throw Object.assign(new Error('none'), { name: 'ResourceNotFoundException' });
      return { SecretString: stages[VersionStage] };
    },
  } as unknown as SecretsManagerClient;
  let now = 0;
  const read = rotatedSecret(client, 'arn', () => now);
  expect(await read()).toEqual(['first']);
  Object.assign(stages, { AWSCURRENT: 'second', AWSPREVIOUS: 'first' });
  expect(await read()).toEqual(['first']);
  // For an hour, unless somebody brings what is neither and asks for what is younger.
  now = 3_599_999;
  expect(await read()).toEqual(['first']);
  expect(await read(60_000)).toEqual(['second', 'first']);
  expect(await read()).toEqual(['second', 'first']);
});
