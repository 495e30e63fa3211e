import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import type { FileUser } from '#scripts/testing/users-file.ts';
import { createCsv, createUsersCsv, readUsersFile, uploadUsersFile } from '#scripts/testing/users-file.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Job } from '#shared/jobs/job.ts';
import { countFinishedRows } from '#shared/jobs/job.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { notFoundError, validationErrorAt, waitUntilPasses } from './bookings.ts';
import { buildNewUser } from './new-user.ts';
import { openSharedTestPortal } from './portal.ts';
import { openTables } from './rows.ts';

const portal = openSharedTestPortal();
const { findJob, latestJob, listFailedRows, startActions, startImport, startResend, startUndo, stopJob } = routes.jobs;

let admin: Browser;
beforeAll(async () => {
  admin = await portal.signInOnce('nuk', 'admin');
});

const listRecipients = async (domain: string) => (await portal.findMails(domain)).map(({ to }) => to);

const buildNewUsers = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => buildNewUser({ email: `new${index}${domain}` }));

const readReport = (file: string | Uint8Array, updateExisting = false) =>
  readUsersFile(admin, 'nuk', file, { updateExisting });
const fetchJob = async (id: string, region: RegionId = 'nuk') =>
  (await admin.send(findJob, region, { query: { id } })).json as Job;

/** Polls until a job has ended, as the page does. Progress must never decrease. */
const waitForEnd = async (id: string): Promise<Job> => {
  const counts: number[] = [];
  const job = await waitUntilPasses(async () => {
    const response = await fetchJob(id);
    counts.push(countFinishedRows(response));
    expect(response.state).not.toBe('running');
    return response;
  });
  expect(counts).toEqual(counts.toSorted((first, second) => first - second));
  return job;
};

const startImportJob = (id: string | undefined, acceptsDoubtfulRows = false) =>
  admin.send(startImport, 'nuk', { body: { id, acceptsDoubtfulRows } });

/** Uploads a file with these users and starts their import. */
const importUsers = async (users: readonly FileUser[], updateExisting = false) =>
  startImportJob((await readReport(createUsersCsv(users), updateExisting)).jobId);

const outdatedError = { status: 409, code: 'UsersFileOutdated' };

