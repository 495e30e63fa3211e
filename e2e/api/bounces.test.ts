import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { routes } from '#shared/routes/table.ts';
import { portalForTests } from './portal.ts';

const portal = portalForTests();
const { users } = routes;

const register = async (email: string) => {
  const admin = await portal.signedIn('nuk', 'admin');
  const body = { email, storeId: 'UK-1001', storeName: 'London Oxford Street', roles: ['register-repairs'] };
  const { status, json } = await admin.send(users.registerUser, 'nuk', { body });
  expect(status).toBe(201);
  return json;
};
const obstaclesOf = async (sub: string) => {
  const admin = await portal.signedIn('nuk', 'admin');
  const { json } = await admin.send(users.findUser, 'nuk', { query: { sub } });
  return json.obstacles.map(({ type }: { readonly type: string }) => type);
};

test('an admin who looks why somebody cannot sign in is told that their invitation came back', async () => {
  // Of SES's mailbox simulator: nothing arrives there.
  const lost = await register(`bounce+${randomUUID()}@simulator.amazonses.com`);
  const reached = await register(`${randomUUID()}@nuk.example`);
  await eventually('the bounce is noted', async () => (await obstaclesOf(lost.sub)).includes('emailBounced'));
  expect(await obstaclesOf(lost.sub)).toEqual(['invited', 'emailBounced']);
  expect(await obstaclesOf(reached.sub)).toEqual(['invited']);
  expect(portal.lines.filter((line) => line.includes('bounce noted')).join('\n')).not.toContain('@');
}, 60_000);

test('of whom an invitation was reported as spam, and later an email about their roles, the log tells', async () => {
  const { sub, version } = await register(`complaint+${randomUUID()}@simulator.amazonses.com`);
  const reported = (times: number) =>
    eventually(
      `it is logged ${times} times`,
      async () =>
        portal.lines.filter((line) => line.includes('reported as spam') && line.includes(sub)).length === times,
    );
  await reported(1);
  const admin = await portal.signedIn('nuk', 'admin');
  const body = { sub, version, role: 'register-repairs' };
  expect((await admin.send(users.removeFromGroup, 'nuk', { body })).status).toBe(200);
  await reported(2);
}, 60_000);
