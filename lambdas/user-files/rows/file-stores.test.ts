import { describe, expect, test } from '@jest/globals';
import { readAndJudge } from '#lambdas/spreadsheets/thread.ts';
import { workbookOf } from '#lambdas/testing/files/workbook.ts';
import { reportOnUsers } from '#lambdas/user-files/report.ts';
import type { KnownUser } from '#lambdas/user-files/store.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import type { ReadUsersFile } from '#shared/users/file/report.ts';
import { usersFileReport } from '#shared/users/file/report.ts';
import { readUsers } from './read-users.ts';

const stores = [
  { storeId: '0042', storeName: 'Leading Zero Ltd' },
  { storeId: '0043', storeName: 'Shop Forty-three' },
  { storeId: 'UK-1001', storeName: 'London Oxford Street' },
  { storeId: '051', storeName: 'Fifty-one' },
  { storeId: '0051', storeName: 'Another fifty-one' },
];

const known = new Map<string, KnownUser>([
  ['known@store.example', { sub: 'sub-1', ...stores[1], roles: ['admin', 'register-repairs'] } as KnownUser],
]);

const csvOf = (rows: readonly (readonly string[])[], header: readonly string[] = userColumns) =>
  Buffer.from([header, ...rows].map((cells) => `${cells.join(';')}\r\n`).join(''));

type Cell = string | number;

