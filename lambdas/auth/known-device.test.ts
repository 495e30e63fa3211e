import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { knownDevices } from './known-device.ts';

const { rateLimitKey, remember } = knownDevices({
  sign: async (region, text) => createHmac('sha256', `key of ${region}`).update(text).digest('base64url'),
});

/** As the browser sends back what it was told to keep. */
const sent = (setCookie: string) => [setCookie.split(';')[0] ?? ''];
const people = (count: number) => Array.from({ length: count }, (_, at) => `person${at}@store.example`);
const rememberAll = async (emails: readonly string[], first: readonly string[] = []) => {
  let cookies = first;
  for (const email of emails) cookies = sent(await remember('nuk', email, cookies));
  return cookies;
};

test('a browser that nobody knows is counted with all others', async () => {
  expect(await rateLimitKey('nuk', 'kim@store.example', [])).toBe('kim@store.example');
});

test('people who share a till are counted there, each for themselves', async () => {
  const till = await rememberAll(people(10));
  const names = await Promise.all(people(10).map((email) => rateLimitKey('nuk', email, till)));
  expect(new Set(names).size).toBe(10);
  for (const [at, name] of names.entries())
    expect(name).toMatch(new RegExp(`^person${at}@store\\.example [\\w-]{22}$`));
});

test('it remembers the ten who came last, in a cookie that is small enough for a header', async () => {
  const till = await rememberAll(people(11));
  expect(await rateLimitKey('nuk', 'person0@store.example', till)).toBe('person0@store.example');
  expect(await rateLimitKey('nuk', 'person1@store.example', till)).not.toBe('person1@store.example');
  expect((await rememberAll(['person10@store.example'], till))[0]?.length).toBe(till[0]?.length);
  expect(till[0]?.length).toBeLessThan(600);
});

test('it vouches neither in another region, nor for what somebody else made of it', async () => {
  const till = await rememberAll(people(1));
  expect(await rateLimitKey('ndach', 'person0@store.example', [till[0]?.replace('nuk', 'ndach') ?? ''])).toBe(
    'person0@store.example',
  );
  const other = await rememberAll(people(1));
  const [id] = (till[0] ?? '').split('.');
  const [, signature] = (other[0] ?? '').split('.');
  for (const forged of [`${id}.${signature}`, `${id}.`, `${id}`, '__Secure-device-nuk=short.x'])
    expect(await rateLimitKey('nuk', 'person0@store.example', [forged])).toBe('person0@store.example');
});
