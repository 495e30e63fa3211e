import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { createUsersCsv, readUsersFile } from '#scripts/testing/users-file.ts';
import { routes } from '#shared/api/routes/table.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, startOfHour, toCalendarDate } from '#shared/dates/dates.ts';
import { buildNewUser } from './new-user.ts';
import { openTestPortal } from './portal.ts';
import { openTables } from './rows.ts';

const portal = openTestPortal();
const { users, auth } = routes;

/** Returns the mails to an address, oldest first. */
const findMails = async (email: string) => (await portal.findMails(email)).toReversed();
const findSubjects = async (email: string) => (await findMails(email)).map(({ subject }) => subject);
const waitForMail = (email: string, subject: string) =>
  eventually(`the email “${subject}” to ${email} arrives`, async () =>
    (await findMails(email)).find((mail) => mail.subject === subject),
  );

const register = async (body: ReturnType<typeof buildNewUser>, region: RegionId = 'nuk') => {
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
  const { email: invitedEmail } = await register(buildNewUser({}, 'ndach'), 'ndach');
  await portal.signIn('ndach', 'both');

  // Audit events are processed in order, so earlier notices would have arrived before this one.
  await changePassword('ndach', 'repairs');
  const { html } = await waitForMail('repairs@ndach.example', 'Ihr Passwort wurde geändert');
  expect(html).toContain('<html lang="de">');
  expect(html).not.toContain(chosenPassword);
  expect(await findSubjects(invitedEmail)).toEqual(['Ihr Zugang zum Händlerportal']);
  for (const name of ['admin', 'both']) expect(await findSubjects(`${name}@ndach.example`)).toEqual([]);
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
  await eventually('the second notice arrives', async () => (await findMails(email)).length === 2);

  await changePassword('nuk', 'nothing');
  await waitForMail('nothing@nuk.example', 'Your password has been changed');
  expect((await findMails(email)).map(({ html }) => /(Added|Removed): [\w ]+/.exec(html)?.[0])).toEqual([
    'Removed: Register returns',
    'Added: Register returns',
  ]);
  expect(await findSubjects('admin@nuk.example')).toEqual([]);
  expect(portal.readLogLines().filter((line) => line.includes('notice sent')).length).toBeGreaterThan(2);
});

test("a new admin is announced to the region's enabled admins, once per job", async () => {
  const admin = await portal.signInOnce('nfr', 'admin');
  const roles = ['admin', 'register-repairs'] as const;
  const { email: firstAdmin } = await register(buildNewUser({ roles }, 'nfr'), 'nfr');
  const subject = 'Nouvel administrateur sur le portail des revendeurs';
  expect((await waitForMail('admin@nfr.example', subject)).html).toContain(firstAdmin);

  const newAdmins = Array.from({ length: 3 }, (_, index) =>
    buildNewUser({ email: `many${index}@nfr.example`, roles }, 'nfr'),
  );
  const { jobId } = await readUsersFile(admin, 'nfr', createUsersCsv(newAdmins));
  const body = { id: jobId, acceptsDoubtfulRows: false };
  expect((await admin.send(routes.jobs.startImport, 'nfr', { body })).status).toBe(202);
  await eventually('the last invitation arrives', async () => (await findSubjects('many2@nfr.example')).length > 0);
  await changePassword('nfr', 'repairs');
  await eventually(
    'the notice of the password change arrives',
    async () => (await findSubjects('repairs@nfr.example')).length > 0,
  );
  const notices = (await findMails('admin@nfr.example')).filter((mail) => mail.subject === subject);
  expect(notices.map(({ html }) => html.includes(firstAdmin))).toEqual([true, false]);
});

const fetchObstacles = async (sub: string) => {
  const admin = await portal.signInOnce('nuk', 'admin');
  const { json } = await admin.send(users.findUser, 'nuk', { query: { sub } });
  return json.obstacles.map(({ type }: { readonly type: string }) => type);
};

test('bounces are shown to admins and spam complaints are logged', async () => {
  // An address of SES's mailbox simulator, which delivers nothing.
  const bouncingUser = await register(buildNewUser({ email: `bounce+${randomUUID()}@simulator.amazonses.com` }));
  const { sub, version } = await register(buildNewUser({ email: `complaint+${randomUUID()}@simulator.amazonses.com` }));
  const reachableUser = await register(buildNewUser());
  // The notice of the removed role causes a second complaint.
  const admin = await portal.signInOnce('nuk', 'admin');
  const body = { sub, version, role: 'register-repairs' };
  expect((await admin.send(users.removeFromGroup, 'nuk', { body })).status).toBe(200);
  await eventually('the bounce is noted', async () =>
    (await fetchObstacles(bouncingUser.sub)).includes('emailBounced'),
  );
  expect(await fetchObstacles(bouncingUser.sub)).toEqual(['invited', 'emailBounced']);
  expect(await fetchObstacles(reachableUser.sub)).toEqual(['invited']);
  const findSpamLogLines = () =>
    portal.readLogLines().filter((line) => line.includes('reported as spam') && line.includes(sub));
  await eventually('both are logged', () => findSpamLogLines().length === 2);
  expect(
    portal
      .readLogLines()
      .filter((line) => line.includes('bounce noted'))
      .join('\n'),
  ).not.toContain('@');
}, 60_000);