describe('an import', () => {
  test('previews a file, invites each user once and reports failed rows', async () => {
    const domain = '@import.example';
    const laterUsers = [
      buildNewUser({ email: 'first@later.example' }),
      buildNewUser({ email: 'second@later.example' }),
    ];
    const file = `${createUsersCsv([...buildNewUsers(26, domain), ...laterUsers])}${createCsv([
      ['x', 'UK-1001', 'One', 'true', 'false', 'false'],
      ['new0@IMPORT.example', 'UK-1001', 'One', 'true', 'false', 'maybe'],
    ])}`;
    const report = await readReport(file);
    expect(report).toMatchObject({ rows: 30, renamed: [], otherSheets: [] });
    expect(report.accepted.map(({ change }) => change)).toEqual(Array(28).fill('new'));
    expect(report.refused.map(({ row, reasons }) => [row, reasons.map(({ key }) => key)])).toEqual([
      [30, ['emailMalformed']],
      [31, ['notBoolean', 'emailTwice']],
    ]);
    expect(await listRecipients(domain)).toEqual([]);
    const jobsBefore = (await admin.send(latestJob, 'nuk')).json.jobs;
    expect(jobsBefore.map(({ id }) => id)).not.toContain(report.jobId);
    const jobQuery = { query: { id: report.jobId ?? '' } };
    for (const route of [findJob, listFailedRows])
      expect(await admin.send(route, 'nuk', jobQuery)).toMatchObject(notFoundError);

    for (const body of laterUsers)
      await eventually(`${body.email} is registered`, async () => {
        const { status } = await admin.send(routes.users.registerUser, 'nuk', { body });
        // A busy machine may have registered the user and answered 503; the retry then gets 409.
        return status === 201 || status === 409;
      });
    const waitingFile = await readReport(createUsersCsv([buildNewUser({ email: 'later@import.example' })]));
    const { status, json: job } = await startImportJob(report.jobId);
    expect([status, job.id, job.state, job.total, job.by]).toEqual([
      202,
      report.jobId,
      'running',
      28,
      'admin@nuk.example',
    ]);

    expect(await startImportJob(waitingFile.jobId)).toMatchObject({ status: 409, code: 'JobRunning' });
    expect((await admin.send(latestJob, 'nuk')).json.jobs).toMatchObject([{ id: job.id, state: 'running' }]);

    expect(await waitForEnd(job.id)).toMatchObject({
      state: 'done',
      total: 28,
      outcomes: { invited: 26, updated: 0, unchanged: 0, done: 0, failed: 2 },
    });
    const { json: failedRows } = await admin.send(listFailedRows, 'nuk', { query: { id: job.id } });
    expect(failedRows.items).toEqual([
      { ...laterUsers[0], row: 28, reason: 'UsernameExistsException' },
      { ...laterUsers[1], row: 29, reason: 'UsernameExistsException' },
    ]);
    const mails = await listRecipients(domain);
    expect([mails.length, new Set(mails).size]).toEqual([26, 26]);
    const invitedUsers = (await openTables(portal.getCloud()).read('users')).filter(({ email }) =>
      String(email).endsWith(domain),
    );
    expect(invitedUsers).toHaveLength(26);
    for (const user of invitedUsers)
      expect(user).toMatchObject({ status: 'invited', groups: expect.arrayContaining(['portal-local-NUK']) });

    // A browser sends the same request again after a lost response.
    expect((await startImportJob(job.id)).json).toMatchObject({ id: job.id, state: 'done' });
    expect(await listRecipients(domain)).toHaveLength(26);
    // The file that had to wait can still be imported.
    const { json: waitingJob } = await startImportJob(waitingFile.jobId);
    expect(await waitForEnd(waitingJob.id)).toMatchObject({ outcomes: { invited: 1 } });
  }, 120_000);

  test('can be stopped, after which another may start', async () => {
    const domain = '@stopped.example';
    const { json: job } = await importUsers(buildNewUsers(30, domain));
    const { json: stoppedJob } = await admin.send(stopJob, 'nuk', { body: { id: job.id } });
    expect(stoppedJob).toMatchObject({ id: job.id, state: 'stopped' });
    const { json: nextJob } = await importUsers([buildNewUser({ email: `after${domain}` })]);
    expect(await waitForEnd(nextJob.id)).toMatchObject({ state: 'done', outcomes: { invited: 1 }, previous: job.id });
  }, 60_000);

  test('can be undone if it is the latest', async () => {
    const existingUser = buildNewUser({ email: 'moved@undo.example' });
    await admin.send(routes.users.registerUser, 'nuk', { body: existingUser });
    const users = [
      { ...existingUser, storeId: 'UK-1002', storeName: 'Dublin Grafton Street' },
      buildNewUser({ email: 'new@undo.example' }),
    ];
    const importJob = (await importUsers(users, true)).json;
    expect(await waitForEnd(importJob.id)).toMatchObject({ outcomes: { invited: 1, updated: 1 } });
    const undoImport = (undoes: string) => admin.send(startUndo, 'nuk', { body: { id: randomUUID(), undoes } });
    const { json, status } = await undoImport(importJob.id);
    expect(status).toBe(202);
    expect(await waitForEnd(json.id)).toMatchObject({
      kind: 'undo',
      undoes: importJob.id,
      outcomes: { done: 2, failed: 0 },
    });
    const remainingUsers = (await openTables(portal.getCloud()).read('users')).filter(({ email }) =>
      String(email).endsWith('@undo.example'),
    );
    expect(remainingUsers).toMatchObject([
      { email: existingUser.email, storeId: existingUser.storeId, storeName: existingUser.storeName },
    ]);

    const laterImport = await importUsers([buildNewUser({ email: 'later@undo.example' })]);
    await waitForEnd(laterImport.json.id);
    expect(await undoImport(importJob.id)).toMatchObject({ status: 409, code: 'ImportNotLatest' });
  }, 60_000);

  test('rejects rows sent by the browser', async () => {
    const id = randomUUID();
    const rows = [{ row: 2, ...buildNewUser() }];
    const body = { id, acceptsDoubtfulRows: false, rows };
    expect(await admin.send(startImport, 'nuk', { body })).toMatchObject({
      status: 400,
      code: 'InvalidParameterException',
    });
    const largeBody = { ...body, rows: Array.from({ length: 200 }, () => rows[0]) };
    expect(await admin.send(startImport, 'nuk', { body: largeBody })).toMatchObject({ status: 413 });
    expect(await startImportJob(id)).toMatchObject(outdatedError);
  });

  test('can only be started by an admin of its region', async () => {
    const { jobId } = await readReport(createUsersCsv([buildNewUser()]));
    const body = { id: jobId, acceptsDoubtfulRows: false };
    const otherAdmin = await portal.signInOnce('ndach', 'admin');
    expect(await otherAdmin.send(startImport, 'ndach', { body })).toMatchObject(outdatedError);
    expect(await otherAdmin.send(startImport, 'nuk', { body })).toMatchObject({ status: 401 });
    const staff = await portal.signInOnce('nuk', 'repairs');
    expect(await staff.send(startImport, 'nuk', { body })).toMatchObject({ status: 403 });
  });
});

