import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, Table } from '#lambdas/lib/spreadsheets/table.ts';
import { buildTable } from '#lambdas/testing/files/lines.ts';
import type { UserColumn } from '#shared/users/file/columns.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { usersFileReport } from '#shared/users/file/report.ts';
import type { UsersContext } from './build-report.ts';
import { reportOnUsers } from './build-report.ts';
import type { KnownUser } from './known-users-store.ts';
import { readBoolean, parseUsers } from './rows/parse-users.ts';
import type { UsersReadContext } from './rows/parse-users.ts';

const knownUsers = new Map<string, KnownUser>([
  ['known@store.example', { sub: 'sub-1', storeId: 'UK-1', storeName: 'One', roles: ['admin'] }],
  ['both@store.example', { sub: 'sub-2', storeId: 'UK-1', storeName: 'One', roles: ['register-repairs', 'admin'] }],
]);

const context: UsersReadContext & UsersContext = {
  returnsAvailable: true,
  updateExisting: true,
  callerSub: 'sub-9',
  findUsers: async (emails) => new Map([...knownUsers].filter(([email]) => emails.includes(email))),
  listStores: async () => [{ storeId: 'UK-1', storeName: 'One' }],
};

/** Parses a table and compares its rows with the existing users. */
const reportOnTable = (table: Table, combinedContext: typeof context) =>
  reportOnUsers(parseUsers(table, combinedContext), combinedContext);

const buildGoodRow = (email: string): Record<UserColumn, Cell> => ({
  email,
  storeId: 'UK-1',
  storeName: 'One',
  registerRepairs: 'true',
  registerReturns: 'false',
  admin: 'false',
});
const buildUsersTable = (
  rows: readonly (readonly Cell[])[],
  header: readonly Cell[] = userColumns,
  firstRowNumber = 2,
) => buildTable(rows, header, firstRowNumber);
const toCells = (row: Record<UserColumn, Cell>) => userColumns.map((column) => row[column]);

/** Returns the report on three rows, the second of which is changed. */
const reportOn = async (change: Partial<Record<UserColumn, Cell>>, contextChanges: Partial<typeof context> = {}) => {
  const rows = [
    buildGoodRow('anna@store.example'),
    { ...buildGoodRow('ben@store.example'), ...change },
    buildGoodRow('cleo@store.example'),
  ];
  const report = await reportOnTable(buildUsersTable(rows.map(toCells)), { ...context, ...contextChanges });
  if (report.outcome !== 'read') throw new Error(report.code);
  return usersFileReport.parse(report) as typeof report;
};

