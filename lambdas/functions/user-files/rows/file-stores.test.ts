import { describe, expect, test } from '@jest/globals';
import { reportOnUsers } from '#lambdas/functions/user-files/build-report.ts';
import type { KnownUser } from '#lambdas/functions/user-files/known-users-store.ts';
import { parseAndValidate } from '#lambdas/lib/spreadsheets/validator-worker.ts';
import { buildWorkbook } from '#lambdas/testing/files/workbook.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import type { ReadUsersFile } from '#shared/users/file/report.ts';
import { usersFileReport } from '#shared/users/file/report.ts';
import { parseUsers } from './parse-users.ts';

const stores = [
  { storeId: '0042', storeName: 'Leading Zero Ltd' },
  { storeId: '0043', storeName: 'Shop Forty-three' },
  { storeId: 'UK-1001', storeName: 'London Oxford Street' },
  { storeId: '051', storeName: 'Fifty-one' },
  { storeId: '0051', storeName: 'Another fifty-one' },
];

const knownUsers = new Map<string, KnownUser>([
  ['known@store.example', { sub: 'sub-1', ...stores[1], roles: ['admin', 'register-repairs'] } as KnownUser],
]);

const toCsv = (rows: readonly (readonly string[])[], header: readonly string[] = userColumns) =>
  Buffer.from([header, ...rows].map((cells) => `${cells.join(';')}\r\n`).join(''));

type Cell = string | number;

const buildCellXml = (cell: Cell, address: string) =>
  typeof cell === 'number'
    ? `<c r="${address}"><v>${cell}</v></c>`
    : `<c r="${address}" t="inlineStr"><is><t>${cell}</t></is></c>`;

const buildWorkbookWith = (rows: readonly (readonly Cell[])[]) =>
  buildWorkbook(
    [userColumns, ...rows]
      .map((cells: readonly Cell[], row) => {
        const content = cells.map((cell, column) => buildCellXml(cell, `${'ABCDEF'.charAt(column)}${row + 1}`));
        return `<row r="${row + 1}">${content.join('')}</row>`;
      })
      .join(''),
  );

/** Row of a user who books repairs. */
const buildRow = (name: string, storeId: Cell, storeName = 'A shop') => [
  `${name}@store.example`,
  storeId,
  storeName,
  'true',
  'false',
  'false',
];

const reportOn = async (bytes: Uint8Array, updateExisting = true): Promise<ReadUsersFile> => {
  const parseResult = await parseAndValidate(parseUsers, { bytes, readContext: { returnsAvailable: true } });
  if ('refused' in parseResult) throw new Error(parseResult.refused);
  const report = await reportOnUsers(parseResult.result, {
    updateExisting,
    callerSub: 'sub-9',
    findUsers: async () => knownUsers,
    listStores: async () => stores,
  });
  if (report.outcome !== 'read') throw new Error(report.code);
  return usersFileReport.parse(report) as ReadUsersFile;
};

const reportOnCsv = (...rows: readonly (readonly Cell[])[]) => reportOn(toCsv(rows.map((cells) => cells.map(String))));
const reportOnWorkbook = (...rows: readonly (readonly Cell[])[]) => reportOn(buildWorkbookWith(rows));

