import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ImportDraft } from '#lambdas/lib/jobs/import-drafts.ts';
import { parseAndValidate } from '#lambdas/lib/spreadsheets/validator-worker.ts';
import { toUploadKey } from '#lambdas/lib/uploads/uploads.ts';
import { admin, buildContext } from '#lambdas/testing/callers.ts';
import { buildTable } from '#lambdas/testing/files/lines.ts';
import type { Encoding } from '#shared/text/spreadsheet.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import type { UsersFileReport } from '#shared/users/file/report.ts';
import { usersFileReport } from '#shared/users/file/report.ts';
import type { KnownUser } from './known-users-store.ts';
import { parseUsers } from './rows/parse-users.ts';
import type { UserFilesCollaborators } from './user-file-handlers.ts';
import { createUserFileHandlers } from './user-file-handlers.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const key = toUploadKey('users', 'nuk', admin.sub, id);
const files = new Map<string, Uint8Array>();
const drafts: ImportDraft[] = [];
const knownUsers = new Map<string, KnownUser>();
let read: UserFilesCollaborators['reader']['read'];
beforeEach(() => {
  files.clear();
  drafts.length = 0;
  knownUsers.clear();
  read = (bytes, readContext) => parseAndValidate(parseUsers, { bytes, readContext });
});

type Options = {
  readonly region?: 'nuk' | 'nfr';
  readonly updateExisting?: boolean;
  readonly charset?: Encoding;
};

const { readUserFile } = createUserFileHandlers({
  uploads: {
    presignPost: async (name) => ({ url: 'https://uploads.example', fields: { key: name } }),
    read: async (name) => files.get(name),
    remove: async (name) => void files.delete(name),
  },
  reader: { read: (...task) => read(...task) },
  findUsers: async () => knownUsers,
  stores: { list: async () => [{ storeId: 'UK-1', storeName: 'One' }] },
  drafts: { add: async (draft) => void drafts.push(draft) },
  settings: { nuk: { returnsAvailable: true }, ndach: { returnsAvailable: true }, nfr: { returnsAvailable: false } },
  readRemainingForDay: async () => 1200,
  newId: () => id,
  onLimit: () => {},
  onDeletionFailure: () => {},
});

const readFile = async (
  bytes: string | Uint8Array,
  { region = 'nuk', updateExisting = false, charset }: Options = {},
) => {
  const ownKey = toUploadKey('users', region, admin.sub, id);
  files.set(ownKey, Buffer.from(bytes));
  const input = { region, key: ownKey, updateExisting, ...(charset && { charset }) };
  const { body } = await readUserFile(input, buildContext(admin));
  return usersFileReport.parse(body.report);
};

const buildCsvText = (rows: readonly (readonly string[])[]) => rows.map((cells) => `${cells.join(';')}\r\n`).join('');
const buildRow = (name: string, ...flags: string[]) => [
  `${name}@store.example`,
  'UK-1',
  'One',
  ...(flags.length ? flags : ['true', 'false', 'false']),
];

test('reads a file once and removes it', async () => {
  const file = buildCsvText([[...userColumns], buildRow('anna'), buildRow('ben', 'WAHR', 'FAUX', "'true")]);
  expect(await readFile(file)).toMatchObject({
    outcome: 'read',
    rows: 2,
    emailsLeft: 1200,
    accepted: [
      { row: 2, email: 'anna@store.example', roles: ['register-repairs'] },
      { row: 3, email: 'ben@store.example', roles: ['admin', 'register-repairs'] },
    ],
  });
  expect(files.size).toBe(0);
  await expect(readUserFile({ region: 'nuk', key, updateExisting: false }, buildContext(admin))).rejects.toMatchObject({
    code: 'NotFound',
  });
});

test('stores a draft of the rows that an import would process', async () => {
  const knownUser = { sub: 'u1', storeId: 'UK-1', storeName: 'One' };
  knownUsers.set('ben@store.example', { ...knownUser, roles: ['register-repairs'] });
  knownUsers.set('cleo@store.example', { ...knownUser, roles: ['admin'] });
  const file = buildCsvText([
    [...userColumns],
    ['dora@store.example', '77', 'Seventy-seven', 'true', 'false', 'false'],
    buildRow('anna'),
    buildRow('ben'),
    buildRow('cleo'),
    ['nobody', 'UK-1', 'One', 'true', 'false', 'false'],
  ]);
  const report = await readFile(file, { updateExisting: true });
  expect(report).toMatchObject({ jobId: id, accepted: [{ row: 3 }, { row: 4 }, { row: 5 }] });
  const importRow = { storeId: 'UK-1', storeName: 'One', roles: ['register-repairs'], isDoubtful: false };
  expect(drafts).toEqual([
    {
      region: 'nuk',
      id,
      bySub: admin.sub,
      updateExisting: true,
      rows: [
        {
          ...importRow,
          row: 2,
          email: 'dora@store.example',
          storeId: '77',
          storeName: 'Seventy-seven',
          isDoubtful: true,
        },
        { ...importRow, row: 3, email: 'anna@store.example' },
        { ...importRow, row: 5, email: 'cleo@store.example' },
      ],
    },
  ]);
});

