import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import type { Browser } from '#scripts/testing/browser.ts';
import { postFile } from '#scripts/testing/browser.ts';
import type { Job } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { notFound, refusedAt, soon } from './bookings.ts';
import { person } from './people.ts';
import { sharedPortalForTests } from './portal.ts';
import { rowsOf } from './rows.ts';

const portal = sharedPortalForTests();
const { findJob, latestJob, listFailedRows, startActions, startImport, startResend, startUndo, stopJob } = routes.jobs;
const { readUserFile, requestUserUpload } = routes['user-files'];

let admin: Browser;
beforeAll(async () => {
  admin = await portal.signedIn('nuk', 'admin');
});

const mailsTo = async (end: string) => (await portal.mailsTo(end)).map(({ to }) => to);

const csv = (rows: readonly (readonly string[])[]) => rows.map((cells) => `${cells.join(';')}\r\n`).join('');
const newcomers = (count: number, end: string) =>
  Array.from({ length: count }, (_, index) => {
    const { email, storeId, storeName } = person({ email: `new${index}${end}` });
    return [email, storeId, storeName, 'true', 'false', 'false'];
  });

const upload = async (browser: Browser, bytes: string | Uint8Array, region: RegionId = 'nuk') => {
  const { json } = await browser.send(requestUserUpload, region, { body: { bytes: 100_000 } });
  expect((await postFile(json, bytes)).status).toBe(204);
  return json.key;
};
const read = async (browser: Browser, bytes: string | Uint8Array, updateExisting = false) => {
  const body = { key: await upload(browser, bytes), updateExisting };
  const { json } = await browser.send(readUserFile, 'nuk', { body });
  if (json.report.outcome !== 'read') throw new Error(JSON.stringify(json));
  return json.report;
};
const jobOf = async (id: string, region: RegionId = 'nuk') =>
  (await admin.send(findJob, region, { query: { id } })).json as Job;

/** Asks until a job is over, as the page does; every answer is no less than the one before. */
const ended = async (id: string): Promise<Job> => {
  const counts: number[] = [];
  const job = await soon(async () => {
    const answer = await jobOf(id);
    counts.push(rowsDone(answer));
    expect(answer.state).not.toBe('running');
    return answer;
  }, 90_000);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  return job;
};

const startWith = (rows: readonly object[], id: string = randomUUID()) =>
  admin.send(startImport, 'nuk', { body: { id, updateExisting: false, rows } });

const importRow = (email: string, row = 2) => ({ row, ...person({ email }) });

