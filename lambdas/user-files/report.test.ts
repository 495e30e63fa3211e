import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, Table } from '#lambdas/spreadsheets/table.ts';
import { tableOf as tableUnder } from '#lambdas/testing/files/lines.ts';
import type { UserColumn } from '#shared/users/file/columns.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { usersFileReport } from '#shared/users/file/report.ts';
import type { UsersContext } from './report.ts';
import { reportOnUsers as compareUsers } from './report.ts';
import { readBoolean, readUsers } from './rows/read-users.ts';
import type { UsersQuestion } from './rows/read-users.ts';
import type { KnownUser } from './store.ts';

const known = new Map<string, KnownUser>([
  ['known@store.example', { sub: 'sub-1', storeId: 'UK-1', storeName: 'One', roles: ['admin'] }],
  ['both@store.example', { sub: 'sub-2', storeId: 'UK-1', storeName: 'One', roles: ['register-repairs', 'admin'] }],
]);

const context: UsersQuestion & UsersContext = {
  returnsAvailable: true,
  updateExisting: true,
  caller: 'sub-9',
  findUsers: async (emails) => new Map([...known].filter(([email]) => emails.includes(email))),
  listStores: async () => [{ storeId: 'UK-1', storeName: 'One' }],
};

/** All that becomes of a table: what its rows say by themselves, held against the users that there are. */
const reportOnUsers = (table: Table, all: typeof context) => compareUsers(readUsers(table, all), all);

const good = (email: string): Record<UserColumn, Cell> => ({
  email,
  storeId: 'UK-1',
  storeName: 'One',
  registerRepairs: 'true',
  registerReturns: 'false',
  admin: 'false',
});
const tableOf = (rows: readonly (readonly Cell[])[], header: readonly Cell[] = userColumns, first = 2) =>
  tableUnder(rows, header, first);
const cellsOf = (row: Record<UserColumn, Cell>) => userColumns.map((column) => row[column]);

/** The report on three rows, the second of which is changed. */
const reportOn = async (change: Partial<Record<UserColumn, Cell>>, more: Partial<typeof context> = {}) => {
  const rows = [good('anna@store.example'), { ...good('ben@store.example'), ...change }, good('cleo@store.example')];
  const report = await reportOnUsers(tableOf(rows.map(cellsOf)), { ...context, ...more });
  if (report.outcome !== 'read') throw new Error(report.code);
  return usersFileReport.parse(report) as typeof report;
};

