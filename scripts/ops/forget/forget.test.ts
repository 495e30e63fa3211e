import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { resolveProjectPath } from '#infra/project.ts';
import { createSubscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import { createImportDrafts } from '#lambdas/lib/jobs/import-drafts.ts';
import { toSeenNewsId } from '#lambdas/lib/news/seen-news.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { attemptKinds, toAttemptsId } from '#lambdas/lib/sessions/attempts.ts';
import { createSession } from '#lambdas/lib/sessions/sessions.ts';
import { buildStoredReturn, buildStoredRepair, addRepairEntry } from '#lambdas/testing/rows.ts';
import { setUpTestDirectory } from '#scripts/testing/directory.ts';
import type { TableName } from '#shared/config/tables.ts';
import { tableNames } from '#shared/config/tables.ts';
import type { Role } from '#shared/users/groups.ts';
import { scanAll } from '../records/scan.ts';
import { createUser } from '../users/create.ts';
import { createEraser } from './forget.ts';

const { getDirectory } = setUpTestDirectory(tableNames.filter((name) => !['users', 'stores', 'audit'].includes(name)));

const region = 'nuk';
const actor = { by: 'operator', requestId: 'command-1' };
const names = Object.fromEntries(tableNames.map((name) => [name, name])) as Record<TableName, string>;
const createTestEraser = (isDryRun = false) =>
  createEraser({ db: getDirectory().db, names, directory: getDirectory().directory, actor, isDryRun });
const create = (email: string, storeId: string, roles: readonly Role[] = []) =>
  createUser(getDirectory().directory, actor, { region, email, storeId, storeName: 'Oxford Street', roles }, undefined);
const put = (TableName: TableName, Item: object) =>
  getDirectory().db.send(new PutCommand({ TableName, Item: { ...Item } }));

/** Returns all stored data as one text: all tables, and the user pool. */
const readEverything = async () => {
  const items: unknown[] = [];
  for (const name of tableNames) items.push({ [name]: await scanAll(getDirectory().db, name) });
  const { Users } = await getDirectory().cognitoTarget.client.send(
    new ListUsersCommand({ UserPoolId: getDirectory().pool.UserPoolId }),
  );
  return JSON.stringify([items, Users]);
};
const readRecords = async (table: 'repairs' | 'returns') => {
  const kind = table === 'repairs' ? repairKind : returnKind;
  return (await scanAll(getDirectory().db, table)).map((item) => kind.parse(item));
};

const bookedAt = '2026-11-03T10:00:00.000Z';
const buildBookingFields = (by: string, storeId = 'UK-1001') => ({
  storeId,
  timeline: [{ type: 'booked', at: bookedAt, by } as const],
});

test('removes all traces of a former user, but keeps their bookings', async () => {
  const anna = 'anna@store.example';
  await create(anna, 'UK-1001', ['register-repairs']);
  await create('boss@store.example', 'UK-1001', ['admin']);
  const repair = addRepairEntry(buildStoredRepair(buildBookingFields(anna)), {
    type: 'withdrawn',
    at: bookedAt,
    by: anna,
  });
  const otherRepair = buildStoredRepair({ ...buildBookingFields('boss@store.example'), storeRefNo: 'REF-2' });
  await put('repairs', toItem('repairs', repair));
  await put('repairs', toItem('repairs', otherRepair));
  await put('returns', toItem('returns', buildStoredReturn(buildBookingFields(anna))));
  await put('jobs', { job: `${region}#j1`, row: 'head', by: anna });
  await put('jobs', { job: `${region}#j1`, row: 'row#0000001', email: anna });
  for (const kind of attemptKinds) await put('attempts', { id: toAttemptsId(kind, region, anna), failures: 1 });
  expect((await readEverything()).split(anna).length).toBeGreaterThan(8);

  const expectedCounts = { personCount: 1, recordCount: 2, eventCount: 2, jobRowCount: 2 };
  const lengthBefore = (await readEverything()).length;
  // A dry run counts one event fewer: the deletion of the user adds one.
  expect(await createTestEraser(true).erasePerson(region, anna)).toEqual({ ...expectedCounts, eventCount: 1 });
  expect(await readEverything()).toHaveLength(lengthBefore);
  expect(await createTestEraser().erasePerson(region, anna)).toEqual(expectedCounts);

  const remainingData = await readEverything();
  expect(remainingData).not.toContain(anna);
  for (const kind of attemptKinds) expect(remainingData).not.toContain(toAttemptsId(kind, region, anna));
  const withdrawnRepair = (await readRecords('repairs')).find(
    ({ id, state }) => id === repair.id && state === 'withdrawn',
  );
  expect(withdrawnRepair).toMatchObject({
    storeRefNo: 'REF-1',
    version: repair.version + 1,
    timeline: [{ by: '–' }, { by: '–' }],
  });
  expect((await readRecords('repairs')).find(({ storeRefNo }) => storeRefNo === 'REF-2')).toEqual(otherRepair);
  // A second run finds nothing, like a run for a misspelled address.
  await expect(createTestEraser().erasePerson(region, anna)).rejects.toThrow(
    'Nothing is kept of anna@store.example in nuk.',
  );
});

/** Returns the tables that contain a text in any item. */
const findTablesWith = async (text: string): Promise<TableName[]> => {
  const matches: TableName[] = [];
  for (const name of tableNames)
    if (JSON.stringify(await scanAll(getDirectory().db, name)).includes(text)) matches.push(name);
  return matches;
};

test('keeps the sub of a former user only in tables that the data inventory names', async () => {
  for (const [index, isDeletedBefore] of [false, true].entries()) {
    const email = `sub-${index}@store.example`;
    const { sub } = (await create(email, 'UK-1001', ['register-repairs'])).user;
    const storeRefNo = `SUB-${index}`;
    await put(
      'repairs',
      toItem('repairs', buildStoredRepair({ ...buildBookingFields(email), storeRefNo, createdBy: sub })),
    );
    await put(
      'returns',
      toItem('returns', buildStoredReturn({ ...buildBookingFields(email), storeRefNo, createdBy: sub })),
    );
    await put('sessions', createSession(region, `session-${index}`, sub, new Date()));
    await put('attempts', { id: `day#2026-11-03#emails#${region}#${sub}`, amount: 3 });
    await put('attempts', { id: toAttemptsId('second-factor', region, sub), failures: 1 });
    await put('attempts', { id: toSeenNewsId(region, sub), day: '2026-11-03' });
    await createSubscriptions(getDirectory().db, 'subscriptions').start(region, sub, undefined, new Date());
    await put('jobs', { job: `${region}#of-${index}`, row: 'head', by: email, bySub: sub });
    await put('jobs', { job: `${region}#of-${index}`, row: 'row#0000001', email, sub });
    expect(await findTablesWith(sub)).toEqual(
      tableNames.filter((name) => !['stores', 'search', 'statistics'].includes(name)),
    );
    if (isDeletedBefore)
      await getDirectory().directory.administration.remove(actor, await getDirectory().readRow({ region, sub }));

    await createTestEraser().erasePerson(region, email);

    const [, section = ''] = readFileSync(resolveProjectPath('docs/data-inventory.md'), 'utf8').split(
      '\n## After `npm run forget`\n',
    );
    const documentedTables = [...section.matchAll(/^\| table `(\w+)`/gm)].map(([, name]) => name);
    expect(await findTablesWith(sub)).toEqual(documentedTables);
    expect(await findTablesWith(email)).toEqual([]);
    expect(await readEverything()).not.toContain(toAttemptsId('second-factor', region, sub));
  }
});

test('removes a former admin from the events of users that they changed', async () => {
  const maya = 'maya@store.example';
  await create(maya, 'UK-1001', ['admin']);
  const { user } = await create('nora@store.example', 'UK-1001');
  await getDirectory().directory.administration.disable({ by: maya, requestId: 'request-2' }, user);
  expect((await getDirectory().listEvents(user)).at(-1)).toMatchObject({ action: 'disabled', by: maya });
  await createTestEraser().erasePerson(region, maya);
  expect((await getDirectory().listEvents(user)).at(-1)).toMatchObject({ action: 'disabled', by: '–' });
  expect(await findTablesWith(maya)).toEqual([]);
});

test('removes the reservation of an email whose invitation was interrupted', async () => {
  const lena = 'lena@store.example';
  await getDirectory().directory.users.reserveEmail(region, lena, { by: 'j2#2', now: new Date() });
  await put('jobs', { job: `${region}#j2`, row: 'row#0000002', email: lena });
  expect(await findTablesWith(lena)).toEqual(['users', 'jobs']);
  await createTestEraser().erasePerson(region, lena);
  expect(await findTablesWith(lena)).toEqual([]);
});

test('removes the rows of users files that were read and not imported', async () => {
  const drafts = createImportDrafts(getDirectory().db, 'jobs');
  const addDraft = async (bySub: string, emails: readonly string[]) => {
    const id = randomUUID();
    const rows = emails.map((email, index) => ({
      row: index + 2,
      email,
      storeId: 'UK-1001',
      storeName: 'One',
      roles: [],
      isDoubtful: false,
    }));
    await drafts.add({ region, id, bySub, updateExisting: false, rows }, new Date());
    return id;
  };
  const hanna = 'hanna@store.example';
  const { sub } = (await create(hanna, 'UK-1001', ['admin'])).user;
  const id = await addDraft(randomUUID(), ['other@store.example', hanna]);
  const otherDraftId = await addDraft(randomUUID(), ['other@store.example']);
  const hannasDraftId = await addDraft(sub, ['other@store.example']);

  expect(await createTestEraser(true).erasePerson(region, hanna)).toMatchObject({ jobRowCount: 2 });
  expect(await drafts.find(region, id, new Date())).toBeDefined();
  expect(await createTestEraser().erasePerson(region, hanna)).toMatchObject({ jobRowCount: 2 });

  expect(await findTablesWith(hanna)).toEqual([]);
  expect(await drafts.find(region, id, new Date())).toBeUndefined();
  expect(await drafts.find(region, otherDraftId, new Date())).toBeDefined();
  expect((await drafts.find(region, hannasDraftId, new Date()))?.bySub).toBe('–');
});

test('removes all users of a store, including those who left earlier', async () => {
  await create('bert@store.example', 'UK-2002');
  await create('cleo@store.example', 'UK-3003');
  await getDirectory().directory.stores.add(region, { storeId: 'UK-2002', storeName: 'Gone' }, 'request-1');
  for (const [index, by] of ['bert@store.example', 'left-before@store.example', 'boss@store.example'].entries())
    await put(
      'repairs',
      toItem('repairs', buildStoredRepair({ ...buildBookingFields(by, 'UK-2002'), storeRefNo: `GONE-${index}` })),
    );

  const lengthBefore = (await readEverything()).length;
  expect(await createTestEraser(true).eraseStore(region, 'UK-2002')).toMatchObject({ personCount: 2, recordCount: 2 });
  expect(await readEverything()).toHaveLength(lengthBefore);
  expect(await createTestEraser().eraseStore(region, 'UK-2002')).toMatchObject({ personCount: 2, recordCount: 2 });

  const remainingData = await readEverything();
  for (const email of ['bert@', 'left-before@']) expect(remainingData).not.toContain(email);
  // Data of the admin, who also booked for the store, and of other stores remains.
  for (const text of ['boss@', 'cleo@', 'GONE-0', 'GONE-2']) expect(remainingData).toContain(text);
  expect(await getDirectory().directory.stores.find(region, 'UK-2002')).toBeUndefined();
  await expect(createTestEraser().eraseStore(region, 'UK-2002')).rejects.toThrow(
    'Nothing is kept of a store UK-2002 in nuk.',
  );
  // A different spelling deletes nothing.
  await expect(createTestEraser().eraseStore(region, 'uk3003')).rejects.toThrow('Is UK-3003 meant?');
});

test('keeps the last administrator of a region', async () => {
  await expect(createTestEraser().erasePerson(region, 'boss@store.example')).rejects.toMatchObject({
    code: 'LastAdmin',
  });
  expect(await readEverything()).toContain('boss@store.example');
});