describe('a row', () => {
  test.each<[string, Partial<Record<UserColumn, Cell>>, string | Record<string, unknown>]>([
    ['without an email', { email: ' ' }, 'missing'],
    ['with a malformed email', { email: 'ben' }, 'emailMalformed'],
    ['with a non-ASCII local part', { email: 'bën@store.example' }, 'emailMalformed'],
    ['with 65 characters before the @', { email: `${'x'.repeat(65)}@store.example` }, 'emailMalformed'],
    ['with an email too long', { email: `${'x'.repeat(250)}@a.example` }, { key: 'tooLong', length: 254 }],
    ['without a store', { storeId: null }, 'missing'],
    ['with a store converted to a date', { storeId: { kind: 'date', date: '2026-03-04' } }, 'notText'],
    ['with a date as text for a store', { storeId: '2026-03-04' }, 'notText'],
    ['with a store in scientific notation', { storeId: '4,5E+12' }, 'notText'],
    ['with a key separator in the store', { storeId: 'UK#1' }, 'invalidText'],
    ['with a store too long', { storeId: 'x'.repeat(21) }, { key: 'tooLong', length: 20 }],
    ['without a store’s name', { storeName: null }, 'missing'],
    ['with an invisible character in the name', { storeName: 'O\u0001ne' }, { key: 'unseen', signs: 'U+0001' }],
    ['with a formula for a role', { admin: { kind: 'formula' } }, 'formula'],
    ['with another row’s email', { email: ' ANNA@Store.Example ' }, { key: 'emailTwice', row: 2 }],
    [
      'with another row’s email in fullwidth letters',
      { email: 'ａｎｎａ@store.example' },
      { key: 'emailTwice', row: 2 },
    ],
  ])('%s is rejected with its column and reason', async (_, change, reason) => {
    const [column] = Object.keys(change);
    const expectedReason = typeof reason === 'string' ? { key: reason } : reason;
    const report = await reportOn(change);
    expect(report.refused).toEqual([{ row: 3, values: expect.any(Array), reasons: [{ column, ...expectedReason }] }]);
    expect(report.accepted.map(({ row }) => row)).toEqual([2, 4]);
    expect(report.rows).toBe(3);
  });

  test('is reported with all its problems and values', async () => {
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

  test('is normalized to a user with its roles', async () => {
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

  test('with a value outside the columns is rejected', async () => {
    const report = await reportOnTable(
      buildUsersTable([[...toCells(buildGoodRow('anna@store.example')), 'x']]),
      context,
    );
    expect(report).toMatchObject({ refused: [{ reasons: [{ column: null, key: 'beyondColumns' }] }] });
  });
});

test.each<[object, readonly Cell[]]>([
  [{ value: true }, [true, 'true', ' Wahr ', 'vrai']],
  [{ value: false }, [false, 'FALSE', 'falsch', 'FAUX']],
  [{ problem: { key: 'missing' } }, [null, '  ']],
  [{ problem: { key: 'notBoolean' } }, [1, 0, '1', 'yes', 'x', 'ja', 'oui', { kind: 'long', begin: 'true' }]],
])('readBoolean returns %j for each of %j', (expected, cells) => {
  for (const cell of cells) expect([cell, readBoolean(cell)]).toEqual([cell, expected]);
});

describe('an existing user', () => {
  const buildExistingUserRow = (change: Partial<Record<UserColumn, Cell>> = {}) => ({
    email: 'Known@store.example',
    registerRepairs: 'false',
    admin: 'true',
    ...change,
  });

  test.each([
    ['unchanged', {}],
    // A different store name in a file doesn't rename the store.
    ['unchanged', { storeName: 'Another' }],
    ['update', { storeId: 'UK-2' }],
    ['update', { registerRepairs: 'true' }],
    ['update', { admin: 'false' }],
  ] as const)('is %s with the cells %j', async (change, cells) =>
    expect((await reportOn(buildExistingUserRow(cells))).accepted[1]).toMatchObject({
      email: 'known@store.example',
      change,
    }),
  );

  test('is unchanged if only the order of the roles differs', async () => {
    const { accepted } = await reportOn(buildExistingUserRow({ email: 'both@store.example', registerRepairs: 'true' }));
    expect(accepted[1]).toMatchObject({ change: 'unchanged' });
  });

  test('is reported when losing the admin role', async () => {
    expect((await reportOn(buildExistingUserRow({ admin: 'false' }))).accepted[1]).toMatchObject({ admin: 'ceases' });
    expect((await reportOn(buildExistingUserRow())).accepted[1]).not.toHaveProperty('admin');
  });

  test('is rejected when updates are disabled', async () =>
    expect((await reportOn(buildExistingUserRow(), { updateExisting: false })).refused[0]?.reasons).toEqual([
      { column: 'email', key: 'exists' },
    ]));

  test('cannot remove their own admin role', async () => {
    expect(
      (await reportOn(buildExistingUserRow({ admin: 'false' }), { callerSub: 'sub-1' })).refused[0]?.reasons,
    ).toEqual([{ column: 'admin', key: 'ownAccount' }]);
    expect((await reportOn(buildExistingUserRow({ storeId: 'UK-2' }), { callerSub: 'sub-1' })).refused).toEqual([]);
  });
});

test('reports each store with a different name once', async () => {
  const rows = ['a', 'b', 'c'].map((name) => toCells({ ...buildGoodRow(`${name}@store.example`), storeName: 'Uno' }));
  const report = await reportOnTable(
    buildUsersTable([...rows, toCells({ ...buildGoodRow('d@store.example'), storeId: 'UK-7', storeName: 'Seven' })]),
    context,
  );
  expect(report).toMatchObject({ outcome: 'read', renamed: [{ storeId: 'UK-1', known: 'One', named: 'Uno' }] });
});

describe('headers', () => {
  const readHeaders = (header: readonly Cell[], row: readonly Cell[] = []) =>
    reportOnTable(buildUsersTable([row], header), context);

  test('are matched in any order, case and spacing, with extra columns', async () => {
    const header = [' ADMIN', 'Reason', 'storename', 'STOREID', 'registerReturns ', 'registerrepairs', 'Email'];
    expect(
      await readHeaders(header, ['true', 'because', 'One', 'UK-1', 'false', 'false', 'anna@store.example']),
    ).toMatchObject({ accepted: [{ row: 2, email: 'anna@store.example', roles: ['admin'] }] });
  });

  test.each<[string, readonly Cell[], object]>([
    ['a missing', userColumns.slice(1), { missing: ['email'], unknown: [], repeated: [] }],
    ['a repeated', [...userColumns, 'EMAIL'], { missing: [], unknown: [], repeated: ['email'] }],
  ])('reject a file with %s column', async (_, header, problems) =>
    expect(await readHeaders(header)).toEqual({ outcome: 'refused', code: 'UsersFileWrongHeaders', ...problems }),
  );
});

describe('a file', () => {
  const buildRows = (count: number) =>
    Array.from({ length: count }, (_, index) => toCells(buildGoodRow(`u${index}@store.example`)));

  test('of 5,000 rows is read', async () =>
    expect(await reportOnTable(buildUsersTable(buildRows(5000)), context)).toMatchObject({
      outcome: 'read',
      rows: 5000,
      refused: [],
    }));

  test('of 5,001 rows is rejected without lookups', async () => {
    const failOnCall = async () => {
      throw new Error('looked up');
    };
    expect(
      await reportOnTable(buildUsersTable(buildRows(5001)), {
        ...context,
        findUsers: failOnCall,
        listStores: failOnCall,
      }),
    ).toEqual({
      outcome: 'refused',
      code: 'UsersFileTooManyRows',
      rows: 5001,
    });
  });

  test('without rows is rejected as empty', async () =>
    expect(await reportOnTable(buildUsersTable([]), context)).toEqual({ outcome: 'refused', code: 'FileEmpty' }));

  test('with rows beyond Excel’s last row is rejected', async () =>
    expect(await reportOnTable(buildUsersTable(buildRows(1), userColumns, 1_048_577), context)).toMatchObject({
      code: 'FileTooLarge',
    }));

  test('with arbitrary cells yields a valid report', async () => {
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
        const report = usersFileReport.parse(await reportOnTable(buildUsersTable(rows), context));
        if (report.outcome === 'read') expect(report.accepted.length + report.refused.length).toBe(rows.length);
      }),
      { numRuns: 300 },
    );
  });
});
