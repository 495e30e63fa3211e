import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from '@jest/globals';
import { secret } from './secrets.ts';

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