describe('store ids and emails of a file', () => {
  const existingUser = { email: 'zeros@store.example', storeId: '0043', storeName: 'Shop Forty-three' };
  beforeAll(async () => {
    const leadingZeroUser = { email: 'leading@store.example', storeId: '0042', storeName: 'Leading Zero Ltd' };
    for (const user of [existingUser, leadingZeroUser])
      await admin.send(routes.users.registerUser, 'nuk', { body: { ...user, roles: ['register-repairs'] } });
  });
  const listStoreIds = async () =>
    (await admin.send(routes.stores.listStores, 'nuk')).json.items.map(({ storeId }) => storeId);

  test("a workbook's number matches the store id with leading zeros", async () => {
    const book = new ExcelJS.Workbook();
    book
      .addWorksheet('Users')
      .addRows([
        [...userColumns],
        ['number@store.example', 42, 'Leading Zero Ltd', true, false, false],
        ['somewhere@store.example', 77, 'Somewhere', true, false, false],
      ]);
    expect(await readReport(new Uint8Array(await book.xlsx.writeBuffer()))).toMatchObject({
      accepted: [{ storeId: '0042', storeName: 'Leading Zero Ltd', namedStoreId: '42' }],
      refused: [{ reasons: [{ key: 'storeIdZeros' }], user: { storeId: '77', isNewStore: true } }],
    });
  });

  test('a store id without its leading zeros moves no user to another store', async () => {
    const report = await readReport(
      createUsersCsv([{ ...existingUser, storeId: '43', roles: ['register-repairs'] }]),
      true,
    );
    expect(report.accepted).toMatchObject([{ storeId: '0043', namedStoreId: '43', change: 'unchanged' }]);
    expect(report.jobId).toBeUndefined();
  });

  test('a store created since the file was read is matched', async () => {
    const user = { ...buildNewUser({ email: 'since@store.example' }), storeId: '0045', storeName: 'Forty-five' };
    const report = await readReport(createUsersCsv([{ ...user, storeId: '45' }]), true);
    expect(report).toMatchObject({ accepted: [], refused: [{ user: { storeId: '45', isNewStore: true } }] });
    await admin.send(routes.users.registerUser, 'nuk', { body: user });
    expect(await startImportJob(report.jobId)).toMatchObject(validationErrorAt('acceptsDoubtfulRows'));
    const { json } = await startImportJob(report.jobId, true);
    expect(await waitForEnd(json.id)).toMatchObject({ state: 'done', outcomes: { unchanged: 1 } });
    const storedUser = (await openTables(portal.getCloud()).read('users')).find(({ email }) => email === user.email);
    expect(storedUser).toMatchObject({ storeId: '0045' });
    expect(await listStoreIds()).not.toContain('45');
  });

  test('domains are converted to punycode and overlong local parts rejected', async () => {
    const otherCells = ['UK-1001', 'London Oxford Street', 'true', 'false', 'false'];
    const file = createCsv([
      [...userColumns, 'note'],
      ['anna@müller.example', ...otherCells, 'since May'],
      [`${'l'.repeat(65)}@store.example`, ...otherCells],
    ]);
    expect(await readReport(file)).toMatchObject({
      accepted: [{ email: 'anna@xn--mller-kva.example' }],
      refused: [{ row: 3, reasons: [{ column: 'email', key: 'emailMalformed' }] }],
      otherColumns: ['note'],
    });
  });
});

