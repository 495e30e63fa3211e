import { beforeEach, expect, test } from '@jest/globals';
import { readAndJudge } from '#lambdas/spreadsheets/thread.ts';
import { uploadKey } from '#lambdas/spreadsheets/uploads.ts';
import { admin, by, colleague } from '#lambdas/testing/callers.ts';
import { textRows, workbookOf } from '#lambdas/testing/files/workbook.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { usersFileReport } from '#shared/users/file/report.ts';
import { readUsers } from './rows/read-users.ts';
import type { UserFilesCollaborators } from './user-files.ts';
import { userFileHandlers } from './user-files.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const key = uploadKey('users', 'nuk', admin.sub, id);
const files = new Map<string, Uint8Array>();
let read: UserFilesCollaborators['reader']['read'];
beforeEach(() => {
  files.clear();
  read = (bytes, question) => readAndJudge(readUsers, { bytes, question });
});

const { requestUserUpload, readUserFile } = userFileHandlers({
  uploads: {
    presignPost: async (name) => ({ url: 'https://uploads.example', fields: { key: name } }),
    read: async (name) => files.get(name),
    remove: async (name) => void files.delete(name),
  },
  reader: { read: (...task) => read(...task) },
  users: { find: async () => new Map() },
  stores: { list: async () => [] },
  settings: { nuk: { returnsAvailable: true }, ndach: { returnsAvailable: true }, nfr: { returnsAvailable: false } },
  leftForDay: async () => 1200,
  newId: () => id,
  onLimit: () => {},
  onLeftBehind: () => {},
});

const ask = async (bytes: Uint8Array | string, region: 'nuk' | 'nfr' = 'nuk') => {
  const own = uploadKey('users', region, admin.sub, id);
  files.set(own, Buffer.from(bytes));
  const { body } = await readUserFile({ region, key: own, updateExisting: false }, by(admin));
  return usersFileReport.parse(body.report);
};

const csv = (rows: readonly (readonly string[])[]) => rows.map((cells) => `${cells.join(';')}\r\n`).join('');
const row = (name: string, ...more: string[]) => [
  `${name}@store.example`,
  'UK-1',
  'One',
  ...(more.length ? more : ['true', 'false', 'false']),
];

test('a file may wait where only its own function reads it', async () => {
  const { body } = await requestUserUpload({ region: 'nuk', bytes: 1000 }, by(admin));
  expect(body).toEqual({ key, url: 'https://uploads.example', fields: { key } });
});

test('a file is read once, and is gone afterwards', async () => {
  const file = csv([[...userColumns], row('anna'), row('ben', 'WAHR', 'FAUX', "'true")]);
  expect(await ask(file)).toMatchObject({
    outcome: 'read',
    rows: 2,
    emailsLeft: 1200,
    accepted: [
      { row: 2, email: 'anna@store.example', roles: ['register-repairs'] },
      { row: 3, email: 'ben@store.example', roles: ['admin', 'register-repairs'] },
    ],
  });
  expect(files.size).toBe(0);
  await expect(readUserFile({ region: 'nuk', key, updateExisting: false }, by(admin))).rejects.toMatchObject({
    code: 'NotFound',
  });
});

test.each([
  ['a colleague’s', uploadKey('users', 'nuk', colleague.sub, id)],
  ['of returns', uploadKey('returns', 'nuk', admin.sub, id)],
  ['of another region', uploadKey('users', 'ndach', admin.sub, id)],
])('a file %s is not found', async (_, other) => {
  files.set(other, Buffer.from('x'));
  await expect(readUserFile({ region: 'nuk', key: other, updateExisting: false }, by(admin))).rejects.toMatchObject({
    code: 'NotFound',
  });
  expect(files.size).toBe(1);
});

test('returns are refused in a region that has none', async () =>
  expect(await ask(csv([[...userColumns], row('anna', 'true', 'true', 'false')]), 'nfr')).toMatchObject({
    refused: [{ row: 2, reasons: [{ column: 'registerReturns', key: 'noReturnsHere' }] }],
  }));

test('Excel’s own truth values are read out of a workbook', async () => {
  const cell = (address: string, value: number) => `<c r="${address}" t="b"><v>${value}</v></c>`;
  const texts = textRows([[...userColumns], row('anna').slice(0, 3)]).replace(
    /<\/row>$/,
    `${cell('D2', 1)}${cell('E2', 0)}${cell('F2', 1)}</row>`,
  );
  expect(await ask(workbookOf(texts))).toMatchObject({ accepted: [{ roles: ['admin', 'register-repairs'] }] });
});

test('100,000 rows are refused by the guard', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => row(String(index)).join(','));
  expect(await ask(`${userColumns.join(',')}\n${rows.join('\n')}\n`)).toMatchObject({
    outcome: 'refused',
    code: 'FileTooLarge',
  });
});

test('rows whose report no function could answer are refused', async () => {
  const wide = '語'.repeat(254);
  const rows = Array.from({ length: 5000 }, () => [wide, wide.slice(0, 60), wide.slice(0, 100), 'x', 'x', 'x']);
  const table = {
    header: { number: 1, cells: userColumns },
    rows: rows.map((cells, index) => ({ number: index + 2, cells })),
    otherSheets: [],
    hiddenRows: [],
    spellings: [],
  };
  read = async (_, question) => ({ result: readUsers(table, question) });
  expect(await ask('x')).toEqual({ outcome: 'refused', code: 'FileTooLarge' });
});
