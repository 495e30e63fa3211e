import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createChallenges, createSigner } from './signatures.ts';

const pools = {
  sign: async (region: string, text: string) =>
    createHmac('sha256', `key of ${region}`).update(text).digest('base64url'),
};
const { issue: issueChallenge, read: readChallenge } = createChallenges(pools);
const now = new Date('2026-11-21T10:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const challenge = { email: 'kim@store.example', username: 'sub-1', session: 'cognito' };
const cookie = (await issueChallenge('nuk', challenge, now)).split(';')[0] ?? '';

test('returns an issued challenge for 15 minutes', async () => {
  expect(await readChallenge('nuk', [cookie], minutesLater(14))).toMatchObject(challenge);
  await expect(readChallenge('nuk', [cookie], minutesLater(15))).rejects.toMatchObject({ code: 'MissingCookie' });
});

test.each([
  ['without a signature', cookie.split('~')[0]],
  ['that was changed', cookie.replace('=', '=A')],
  ['of another region', cookie.replace('nuk', 'ndach')],
  [
    'with a signature for a session',
    `${cookie.split('~')[0]}~${(await createSigner(pools).sign('nuk', 'session', cookie.replace(/^.*=|~.*$/g, ''))).signature}`,
  ],
])('rejects a challenge cookie %s', async (_, forgedCookie = '') => {
  const region = forgedCookie.includes('ndach') ? 'ndach' : 'nuk';
  await expect(readChallenge(region, [forgedCookie], now)).rejects.toMatchObject({ code: 'MissingCookie' });
});