describe('a store id that matches one store', () => {
  test.each([
    ['leading zeros lost in a workbook', () => reportOnWorkbook(buildRow('anna', 42)), '42', '0042'],
    ['leading zeros lost in a text file', () => reportOnCsv(buildRow('anna', '42')), '42', '0042'],
    ['other capitals', () => reportOnCsv(buildRow('anna', 'uk-1001')), 'uk-1001', 'UK-1001'],
    ['spaces', () => reportOnCsv(buildRow('anna', 'UK 1001')), 'UK1001', 'UK-1001'],
    ['another dash', () => reportOnWorkbook(buildRow('anna', 'Uk\u20111001')), 'Uk-1001', 'UK-1001'],
  ])('is matched despite %s', async (_, readReport, namedStoreId, storeId) => {
    const { accepted, refused } = await readReport();
    const store = stores.find((candidate) => candidate.storeId === storeId);
    expect(accepted).toEqual([
      expect.objectContaining({ ...store, change: 'new', namedStoreId, email: 'anna@store.example' }),
    ]);
    expect(accepted[0]).not.toHaveProperty('isNewStore');
    expect(refused).toEqual([]);
  });

  test('leaves a user of the store unchanged', async () => {
    const { accepted } = await reportOnCsv(['known@store.example', '43', 'Shop Forty-three', 'true', 'false', 'true']);
    expect(accepted).toMatchObject([{ change: 'unchanged', storeId: '0043', namedStoreId: '43' }]);
    expect(accepted[0]).not.toHaveProperty('previousStore');
    expect(accepted[0]).not.toHaveProperty('lostRoles');
  });

  test('keeps the store’s name and reports a different one', async () => {
    const { accepted, renamed } = await reportOnCsv(buildRow('anna', '42', 'Bristol'));
    expect(accepted).toMatchObject([{ storeName: 'Leading Zero Ltd' }]);
    expect(renamed).toEqual([{ storeId: '0042', known: 'Leading Zero Ltd', named: 'Bristol' }]);
  });

  test('ignores non-breaking spaces in the store’s name', async () =>
    expect((await reportOnCsv(buildRow('anna', 'UK-1001', 'London\u00A0Oxford\u202FStreet'))).renamed).toEqual([]));
});

test('rejects an ambiguous store id with the candidates', async () => {
  const { accepted, refused } = await reportOnCsv(buildRow('anna', '51'));
  expect(accepted).toEqual([]);
  expect(refused).toMatchObject([
    { row: 2, reasons: [{ column: 'storeId', key: 'storeUnclear', storeIds: ['051', '0051'] }] },
  ]);
  expect(refused[0]).not.toHaveProperty('user');
});

describe('a store id that matches no store', () => {
  test.each([
    ['in a workbook', () => reportOnWorkbook(buildRow('anna', 77))],
    ['in a text file', () => reportOnCsv(buildRow('anna', '77'))],
  ])('is rejected as a number %s, because it may have lost zeros', async (_, readReport) => {
    const { accepted, refused } = await readReport();
    expect(accepted).toEqual([]);
    expect(refused).toMatchObject([
      {
        reasons: [{ column: 'storeId', key: 'storeIdZeros' }],
        user: { storeId: '77', change: 'new', isNewStore: true, row: 2 },
      },
    ]);
  });

  test.each([
    ['typed as a text in a workbook', () => reportOnWorkbook(buildRow('anna', '77'))],
    ['with its zeros', () => reportOnCsv(buildRow('anna', '0077'))],
    ['with letters', () => reportOnCsv(buildRow('anna', 'UK-77'))],
  ])('is a new store %s', async (_, readReport) =>
    expect((await readReport()).accepted).toMatchObject([{ isNewStore: true }]),
  );

  test('matches a new store with zeros in the same file', async () => {
    const { accepted, refused } = await reportOnCsv(buildRow('anna', '77'), buildRow('ben', '0077'));
    expect(refused).toEqual([]);
    expect(accepted.map(({ storeId, namedStoreId }) => [storeId, namedStoreId])).toEqual([
      ['0077', '77'],
      ['0077', undefined],
    ]);
  });
});