const cellXml = (cell: Cell, at: string) =>
  typeof cell === 'number'
    ? `<c r="${at}"><v>${cell}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;

const workbookWith = (rows: readonly (readonly Cell[])[]) =>
  workbookOf(
    [userColumns, ...rows]
      .map((cells: readonly Cell[], row) => {
        const content = cells.map((cell, column) => cellXml(cell, `${'ABCDEF'.charAt(column)}${row + 1}`));
        return `<row r="${row + 1}">${content.join('')}</row>`;
      })
      .join(''),
  );

/** A row about somebody who books repairs. */
const rowOf = (name: string, storeId: Cell, storeName = 'A shop') => [
  `${name}@store.example`,
  storeId,
  storeName,
  'true',
  'false',
  'false',
];

const reportOn = async (bytes: Uint8Array, updateExisting = true): Promise<ReadUsersFile> => {
  const reading = await readAndJudge(readUsers, { bytes, question: { returnsAvailable: true } });
  if ('refused' in reading) throw new Error(reading.refused);
  const report = await reportOnUsers(reading.result, {
    updateExisting,
    caller: 'sub-9',
    findUsers: async () => known,
    listStores: async () => stores,
  });
  if (report.outcome !== 'read') throw new Error(report.code);
  return usersFileReport.parse(report) as ReadUsersFile;
};

const csv = (...rows: readonly (readonly Cell[])[]) => reportOn(csvOf(rows.map((cells) => cells.map(String))));
const workbook = (...rows: readonly (readonly Cell[])[]) => reportOn(workbookWith(rows));

describe('a store id that can mean only one store', () => {
  test.each([
    ['a number in a workbook', () => workbook(rowOf('anna', 42)), '42', '0042'],
    ['a number in a text file', () => csv(rowOf('anna', '42')), '42', '0042'],
    ['other capitals', () => csv(rowOf('anna', 'uk-1001')), 'uk-1001', 'UK-1001'],
    ['blanks', () => csv(rowOf('anna', 'UK 1001')), 'UK1001', 'UK-1001'],
    ['another dash', () => workbook(rowOf('anna', 'Uk\u20111001')), 'Uk-1001', 'UK-1001'],
  ])('is read as that store: %s', async (_, read, named, storeId) => {
    const { accepted, refused } = await read();
    const store = stores.find((one) => one.storeId === storeId);
    expect(accepted).toEqual([
      expect.objectContaining({ ...store, change: 'new', namedStoreId: named, email: 'anna@store.example' }),
    ]);
    expect(accepted[0]).not.toHaveProperty('isNewStore');
    expect(refused).toEqual([]);
  });

  test('moves nobody who works there', async () => {
    const { accepted } = await csv(['known@store.example', '43', 'Shop Forty-three', 'true', 'false', 'true']);
    expect(accepted).toMatchObject([{ change: 'unchanged', storeId: '0043', namedStoreId: '43' }]);
    expect(accepted[0]).not.toHaveProperty('previous');
  });

  test('keeps its name, and says so if the file has another one', async () => {
    const { accepted, renamed } = await csv(rowOf('anna', '42', 'Bristol'));
    expect(accepted).toMatchObject([{ storeName: 'Leading Zero Ltd' }]);
    expect(renamed).toEqual([{ storeId: '0042', known: 'Leading Zero Ltd', named: 'Bristol' }]);
  });

  test('has one name, whichever blanks it is written with', async () =>
    expect((await csv(rowOf('anna', 'UK-1001', 'London\u00A0Oxford\u202FStreet'))).renamed).toEqual([]));
});

test('a store id that could mean several is asked about, and names them', async () => {
  const { accepted, refused } = await csv(rowOf('anna', '51'));
  expect(accepted).toEqual([]);
  expect(refused).toMatchObject([
    { row: 2, reasons: [{ column: 'storeId', key: 'storeUnclear', storeIds: ['051', '0051'] }] },
  ]);
  expect(refused[0]).not.toHaveProperty('user');
});

describe('a number that matches no store', () => {
  test.each([
    ['in a workbook', () => workbook(rowOf('anna', 77))],
    ['in a text file', () => csv(rowOf('anna', '77'))],
  ])('%s is asked about, since its zeros may be lost', async (_, read) => {
    const { accepted, refused } = await read();
    expect(accepted).toEqual([]);
    expect(refused).toMatchObject([
      {
        reasons: [{ column: 'storeId', key: 'storeIdZeros' }],
        user: { storeId: '77', change: 'new', isNewStore: true, row: 2 },
      },
    ]);
  });

  test.each([
    ['typed as a text in a workbook', () => workbook(rowOf('anna', '77'))],
    ['with its zeros', () => csv(rowOf('anna', '0077'))],
    ['with letters', () => csv(rowOf('anna', 'UK-77'))],
  ])('is a new store where none can be lost: %s', async (_, read) =>
    expect((await read()).accepted).toMatchObject([{ isNewStore: true }]),
  );

  test('means a new store of the file that has its zeros', async () => {
    const { accepted, refused } = await csv(rowOf('anna', '77'), rowOf('ben', '0077'));
    expect(refused).toEqual([]);
    expect(accepted.map(({ storeId, namedStoreId }) => [storeId, namedStoreId])).toEqual([
      ['0077', '77'],
      ['0077', undefined],
    ]);
  });
});

describe('a new store', () => {
  test('has the name of its first row, and says that others call it otherwise', async () => {
    const { accepted, renamed } = await csv(
      rowOf('anna', 'NM-1', 'Northampton'),
      rowOf('ben', 'NM-1', 'Northhampton'),
      rowOf('cleo', 'nm 1', 'Northampton'),
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

  test('is another one where hyphens between its digits stand elsewhere', async () => {
    const { accepted } = await csv(rowOf('anna', '1-11'), rowOf('ben', '11-1'));
    expect(accepted.map(({ storeId }) => storeId)).toEqual(['1-11', '11-1']);
  });
});

test('somebody who would change their store or lose a role is told with what they have so far', async () => {
  const { accepted } = await csv(['known@store.example', 'UK-1001', 'London Oxford Street', 'true', 'false', 'false']);
  expect(accepted).toMatchObject([
    {
      change: 'update',
      storeId: 'UK-1001',
      admin: 'ceases',
      previous: { storeId: '0043', storeName: 'Shop Forty-three', roles: ['admin', 'register-repairs'] },
    },
  ]);
});

describe('rows with one email', () => {
  const reasonsOf = ({ refused }: ReadUsersFile) => refused.map(({ row, reasons }) => [row, reasons]);
  const twice = (row: number) => [{ column: 'email', key: 'emailTwice', row }];

  test('count once where they say the same', async () => {
    const report = await csv(rowOf('anna', '0042'), rowOf('anna', '42'), rowOf('ben', '0042'));
    expect(reasonsOf(report)).toEqual([[3, twice(2)]]);
    expect(report.accepted.map(({ row }) => row)).toEqual([2, 4]);
  });

  test('are all refused where they differ', async () => {
    const report = await csv(rowOf('anna', '0042'), rowOf('anna', '0042'), rowOf('anna', 'UK-1001'));
    expect(reasonsOf(report)).toEqual([
      [2, twice(4)],
      [3, twice(2)],
      [4, twice(2)],
    ]);
  });
});

describe('the columns of a file', () => {
  const row = ['anna@store.example', '0042', 'A shop', 'wahr', 'falsch', 'falsch'];

  test.each([
    ['German', ['E-Mail', 'Filial-Nr.', 'Filialname', 'Reparaturen', 'Retouren', 'Admin']],
    ['French', ['Courriel', 'Code magasin', 'Nom du magasin', 'Réparations', 'Retours', 'Administrateur']],
    ['English', ['Email address', 'Store ID', 'Store name', 'Register repairs', 'Register returns', 'Administrator']],
  ])('are read under %s headings', async (_, header) =>
    expect((await reportOn(csvOf([row], header))).accepted).toMatchObject([
      { email: 'anna@store.example', storeId: '0042', roles: ['register-repairs'] },
    ]),
  );

  test('may stand beside others, which are passed over and named', async () => {
    const header = ['Bemerkung', ...userColumns, 'phone'];
    const report = await reportOn(
      csvOf(
        [
          ['new since May', ...row, '+44 1'],
          ['', ...rowOf('ben', '0042').map(String)],
        ],
        header,
      ),
    );
    expect(report).toMatchObject({ otherColumns: ['Bemerkung', 'phone'], refused: [] });
    expect(report.accepted.map(({ email }) => email)).toEqual(['anna@store.example', 'ben@store.example']);
  });
});

test('an address at a domain with an umlaut is taken', async () => {
  const { accepted } = await csv(['anna@müller.example', '0042', 'A shop', 'true', 'false', 'false']);
  expect(accepted).toMatchObject([{ email: 'anna@xn--mller-kva.example' }]);
});