describe('a row', () => {
  test.each<[string, Partial<Record<UserColumn, Cell>>, string | Record<string, unknown>]>([
    ['without an email', { email: ' ' }, 'missing'],
    ['with an email that is none', { email: 'ben' }, 'emailMalformed'],
    ['with an email of other letters', { email: 'bën@store.example' }, 'emailMalformed'],
    ['with 65 characters before the @', { email: `${'x'.repeat(65)}@store.example` }, 'emailMalformed'],
    ['with an email too long', { email: `${'x'.repeat(250)}@a.example` }, { key: 'tooLong', length: 254 }],
    ['without a store', { storeId: null }, 'missing'],
    ['with a store that became a date', { storeId: { kind: 'date', date: '2026-03-04' } }, 'notText'],
    ['with a store that became a date, in text', { storeId: '2026-03-04' }, 'notText'],
    ['with a store that was shortened', { storeId: '4,5E+12' }, 'notText'],
    ['with a store that would end its key', { storeId: 'UK#1' }, 'invalidText'],
    ['with a store too long', { storeId: 'x'.repeat(21) }, { key: 'tooLong', length: 20 }],
    ['without a store’s name', { storeName: null }, 'missing'],
    ['with a name that nobody sees', { storeName: 'O\u0001ne' }, { key: 'unseen', signs: 'U+0001' }],
    ['with a formula for a role', { admin: { kind: 'formula' } }, 'formula'],
    ['of one whom another row names', { email: ' ANNA@Store.Example ' }, { key: 'emailTwice', row: 2 }],
    ['of another row’s, in wide letters', { email: 'ａｎｎａ@store.example' }, { key: 'emailTwice', row: 2 }],
  ])('%s is refused at that column, and the others are not', async (_, change, reason) => {
    const [column] = Object.keys(change);
    const said = typeof reason === 'string' ? { key: reason } : reason;
    const report = await reportOn(change);
    expect(report.refused).toEqual([{ row: 3, values: expect.any(Array), reasons: [{ column, ...said }] }]);
    expect(report.accepted.map(({ row }) => row)).toEqual([2, 4]);
    expect(report.rows).toBe(3);
  });

  test('says all that is wrong with it at once, with what stands there', async () => {
    const { refused } = await reportOn(
      { email: 'x', storeId: null, admin: 'x', registerReturns: 'true' },
      { returnsAvailable: false },
    );
    expect(refused).toEqual([
      {
        row: 3,
        values: ['x', '', 'One', 'true', 'true', 'x'],
        reasons: [
          { column: 'email', key: 'emailMalformed' },
          { column: 'storeId', key: 'missing' },
          { column: 'admin', key: 'notBoolean' },
          { column: 'registerReturns', key: 'noReturnsHere' },
        ],
      },
    ]);
  });

  test('becomes a user with exactly its roles, tidied', async () => {
    const { accepted } = await reportOn({
      email: ' BEN@Store.Example',
      storeId: ' uk1 ',
      storeName: ' One\n  Two ',
      registerRepairs: true,
      registerReturns: ' Wahr',
      admin: 'VRAI',
    });
    expect(accepted[1]).toEqual({
      row: 3,
      email: 'ben@store.example',
      admin: 'becomes',
      storeId: 'UK-1',
      storeName: 'One',
      roles: ['admin', 'register-repairs', 'register-returns'],
      change: 'new',
      namedStoreId: 'uk1',
    });
  });

  test('that holds something where no column has a header is refused', async () => {
    const report = await reportOnUsers(tableOf([[...cellsOf(good('anna@store.example')), 'x']]), context);
    expect(report).toMatchObject({ refused: [{ reasons: [{ column: null, key: 'beyondColumns' }] }] });
  });
});

test.each<[object, readonly Cell[]]>([
  [{ value: true }, [true, 'true', ' Wahr ', 'vrai']],
  [{ value: false }, [false, 'FALSE', 'falsch', 'FAUX']],
  [{ fault: { key: 'missing' } }, [null, '  ']],
  [{ fault: { key: 'notBoolean' } }, [1, 0, '1', 'yes', 'x', 'ja', 'oui', { kind: 'long', begin: 'true' }]],
])('%j is said by each of %j', (said, cells) => {
  for (const cell of cells) expect([cell, readBoolean(cell)]).toEqual([cell, said]);
});

describe('somebody who is there already', () => {
  const existing = (change: Partial<Record<UserColumn, Cell>> = {}) => ({
    email: 'Known@store.example',
    registerRepairs: 'false',
    admin: 'true',
    ...change,
  });

  test.each([
    ['unchanged', {}],
    // The store keeps its name, whatever a file calls it.
    ['unchanged', { storeName: 'Another' }],
    ['update', { storeId: 'UK-2' }],
    ['update', { registerRepairs: 'true' }],
    ['update', { admin: 'false' }],
  ] as const)('is %s by %j', async (change, cells) =>
    expect((await reportOn(existing(cells))).accepted[1]).toMatchObject({
      email: 'known@store.example',
      change,
    }),
  );

  test('is unchanged in whichever order their groups come', async () => {
    const { accepted } = await reportOn(existing({ email: 'both@store.example', registerRepairs: 'true' }));
    expect(accepted[1]).toMatchObject({ change: 'unchanged' });
  });

  test('says who would be an administrator no longer', async () => {
    expect((await reportOn(existing({ admin: 'false' }))).accepted[1]).toMatchObject({ admin: 'ceases' });
    expect((await reportOn(existing())).accepted[1]).not.toHaveProperty('admin');
  });

  test('is refused where existing users are not to be updated', async () =>
    expect((await reportOn(existing(), { updateExisting: false })).refused[0]?.reasons).toEqual([
      { column: 'email', key: 'exists' },
    ]));

  test('keeps their own admin role', async () => {
    expect((await reportOn(existing({ admin: 'false' }), { caller: 'sub-1' })).refused[0]?.reasons).toEqual([
      { column: 'admin', key: 'ownAccount' },
    ]);
    expect((await reportOn(existing({ storeId: 'UK-2' }), { caller: 'sub-1' })).refused).toEqual([]);
  });
});

