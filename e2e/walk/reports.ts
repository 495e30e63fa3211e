import { demoStores } from '#scripts/demo/accounts.ts';
import { uuid } from '#scripts/demo/values.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import type { Job } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import type { FileReport, ReadFileReport } from '#shared/returns/file/report.ts';
import type { ReadUsersFile, UsersFileReport } from '#shared/users/file/report.ts';
import type { SignInObstacle } from '#shared/users/sign-in-check.ts';
import { firstOf, now, returnsIn } from './data.ts';

const today = now.toISOString().slice(0, 10);

/** A file of returns: most of its rows are lines, two have to be corrected, one is of tomorrow. */
export const returnFileReport = (region: RegionId): ReadFileReport => {
  const [{ id: storeId }] = demoStores[region];
  const { lines } = firstOf(returnsIn, region, (record) => record.lines.length > 10);
  const [item] = returnItems;
  const values = (ean: string, date: string, serialNumber: string) => [
    storeId,
    'TILL-7',
    ean,
    'Super Mario Odyssey',
    date,
    serialNumber,
  ];
  return {
    outcome: 'read',
    storeId,
    storeRefNo: 'TILL-7',
    unnamed: [],
    rows: 11,
    accepted: lines
      .slice(0, 8)
      .map((line, index) => ({ ...line, purchaseDate: '2026-11-09', returnDate: today, row: 2 + index })),
    dropped: [{ row: 12, values: values(item?.ean ?? '', '19.11.2026', 'XKW10000000111'), purchaseDate: '2026-11-19' }],
    refused: [
      {
        row: 10,
        values: values('4,54965E+12', '09.11.2026', 'XKW10000000109'),
        reasons: [{ column: 'ean', key: 'numberMangled' }],
      },
      {
        row: 11,
        values: values(item?.ean ?? '', '09.11.2026', ''),
        reasons: [{ column: 'serialNumber', key: 'missing' }],
      },
    ],
    otherSheets: [],
    hiddenRows: [],
    contradictions: [],
  };
};

/** A file of users: some are new, one changes, two rows have to be corrected. */
export const usersFileReport = (region: RegionId): ReadUsersFile => {
  const [{ id: storeId, name: storeName }] = demoStores[region];
  const row = (at: number, name: string, change: ReadUsersFile['accepted'][number]['change']) => ({
    row: at,
    email: `${name}@${region}.example`,
    storeId,
    storeName,
    roles: ['register-repairs' as const],
    change,
  });
  const refused = (email: string, flag: string) => [email, storeId, storeName, flag, 'false', 'false'];
  return {
    outcome: 'read',
    rows: 6,
    accepted: [
      row(2, 'anna.lindqvist', 'new'),
      row(3, 'ben.okafor', 'new'),
      row(4, 'chloe.martin', 'new'),
      row(5, 'both', 'update'),
    ],
    refused: [
      { row: 6, values: refused('not-an-address', 'true'), reasons: [{ column: 'email', key: 'emailMalformed' }] },
      {
        row: 7,
        values: refused(`dora@${region}.example`, 'perhaps'),
        reasons: [{ column: 'registerRepairs', key: 'notBoolean' }],
      },
    ],
    renamed: [],
    otherSheets: [],
    hiddenRows: [],
  };
};

/** An import of users, so far or as it ended. */
export const importJob = (region: RegionId, state: Job['state'], failed = 0): Job => ({
  id: uuid(`import/${region}`),
  kind: 'import',
  state,
  total: 240,
  outcomes: {
    invited: (state === 'running' ? 90 : 240) - failed,
    updated: 0,
    unchanged: 0,
    done: 0,
    failed,
  },
  by: `admin@${region}.example`,
  startedAt: new Date(now.getTime() - 30_000).toISOString(),
  updatedAt: now.toISOString(),
});

/** Files of which nothing is taken over. */
export const refusedReturnFile: FileReport = {
  outcome: 'refused',
  code: 'ReturnsFileWrongHeaders',
  missing: ['ean'],
  unknown: ['Barcode'],
};
export const refusedUsersFile: UsersFileReport = {
  outcome: 'refused',
  code: 'UsersFileWrongHeaders',
  missing: ['storeId'],
  unknown: ['shop'],
};

/** Why somebody cannot sign in: much at once. */
export const obstacles: SignInObstacle[] = [
  { type: 'disabled' },
  { type: 'inviteExpired', since: '2026-11-16T14:20:00.000Z' },
  { type: 'emailBounced', since: '2026-11-10T08:05:00.000Z' },
  { type: 'noRole' },
];