describe('an import', () => {
  test('goes from a file to a preview, to users that are invited once each, and to rows that failed', async () => {
    const end = '@import.example';
    const file = csv([
      [...userColumns],
      ...newcomers(26, end),
      ['x', 'UK-1001', 'One', 'true', 'false', 'false'],
      ['new0@IMPORT.example', 'UK-1001', 'One', 'true', 'false', 'maybe'],
    ]);
    const report = await read(admin, file);
    expect(report).toMatchObject({ rows: 28, renamed: [], otherSheets: [] });
    expect(report.accepted.map(({ change }) => change)).toEqual(Array(26).fill('new'));
    expect(report.refused.map(({ row, reasons }) => [row, reasons.map(({ key }) => key)])).toEqual([
      [28, ['emailMalformed']],
      [29, ['notBoolean', 'emailTwice']],
    ]);
    expect(await mailsTo(end)).toEqual([]);

    const rows = [
      ...report.accepted.map(({ change: __, ...row }) => row),
      // The directory knows them since the file was read.
      importRow('repairs@nuk.example', 62),
      importRow('invited@nuk.example', 63),
    ];
    const { status, json: job } = await startWith(rows);
    expect([status, job.state, job.total, job.by]).toEqual([202, 'running', 28, 'admin@nuk.example']);

    expect(await startWith([importRow('later@import.example')])).toMatchObject({ status: 409, code: 'JobRunning' });
    expect((await admin.send(latestJob, 'nuk')).json.jobs).toMatchObject([{ id: job.id, state: 'running' }]);

    expect(await ended(job.id)).toMatchObject({
      state: 'done',
      total: 28,
      outcomes: { invited: 26, updated: 0, unchanged: 0, done: 0, failed: 2 },
    });
    const { json: failed } = await admin.send(listFailedRows, 'nuk', { query: { id: job.id } });
    expect(failed.items).toEqual([
      { ...importRow('repairs@nuk.example', 62), reason: 'UsernameExistsException' },
      { ...importRow('invited@nuk.example', 63), reason: 'UsernameExistsException' },
    ]);
    const mails = await mailsTo(end);
    expect([mails.length, new Set(mails).size]).toEqual([26, 26]);
    const invited = (await rowsOf(portal.cloud()).read('users')).filter(({ email }) => String(email).endsWith(end));
    expect(invited).toHaveLength(26);
    for (const user of invited)
      expect(user).toMatchObject({ status: 'invited', groups: expect.arrayContaining(['portal-local-NUK']) });

    // The same start once more, as a browser sends it that heard no answer.
    expect((await startWith(rows, job.id)).json).toMatchObject({ id: job.id, state: 'done' });
    expect(await mailsTo(end)).toHaveLength(26);
  }, 120_000);

  test('that is stopped is over, and another one may begin', async () => {
    const end = '@stopped.example';
    const rows = newcomers(30, end).map(([email = ''], index) => importRow(email, index + 2));
    const { json: job } = await startWith(rows);
    const { json: stopped } = await admin.send(stopJob, 'nuk', { body: { id: job.id } });
    expect(stopped).toMatchObject({ id: job.id, state: 'stopped' });
    const { json: next } = await startWith([importRow(`after${end}`)]);
    expect(await ended(next.id)).toMatchObject({ state: 'done', outcomes: { invited: 1 }, previous: job.id });
  }, 60_000);

  test('is undone: who was moved is back, who was invited is gone; an earlier one is refused', async () => {
    const known = person({ email: 'moved@undo.example' });
    await admin.send(routes.users.registerUser, 'nuk', { body: known });
    const rows = [
      { ...known, row: 2, storeId: 'UK-1002', storeName: 'Dublin Grafton Street' },
      importRow('new@undo.example', 3),
    ];
    const body = { id: randomUUID(), updateExisting: true, rows };
    expect(await ended((await admin.send(startImport, 'nuk', { body })).json.id)).toMatchObject({
      outcomes: { invited: 1, updated: 1 },
    });
    const undo = (undoes: string) => admin.send(startUndo, 'nuk', { body: { id: randomUUID(), undoes } });
    const { json, status } = await undo(body.id);
    expect(status).toBe(202);
    expect(await ended(json.id)).toMatchObject({ kind: 'undo', undoes: body.id, outcomes: { done: 2, failed: 0 } });
    const left = (await rowsOf(portal.cloud()).read('users')).filter(({ email }) =>
      String(email).endsWith('@undo.example'),
    );
    expect(left).toMatchObject([{ email: known.email, storeId: known.storeId, storeName: known.storeName }]);

    const later = await startWith([importRow('later@undo.example')]);
    await ended(later.json.id);
    expect(await undo(body.id)).toMatchObject({ status: 409, code: 'ImportNotLatest' });
  }, 60_000);

  test('of no rows, or of a row or somebody twice, is refused', async () => {
    for (const rows of [
      [],
      [importRow('a@twice.example'), importRow('b@twice.example')],
      [importRow('a@twice.example', 2), importRow('A@twice.example', 3)],
    ])
      expect(await startWith(rows)).toMatchObject(refusedAt('rows'));
  });
});

describe('values of a file that can be read in only one way', () => {
  const known = { email: 'zeros@store.example', storeId: '0043', storeName: 'Shop Forty-three' };
  beforeAll(async () => {
    const leading = { email: 'leading@store.example', storeId: '0042', storeName: 'Leading Zero Ltd' };
    for (const user of [known, leading])
      await admin.send(routes.users.registerUser, 'nuk', { body: { ...user, roles: ['register-repairs'] } });
  });
  const storeIds = async () =>
    (await admin.send(routes.stores.listStores, 'nuk')).json.items.map(({ storeId }) => storeId);

  test('a number of a workbook is the store that lost its zeros', async () => {
    const book = new ExcelJS.Workbook();
    book
      .addWorksheet('Users')
      .addRows([
        [...userColumns],
        ['number@store.example', 42, 'Leading Zero Ltd', true, false, false],
        ['somewhere@store.example', 77, 'Somewhere', true, false, false],
      ]);
    expect(await read(admin, new Uint8Array(await book.xlsx.writeBuffer()))).toMatchObject({
      accepted: [{ storeId: '0042', storeName: 'Leading Zero Ltd', namedStoreId: '42' }],
      refused: [{ reasons: [{ key: 'storeIdZeros' }], user: { storeId: '77', isNewStore: true } }],
    });
  });

  test('an update without zeros moves nobody, neither by the report nor by the import', async () => {
    const row = [known.email, '43', known.storeName, 'true', 'false', 'false'];
    const report = await read(admin, csv([[...userColumns], row]), true);
    expect(report.accepted).toMatchObject([{ storeId: '0043', namedStoreId: '43', change: 'unchanged' }]);
    const rows = [{ ...known, row: 2, storeId: '43', roles: ['register-repairs'] }];
    const { json } = await admin.send(startImport, 'nuk', { body: { id: randomUUID(), updateExisting: true, rows } });
    expect(await ended(json.id)).toMatchObject({ state: 'done', outcomes: { unchanged: 1 } });
    const user = (await rowsOf(portal.cloud()).read('users')).find(({ email }) => email === known.email);
    expect(user).toMatchObject({ storeId: '0043' });
    expect(await storeIds()).not.toContain('43');
  });

  test('an address has its domain in punycode; one of 65 characters before the @ is malformed', async () => {
    const more = ['UK-1001', 'London Oxford Street', 'true', 'false', 'false'];
    const file = csv([
      [...userColumns, 'note'],
      ['anna@müller.example', ...more, 'since May'],
      [`${'l'.repeat(65)}@store.example`, ...more],
    ]);
    expect(await read(admin, file)).toMatchObject({
      accepted: [{ email: 'anna@xn--mller-kva.example' }],
      refused: [{ row: 3, reasons: [{ column: 'email', key: 'emailMalformed' }] }],
      otherColumns: ['note'],
    });
  });
});