test.each([
  ['unchanged', buildRow('ben')],
  ['rejected', ['nobody', 'UK-1', 'One', 'true', 'false', 'false']],
])('stores no draft of a file whose rows are all %s', async (_, cells) => {
  knownUsers.set('ben@store.example', { sub: 'u1', storeId: 'UK-1', storeName: 'One', roles: ['register-repairs'] });
  const report = await readFile(buildCsvText([[...userColumns], cells]), { updateExisting: true });
  expect(report).toMatchObject({ outcome: 'read', rows: 1 });
  expect(report).not.toHaveProperty('jobId');
  expect(drafts).toEqual([]);
});

test('rejects the returns role in a region without returns', async () =>
  expect(
    await readFile(buildCsvText([[...userColumns], buildRow('anna', 'true', 'true', 'false')]), { region: 'nfr' }),
  ).toMatchObject({
    refused: [{ row: 2, reasons: [{ column: 'registerReturns', key: 'noReturnsHere' }] }],
  }));

describe('the spelling of store names', () => {
  const buildFile = (...storeNames: readonly string[]) =>
    buildCsvText([
      [...userColumns],
      ...storeNames.map((storeName, index) => [
        `anna${index}@store.example`,
        `UK-${20 + index}`,
        storeName,
        'true',
        'false',
        'false',
      ]),
    ]);
  const toNames = (report: UsersFileReport) =>
    report.outcome === 'read' ? report.accepted.map(({ storeName }) => storeName) : report;

  test('is repaired and raises a question if the text was encoded twice', async () => {
    const file = buildFile('MÃ¼nchen HauptstraÃŸe', 'Zürich');
    const report = await readFile(file);
    expect(toNames(report)).toEqual(['München Hauptstraße', 'Zürich']);
    expect(report).toMatchObject({
      spellings: [
        { charset: 'utf-8-twice', words: ['München', 'Hauptstraße'] },
        { charset: 'utf-8', words: ['MÃ¼nchen', 'HauptstraÃŸe'] },
      ],
    });
  });

  test('is read as the user has answered, without another question', async () => {
    const file = buildFile('MÃ¼nchen');
    for (const [charset, name] of [
      ['utf-8-twice', 'München'],
      ['utf-8', 'MÃ¼nchen'],
    ] as const) {
      const report = await readFile(file, { charset });
      expect(toNames(report)).toEqual([name]);
      expect(report).not.toHaveProperty('spellings');
    }
  });

  test('raises a question if several character sets are likely', async () => {
    // The same byte is É on a Mac, ƒ in Windows and â in MS-DOS.
    const bytes = Buffer.from(buildFile('\u0083dition'), 'latin1');
    const report = await readFile(bytes);
    expect(report).toHaveProperty('spellings');
    const reportAfterAnswer = await readFile(bytes, { charset: 'macintosh' });
    expect(toNames(reportAfterAnswer)).toEqual(['Édition']);
    expect(reportAfterAnswer).not.toHaveProperty('spellings');
  });

  test('raises no question for unambiguous text', async () =>
    expect(await readFile(buildFile('Zürich', 'Besançon'))).not.toHaveProperty('spellings'));
});

test('rejects a file whose report exceeds the response limit', async () => {
  const longText = '語'.repeat(254);
  const rejectedRow = [longText, longText.slice(0, 60), longText.slice(0, 100), 'x', 'x', 'x'];
  const rows = [buildRow('anna'), ...Array.from({ length: 4999 }, () => rejectedRow)];
  read = async (_, readContext) => ({ result: parseUsers(buildTable(rows, userColumns), readContext) });
  expect(await readFile('x')).toEqual({ outcome: 'refused', code: 'FileTooLarge' });
  expect(drafts).toEqual([]);
});
