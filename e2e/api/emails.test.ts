import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { createUsersCsv, readUsersFile } from '#scripts/testing/users-file.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createPerson } from './people.ts';
import { portalForTests } from './portal.ts';

const portal = portalForTests();
const { users, auth } = routes;

/** Returns the mails to an address, oldest first. */
const mailsTo = async (email: string) => (await portal.mailsTo(email)).toReversed();
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const waitForMail = (email: string, subject: string) =>
  eventually(`${email} is written “${subject}”`, async () =>
    (await mailsTo(email)).find((mail) => mail.subject === subject),
  );

const register = async (body: ReturnType<typeof createPerson>, region: RegionId = 'nuk') => {
  const admin = await portal.signInOnce(region, 'admin');
  const { status, json } = await admin.send(users.registerUser, region, { body });
  expect(status).toBe(201);
  return json;
};

const chosenPassword = 'Chosen-Elsewhere-72!';
const changePassword = async (region: RegionId, name: string) => {
  const browser = await portal.signIn(region, name);
  const body = { oldPassword: demoPassword, newPassword: chosenPassword, confirmPassword: chosenPassword };
  expect((await browser.send(auth.changePassword, region, { body })).status).toBe(200);
};

test("a password change sends a notice in the region's language", async () => {
  const { email: invited } = await register(createPerson({}, 'ndach'), 'ndach');
  await portal.signIn('ndach', 'both');

  // Audit events are processed in order, so earlier notices would have arrived before this one.
  await changePassword('ndach', 'repairs');
  const { html } = await waitForMail('repairs@ndach.example', 'Ihr Passwort wurde geändert');
  expect(html).toContain('<html lang="de">');
  expect(html).not.toContain(chosenPassword);
  expect(await subjectsTo(invited)).toEqual(['Ihr Zugang zum Händlerportal']);
  for (const name of ['admin', 'both']) expect(await subjectsTo(`${name}@ndach.example`)).toEqual([]);
});

test('each role change sends the user one notice', async () => {
  const email = 'both@nuk.example';
  const admin = await portal.signInOnce('nuk', 'admin');
  const fetchUser = async () => {
    const [user] = (await admin.send(users.listUsers, 'nuk', { query: { search: email } })).json.items;
    return { sub: user?.sub, version: user?.version };
  };
  const role = 'register-returns';
  expect((await admin.send(users.removeFromGroup, 'nuk', { body: { ...(await fetchUser()), role } })).status).toBe(200);
  expect((await waitForMail(email, 'Your groups have changed')).html).toContain('Removed: Register returns');
  expect((await admin.send(users.addToGroup, 'nuk', { body: { ...(await fetchUser()), role } })).status).toBe(200);
  await eventually('the second is there', async () => (await mailsTo(email)).length === 2);

  await changePassword('nuk', 'nothing');
  await waitForMail('nothing@nuk.example', 'Your password has been changed');
  expect((await mailsTo(email)).map(({ html }) => /(Added|Removed): [\w ]+/.exec(html)?.[0])).toEqual([
    'Removed: Register returns',
    'Added: Register returns',
  ]);
  expect(await subjectsTo('admin@nuk.example')).toEqual([]);
  expect(portal.lines().filter((line) => line.includes('notice sent')).length).toBeGreaterThan(2);
});

test("a new admin is announced to the region's enabled admins, once per job", async () => {
  const admin = await portal.signInOnce('nfr', 'admin');
  const roles = ['admin', 'register-repairs'] as const;
  const { email: firstAdmin } = await register(createPerson({ roles }, 'nfr'), 'nfr');
  const subject = 'Nouvel administrateur sur le portail des revendeurs';
  expect((await waitForMail('admin@nfr.example', subject)).html).toContain(firstAdmin);

  const newAdmins = Array.from({ length: 3 }, (_, index) =>
    createPerson({ email: `many${index}@nfr.example`, roles }, 'nfr'),
  );
  const { jobId } = await readUsersFile(admin, 'nfr', createUsersCsv(newAdmins));
  const body = { id: jobId, acceptsDoubtfulRows: false };
  expect((await admin.send(routes.jobs.startImport, 'nfr', { body })).status).toBe(202);
  await eventually('the last of them is there', async () => (await subjectsTo('many2@nfr.example')).length > 0);
  await changePassword('nfr', 'repairs');
  await eventually('what came before has been told', async () => (await subjectsTo('repairs@nfr.example')).length > 0);
  const notices = (await mailsTo('admin@nfr.example')).filter((mail) => mail.subject === subject);
  expect(notices.map(({ html }) => html.includes(firstAdmin))).toEqual([true, false]);
});

const fetchObstacles = async (sub: string) => {
  const admin = await portal.signInOnce('nuk', 'admin');
  const { json } = await admin.send(users.findUser, 'nuk', { query: { sub } });
  return json.obstacles.map(({ type }: { readonly type: string }) => type);
};

test('bounces are shown to admins and spam complaints are logged', async () => {
  // An address of SES's mailbox simulator, which delivers nothing.
  const bouncing = await register(createPerson({ email: `bounce+${randomUUID()}@simulator.amazonses.com` }));
  const { sub, version } = await register(createPerson({ email: `complaint+${randomUUID()}@simulator.amazonses.com` }));
  const delivered = await register(createPerson());
  // The second complaint concerns the notice of the removed role.
  const admin = await portal.signInOnce('nuk', 'admin');
  const body = { sub, version, role: 'register-repairs' };
  expect((await admin.send(users.removeFromGroup, 'nuk', { body })).status).toBe(200);
  await eventually('the bounce is noted', async () => (await fetchObstacles(bouncing.sub)).includes('emailBounced'));
  expect(await fetchObstacles(bouncing.sub)).toEqual(['invited', 'emailBounced']);
  expect(await fetchObstacles(delivered.sub)).toEqual(['invited']);
  const findSpamLogLines = () =>
    portal.lines().filter((line) => line.includes('reported as spam') && line.includes(sub));
  await eventually('both are logged', () => findSpamLogLines().length === 2);
  expect(
    portal
      .lines()
      .filter((line) => line.includes('bounce noted'))
      .join('\n'),
  ).not.toContain('@');
}, 60_000);