test('resends expired invitations only', async () => {
  const mailsBefore = await listRecipients('@nuk.example');
  const { json: job, status } = await admin.send(startResend, 'nuk', { body: { id: randomUUID() } });
  expect([status, job.kind, job.total]).toEqual([202, 'resend', 1]);
  expect(await waitForEnd(job.id)).toMatchObject({ state: 'done', outcomes: { done: 1 } });
  const mailsAfter = await listRecipients('@nuk.example');
  expect(mailsAfter.toSorted()).toEqual([...mailsBefore, 'expired@nuk.example'].toSorted());
  const { json: nextJob } = await admin.send(startResend, 'nuk', { body: { id: randomUUID() } });
  expect(nextJob).toMatchObject({ state: 'done', total: 0 });
}, 30_000);

describe('bulk actions', () => {
  const findSub = async (email: string) =>
    String((await openTables(portal.getCloud()).read('users')).find((row) => row['email'] === email)?.['sub']);
  const runAction = async (body: object) => {
    const { json } = await admin.send(startActions, 'nuk', { body: { id: randomUUID(), ...body } });
    return waitForEnd(json.id);
  };

  test("revoke access from the next request, but never the admin's own", async () => {
    const victim = await portal.signIn('nuk', 'repairs');
    expect((await victim.send(routes.repairs.listRepairs, 'nuk')).status).toBe(200);
    const subs = [await findSub('repairs@nuk.example'), await findSub('admin@nuk.example'), randomUUID()];
    const job = await runAction({ action: 'disable', subs });
    expect(job.outcomes).toMatchObject({ done: 1, failed: 2 });
    expect((await victim.send(routes.repairs.listRepairs, 'nuk')).status).toBe(401);
    const { json } = await admin.send(listFailedRows, 'nuk', { query: { id: job.id } });
    expect(json.items.map(({ email, reason }) => [email, reason])).toEqual([
      ['admin@nuk.example', 'OwnAccount'],
      ['', 'UserNotFoundException'],
    ]);
    expect((await runAction({ action: 'enable', subs: subs.slice(0, 1) })).outcomes.done).toBe(1);
    expect((await portal.openBrowser().login('nuk', 'repairs@nuk.example')).status).toBe(200);
  }, 30_000);

  test('require a role when adding to a group, and reject one otherwise', async () => {
    const subs = [randomUUID()];
    for (const body of [{ action: 'addToGroup' }, { action: 'enable', role: 'admin' }])
      expect(await admin.send(startActions, 'nuk', { body: { id: randomUUID(), subs, ...body } })).toMatchObject(
        validationErrorAt('role'),
      );
  });
});

describe('each region', () => {
  test('has its own jobs, hidden from other regions', async () => {
    const otherAdmin = await portal.signInOnce('ndach', 'admin');
    const { json } = await admin.send(latestJob, 'nuk');
    const id = json.jobs[0]?.id ?? '';
    const { json: jobsBefore } = await otherAdmin.send(latestJob, 'ndach');
    expect(jobsBefore.jobs).toEqual([]);
    const { json: job } = await importUsers([buildNewUser({ email: 'counted@region.example' })]);
    await waitForEnd(job.id);
    // The emails of a job don't count towards another region's quota.
    expect((await otherAdmin.send(latestJob, 'ndach')).json).toEqual(jobsBefore);
    for (const [route, call] of [
      [findJob, { query: { id } }],
      [listFailedRows, { query: { id } }],
      [stopJob, { body: { id } }],
    ] as const)
      expect(await otherAdmin.send(route, 'ndach', call)).toMatchObject(notFoundError);
  });

  test("only lets the uploading region's admins read a file", async () => {
    const otherAdmin = await portal.signInOnce('ndach', 'admin');
    const key = await uploadUsersFile(admin, 'nuk', createUsersCsv(buildNewUsers(1, '@own.example')));
    const body = { key, updateExisting: false };
    expect(await otherAdmin.send(routes['user-files'].readUserFile, 'ndach', { body })).toMatchObject(notFoundError);
  });
});