test('stores that are named otherwise than the portal knows them are told, once each', async () => {
  const rows = ['a', 'b', 'c'].map((name) => cellsOf({ ...good(`${name}@store.example`), storeName: 'Uno' }));
  const report = await reportOnUsers(
    tableOf([...rows, cellsOf({ ...good('d@store.example'), storeId: 'UK-7', storeName: 'Seven' })]),
    context,
  );
  expect(report).toMatchObject({ outcome: 'read', renamed: [{ storeId: 'UK-1', known: 'One', named: 'Uno' }] });
});

describe('headers', () => {
  const read = (header: readonly Cell[], row: readonly Cell[] = []) => reportOnUsers(tableOf([row], header), context);

  test('are found in any order, whatever their capitals and the spaces around them, beside a column of reasons', async () => {
    const header = [' ADMIN', 'Reason', 'storename', 'STOREID', 'registerReturns ', 'registerrepairs', 'Email'];
    expect(
      await read(header, ['true', 'because', 'One', 'UK-1', 'false', 'false', 'anna@store.example']),
    ).toMatchObject({ accepted: [{ row: 2, email: 'anna@store.example', roles: ['admin'] }] });
  });

  test.each<[string, readonly Cell[], object]>([
    ['one missing', userColumns.slice(1), { missing: ['email'], unknown: [], repeated: [] }],
    ['one twice', [...userColumns, 'EMAIL'], { missing: [], unknown: [], repeated: ['email'] }],
  ])('%s: refused by name', async (_, header, wrong) =>
    expect(await read(header)).toEqual({ outcome: 'refused', code: 'UsersFileWrongHeaders', ...wrong }),
  );
});

describe('a file', () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => cellsOf(good(`u${index}@store.example`)));

  test('of 5,000 rows is read', async () =>
    expect(await reportOnUsers(tableOf(rowsOf(5000)), context)).toMatchObject({
      outcome: 'read',
      rows: 5000,
      refused: [],
    }));

  test('of 5,001 rows is refused, and nothing is looked up', async () => {
    const never = async () => {
      throw new Error('looked up');
    };
    expect(await reportOnUsers(tableOf(rowsOf(5001)), { ...context, findUsers: never, listStores: never })).toEqual({
      outcome: 'refused',
      code: 'UsersFileTooManyRows',
      rows: 5001,
    });
  });

  test('without a row is empty', async () =>
    expect(await reportOnUsers(tableOf([]), context)).toEqual({ outcome: 'refused', code: 'FileEmpty' }));

  test('whose rows stand behind the last one that Excel has is refused', async () =>
    expect(await reportOnUsers(tableOf(rowsOf(1), userColumns, 1_048_577), context)).toMatchObject({
      code: 'FileTooLarge',
    }));

  test('of whatever cells comes to a report that can be sent', async () => {
    const cell: fc.Arbitrary<Cell> = fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.constantFrom<Cell>({ kind: 'formula' }, { kind: 'long', begin: 'x' }, { kind: 'error', text: '#REF!' }),
      fc.emailAddress(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 8 }), { minLength: 1, maxLength: 20 }), async (rows) => {
        const report = usersFileReport.parse(await reportOnUsers(tableOf(rows), context));
        if (report.outcome === 'read') expect(report.accepted.length + report.refused.length).toBe(rows.length);
      }),
      { numRuns: 300 },
    );
  });
});