describe('the daily email', () => {
  let passedMs = 0;

  /** Lets time pass for the schedules until half past eight of the next morning in a region. */
  const waitForMorning = async (region: RegionId) => {
    const { timeZone } = regions[region];
    const now = new Date(Date.now() + passedMs);
    const morning = startOfHour(addDays(toCalendarDate(now, timeZone), 1), limits.dailyEmail.fromHour, timeZone);
    const durationMs = morning.getTime() + 30 * 60_000 - now.getTime();
    passedMs += durationMs;
    await portal.getCloud().passTime(durationMs);
  };
  const findUnsubscribeUrl = async (email: string) => {
    const mails = await findMails(email);
    return mails.flatMap(({ headers = {} }) => /^<(.*)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? []).at(-1);
  };
  const countDailyEmails = async (email: string) =>
    (await findMails(email)).filter(({ headers = {} }) => headers['List-Unsubscribe'] !== undefined).length;
  const waitForDailyEmail = async (email: string, count: number) =>
    eventually(`${email} has ${count} daily emails`, async () => (await countDailyEmails(email)) === count);
  const postForm = (url: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  test('comes every morning until it is unsubscribed by a link that needs no session', async () => {
    const email = 'repairs@nuk.example';
    const staff = await portal.signInOnce('nuk', 'repairs');
    const otherStaff = await portal.signInOnce('nuk', 'both');
    const fetchState = async (browser: typeof staff) => (await browser.send(auth.showDailyEmail, 'nuk', {})).json;
    for (const browser of [staff, otherStaff])
      expect((await browser.send(auth.startDailyEmail, 'nuk', { body: {} })).json).toEqual({ state: 'on' });
    await waitForMorning('nuk');
    await waitForDailyEmail(email, 1);
    // The schedule runs every five minutes, but must not send a second email.
    await portal.getCloud().passTime(10 * 60_000);
    const url = (await findUnsubscribeUrl(email)) ?? '';
    expect(url).toMatch(/^http:\/\/localhost:\d+\/api\/auth\/nuk\/unsubscribe\?/);

    const wrongUrl = url.replace(/signature=./, (start) => start.replace(/.$/, start.endsWith('A') ? 'B' : 'A'));
    const answers = [];
    for (const target of [wrongUrl, url, url]) {
      const response = await postForm(target);
      answers.push([response.status, await response.text(), response.headers.get('set-cookie')]);
      // A mail scanner follows links with GET, which must not unsubscribe.
      expect((await fetch(target)).status).toBe(404);
      expect(await fetchState(staff)).toEqual({ state: target === wrongUrl ? 'on' : 'off' });
    }
    expect(answers).toEqual(answers.map(() => [200, '{}', null]));
    expect(await fetchState(otherStaff)).toEqual({ state: 'on' });
    expect((await postForm(url.replace('/nuk/', '/ndach/'))).status).toBe(200);

    await waitForMorning('nuk');
    await waitForDailyEmail('both@nuk.example', 2);
    expect(await countDailyEmails(email)).toBe(1);
  }, 60_000);

  test('covers the store that an admin chose, in the language of the region', async () => {
    const email = 'admin@nfr.example';
    const admin = await portal.signInOnce('nfr', 'admin');
    const rejection = await admin.send(auth.startDailyEmail, 'nfr', { body: {} });
    expect([rejection.status, rejection.json.error?.problems]).toEqual([400, [{ path: 'storeId', rule: 'required' }]]);
    const storeId = 'FR-3001';
    expect((await admin.send(auth.startDailyEmail, 'nfr', { body: { storeId } })).json).toEqual({
      state: 'on',
      storeId,
    });
    await waitForMorning('nfr');
    await waitForDailyEmail(email, 1);
    const html = (await findMails(email)).find(({ headers = {} }) => headers['List-Unsubscribe'])?.html ?? '';
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain(`storeId=${storeId}`);
  }, 60_000);

  test('stops after a bounce', async () => {
    const { sub } = await register(buildNewUser({ email: `bounce+${randomUUID()}@simulator.amazonses.com` }));
    const since = new Date(Date.now() - 60_000).toISOString();
    const tables = openTables(portal.getCloud());
    await tables.put('subscriptions', {
      region: 'nuk',
      sub,
      since,
      day: '2026-01-01',
      repairs: since,
      returns: since,
    });
    const findStopDetails = async () =>
      (await tables.read('subscriptions')).find((row) => row['sub'] === sub)?.['stopped'];
    await eventually('the email is stopped', async () => (await findStopDetails()) !== undefined);
    expect(await findStopDetails()).toMatchObject({ reason: 'bounce' });
  });
});
