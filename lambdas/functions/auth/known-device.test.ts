import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createKnownDevices } from './known-device.ts';

const { findRateLimitKey, remember } = createKnownDevices({
  sign: async (region, text) => createHmac('sha256', `key of ${region}`).update(text).digest('base64url'),
});

/** Cookie header of a browser that has stored a Set-Cookie header. */
const toCookies = (setCookie: string) => [setCookie.split(';')[0] ?? ''];
const buildEmails = (count: number) => Array.from({ length: count }, (_, index) => `person${index}@store.example`);
const rememberAll = async (emails: readonly string[], initialCookies: readonly string[] = []) => {
  let cookies = initialCookies;
  for (const email of emails) cookies = toCookies(await remember('nuk', email, cookies));
  return cookies;
};

test('counts attempts from unknown browsers under the email', async () => {
  expect(await findRateLimitKey('nuk', 'kim@store.example', [])).toBe('kim@store.example');
});

test('counts users of a shared browser separately', async () => {
  const cookies = await rememberAll(buildEmails(10));
  const rateLimitKeys = await Promise.all(buildEmails(10).map((email) => findRateLimitKey('nuk', email, cookies)));
  expect(new Set(rateLimitKeys).size).toBe(10);
  for (const [index, key] of rateLimitKeys.entries())
    expect(key).toMatch(new RegExp(`^person${index}@store\\.example [\\w-]{22}$`));
});

test('remembers the last ten users in a small cookie', async () => {
  const cookies = await rememberAll(buildEmails(11));
  expect(await findRateLimitKey('nuk', 'person0@store.example', cookies)).toBe('person0@store.example');
  expect(await findRateLimitKey('nuk', 'person1@store.example', cookies)).not.toBe('person1@store.example');
  expect((await rememberAll(['person10@store.example'], cookies))[0]?.length).toBe(cookies[0]?.length);
  expect(cookies[0]?.length).toBeLessThan(600);
});

test('ignores forged cookies and cookies of another region', async () => {
  const cookies = await rememberAll(buildEmails(1));
  expect(await findRateLimitKey('ndach', 'person0@store.example', [cookies[0]?.replace('nuk', 'ndach') ?? ''])).toBe(
    'person0@store.example',
  );
  const otherCookies = await rememberAll(buildEmails(1));
  const [id] = (cookies[0] ?? '').split('.');
  const [, signature] = (otherCookies[0] ?? '').split('.');
  for (const forgedCookie of [`${id}.${signature}`, `${id}.`, `${id}`, '__Secure-device-nuk=short.x'])
    expect(await findRateLimitKey('nuk', 'person0@store.example', [forgedCookie])).toBe('person0@store.example');
});