test('invitations that have expired are sent again, and no others; then there are none', async () => {
  const before = await mailsTo('@nuk.example');
  const { json: job, status } = await admin.send(startResend, 'nuk', { body: { id: randomUUID() } });
  expect([status, job.kind, job.total]).toEqual([202, 'resend', 1]);
  expect(await ended(job.id)).toMatchObject({ state: 'done', outcomes: { done: 1 } });
  const after = await mailsTo('@nuk.example');
  expect(after.toSorted()).toEqual([...before, 'expired@nuk.example'].toSorted());
  const { json: next } = await admin.send(startResend, 'nuk', { body: { id: randomUUID() } });
  expect(next).toMatchObject({ state: 'done', total: 0 });
}, 30_000);

describe('actions on many', () => {
  const subOf = async (email: string) =>
    String((await rowsOf(portal.cloud()).read('users')).find((row) => row['email'] === email)?.['sub']);
  const act = async (body: object) => {
    const { json } = await admin.send(startActions, 'nuk', { body: { id: randomUUID(), ...body } });
    return ended(json.id);
  };

  test('shut people out from their next request on, but never whoever does it', async () => {
    const victim = await portal.signIn('nuk', 'repairs');
    expect((await victim.send(routes.repairs.listRepairs, 'nuk')).status).toBe(200);
    const subs = [await subOf('repairs@nuk.example'), await subOf('admin@nuk.example'), randomUUID()];
    const job = await act({ action: 'disable', subs });
    expect(job.outcomes).toMatchObject({ done: 1, failed: 2 });
    expect((await victim.send(routes.repairs.listRepairs, 'nuk')).status).toBe(401);
    const { json } = await admin.send(listFailedRows, 'nuk', { query: { id: job.id } });
    expect(json.items.map(({ email, reason }) => [email, reason])).toEqual([
      ['admin@nuk.example', 'OwnAccount'],
      ['', 'UserNotFoundException'],
    ]);
    expect((await act({ action: 'enable', subs: subs.slice(0, 1) })).outcomes.done).toBe(1);
    expect((await portal.browser().login('nuk', 'repairs@nuk.example')).status).toBe(200);
  }, 30_000);

  test('need a role where one is added, and none elsewhere', async () => {
    const subs = [randomUUID()];
    for (const body of [{ action: 'addToGroup' }, { action: 'enable', role: 'admin' }])
      expect(await admin.send(startActions, 'nuk', { body: { id: randomUUID(), subs, ...body } })).toMatchObject(
        refusedAt('role'),
      );
  });
});

describe('each region', () => {
  test('has jobs of its own, which others neither see nor stop', async () => {
    const other = await portal.signedIn('ndach', 'admin');
    const { json } = await admin.send(latestJob, 'nuk');
    const id = json.jobs[0]?.id ?? '';
    const { json: before } = await other.send(latestJob, 'ndach');
    expect(before.jobs).toEqual([]);
    const { json: job } = await startWith([importRow('counted@region.example')]);
    await ended(job.id);
    // Emails of a job in one region count in no other.
    expect((await other.send(latestJob, 'ndach')).json).toEqual(before);
    for (const [route, call] of [
      [findJob, { query: { id } }],
      [listFailedRows, { query: { id } }],
      [stopJob, { body: { id } }],
    ] as const)
      expect(await other.send(route, 'ndach', call)).toMatchObject(notFound);
  });

  test('reads files of its own admins only', async () => {
    const other = await portal.signedIn('ndach', 'admin');
    const key = await upload(admin, csv([[...userColumns], ...newcomers(1, '@own.example')]));
    const body = { key, updateExisting: false };
    expect(await other.send(readUserFile, 'ndach', { body })).toMatchObject(notFound);
  });
});