describe('a new store', () => {
  test('takes the name of its first row and reports other names', async () => {
    const { accepted, renamed } = await reportOnCsv(
      buildRow('anna', 'NM-1', 'Northampton'),
      buildRow('ben', 'NM-1', 'Northhampton'),
      buildRow('cleo', 'nm 1', 'Northampton'),
    );
    expect(
      accepted.map(({ storeId, storeName, otherStoreName, namedStoreId, isNewStore }) => [
        storeId,
        storeName,
        otherStoreName,
        namedStoreId,
        isNewStore,
      ]),
    ).toEqual([
      ['NM-1', 'Northampton', undefined, undefined, true],
      ['NM-1', 'Northampton', 'Northhampton', undefined, true],
      ['NM-1', 'Northampton', undefined, 'nm1', true],
    ]);
    expect(renamed).toEqual([]);
  });

  test('is distinguished by the position of hyphens between digits', async () => {
    const { accepted } = await reportOnCsv(buildRow('anna', '1-11'), buildRow('ben', '11-1'));
    expect(accepted.map(({ storeId }) => storeId)).toEqual(['1-11', '11-1']);
  });
});

test('reports the store that an updated user leaves, and the roles they lose', async () => {
  const { accepted } = await reportOnCsv([
    'known@store.example',
    'UK-1001',
    'London Oxford Street',
    'true',
    'false',
    'false',
  ]);
  expect(accepted).toMatchObject([
    {
      change: 'update',
      storeId: 'UK-1001',
      admin: 'ceases',
      previousStore: { storeId: '0043', storeName: 'Shop Forty-three' },
      lostRoles: ['admin'],
    },
  ]);
});

describe('rows with the same email', () => {
  const listReasons = ({ refused }: ReadUsersFile) => refused.map(({ row, reasons }) => [row, reasons]);
  const buildRepeatedEmailReason = (row: number) => [{ column: 'email', key: 'emailTwice', row }];

  test('are accepted once if they agree', async () => {
    const report = await reportOnCsv(buildRow('anna', '0042'), buildRow('anna', '42'), buildRow('ben', '0042'));
    expect(listReasons(report)).toEqual([[3, buildRepeatedEmailReason(2)]]);
    expect(report.accepted.map(({ row }) => row)).toEqual([2, 4]);
  });

  test('are all rejected if they differ', async () => {
    const report = await reportOnCsv(buildRow('anna', '0042'), buildRow('anna', '0042'), buildRow('anna', 'UK-1001'));
    expect(listReasons(report)).toEqual([
      [2, buildRepeatedEmailReason(4)],
      [3, buildRepeatedEmailReason(2)],
      [4, buildRepeatedEmailReason(2)],
    ]);
  });
});

describe('columns', () => {
  const row = ['anna@store.example', '0042', 'A shop', 'wahr', 'falsch', 'falsch'];

  test.each([
    ['German', ['E-Mail', 'Filial-Nr.', 'Filialname', 'Reparaturen', 'Retouren', 'Admin']],
    ['French', ['Courriel', 'Code magasin', 'Nom du magasin', 'Réparations', 'Retours', 'Administrateur']],
    ['English', ['Email address', 'Store ID', 'Store name', 'Register repairs', 'Register returns', 'Administrator']],
  ])('are recognized by %s headers', async (_, header) =>
    expect((await reportOn(toCsv([row], header))).accepted).toMatchObject([
      { email: 'anna@store.example', storeId: '0042', roles: ['register-repairs'] },
    ]),
  );

  test('unknown to the portal are ignored and listed', async () => {
    const header = ['Bemerkung', ...userColumns, 'phone'];
    const report = await reportOn(
      toCsv(
        [
          ['new since May', ...row, '+44 1'],
          ['', ...buildRow('ben', '0042').map(String)],
        ],
        header,
      ),
    );
    expect(report).toMatchObject({ otherColumns: ['Bemerkung', 'phone'], refused: [] });
    expect(report.accepted.map(({ email }) => email)).toEqual(['anna@store.example', 'ben@store.example']);
  });
});

test('converts an internationalized domain to Punycode', async () => {
  const { accepted } = await reportOnCsv(['anna@müller.example', '0042', 'A shop', 'true', 'false', 'false']);
  expect(accepted).toMatchObject([{ email: 'anna@xn--mller-kva.example' }]);
});
