import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { RegionId } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import { person } from './people.ts';
import { portalForTests } from './portal.ts';

const portal = portalForTests();
const { users, auth } = routes;

/** What has been written to an address, the oldest first. */
const mailsTo = async (address: string) => (await portal.mailsTo(address)).toReversed();
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
const mailed = (address: string, subject: string) =>
  eventually(`${address} is written “${subject}”`, async () =>
    (await mailsTo(address)).find((mail) => mail.subject === subject),
  );

const register = async (body: ReturnType<typeof person>, region: RegionId = 'nuk') => {
  const admin = await portal.signedIn(region, 'admin');
  const { status, json } = await admin.send(users.registerUser, region, { body });
  expect(status).toBe(201);
  return json;
};

const chosen = 'Chosen-Elsewhere-72!';
const changePassword = async (region: RegionId, name: string) => {
  const browser = await portal.signIn(region, name);
  const body = { oldPassword: demoPassword, newPassword: chosen, confirmPassword: chosen };
  expect((await browser.send(auth.changePassword, region, { body })).status).toBe(200);
};

test('a password that has changed is told of by email, in the region’s language; a sign-in and an invitation are not', async () => {
  const { email: invited } = await register(person({}, 'ndach'), 'ndach');
  await portal.signIn('ndach', 'both');

  // Events are told in their order: what comes before this one would have been there by then.
  await changePassword('ndach', 'repairs');
  const { html } = await mailed('repairs@ndach.example', 'Ihr Passwort wurde geändert');
  expect(html).toContain('<html lang="de">');
  expect(html).not.toContain(chosen);
  expect(await subjectsTo(invited)).toEqual(['Ihr Zugang zum Händlerportal']);
  for (const name of ['admin', 'both']) expect(await subjectsTo(`${name}@ndach.example`)).toEqual([]);
});

test('a role that is taken away, or given, is told of by email to whom it concerns, once', async () => {
  const email = 'both@nuk.example';
  const admin = await portal.signedIn('nuk', 'admin');
  const current = async () => {
    const [user] = (await admin.send(users.listUsers, 'nuk', { query: { search: email } })).json.items;
    return { sub: user?.sub, version: user?.version };
  };
  const role = 'register-returns';
  expect((await admin.send(users.removeFromGroup, 'nuk', { body: { ...(await current()), role } })).status).toBe(200);
  expect((await mailed(email, 'Your groups have changed')).html).toContain('Removed: Register returns');
  expect((await admin.send(users.addToGroup, 'nuk', { body: { ...(await current()), role } })).status).toBe(200);
  await eventually('the second is there', async () => (await mailsTo(email)).length === 2);

  await changePassword('nuk', 'nothing');
  await mailed('nothing@nuk.example', 'Your password has been changed');
  expect((await mailsTo(email)).map(({ html }) => /(Added|Removed): [\w ]+/.exec(html)?.[0])).toEqual([
    'Removed: Register returns',
    'Added: Register returns',
  ]);
  expect(await subjectsTo('admin@nuk.example')).toEqual([]);
  expect(portal.lines().filter((line) => line.includes('notice sent')).length).toBeGreaterThan(2);
});

test('of somebody who becomes an admin the enabled admins of the region hear, of those of a job once', async () => {
  const admin = await portal.signedIn('nfr', 'admin');
  const roles = ['admin', 'register-repairs'] as const;
  const { email: one } = await register(person({ roles }, 'nfr'), 'nfr');
  const subject = 'Nouvel administrateur sur le portail des revendeurs';
  expect((await mailed('admin@nfr.example', subject)).html).toContain(one);

  const rows = Array.from({ length: 3 }, (_, index) => ({
    row: index + 2,
    ...person({ email: `many${index}@nfr.example`, roles }, 'nfr'),
  }));
  const job = { id: randomUUID(), updateExisting: false, rows };
  expect((await admin.send(routes.jobs.startImport, 'nfr', { body: job })).status).toBe(202);
  await eventually('the last of them is there', async () => (await subjectsTo('many2@nfr.example')).length > 0);
  await changePassword('nfr', 'repairs');
  await eventually('what came before has been told', async () => (await subjectsTo('repairs@nfr.example')).length > 0);
  const told = (await mailsTo('admin@nfr.example')).filter((mail) => mail.subject === subject);
  expect(told.map(({ html }) => html.includes(one))).toEqual([true, false]);
});

const obstaclesOf = async (sub: string) => {
  const admin = await portal.signedIn('nuk', 'admin');
  const { json } = await admin.send(users.findUser, 'nuk', { query: { sub } });
  return json.obstacles.map(({ type }: { readonly type: string }) => type);
};

test('of emails that come back an admin is told, and of those that are reported as spam the log', async () => {
  // Of SES's mailbox simulator: nothing arrives there.
  const lost = await register(person({ email: `bounce+${randomUUID()}@simulator.amazonses.com` }));
  const { sub, version } = await register(person({ email: `complaint+${randomUUID()}@simulator.amazonses.com` }));
  const reached = await register(person());
  // The second is of the notice that a role was taken away.
  const admin = await portal.signedIn('nuk', 'admin');
  const body = { sub, version, role: 'register-repairs' };
  expect((await admin.send(users.removeFromGroup, 'nuk', { body })).status).toBe(200);
  await eventually('the bounce is noted', async () => (await obstaclesOf(lost.sub)).includes('emailBounced'));
  expect(await obstaclesOf(lost.sub)).toEqual(['invited', 'emailBounced']);
  expect(await obstaclesOf(reached.sub)).toEqual(['invited']);
  const reported = () => portal.lines().filter((line) => line.includes('reported as spam') && line.includes(sub));
  await eventually('both are logged', () => reported().length === 2);
  expect(
    portal
      .lines()
      .filter((line) => line.includes('bounce noted'))
      .join('\n'),
  ).not.toContain('@');
}, 60_000);
