import { reportOnTable } from '#lambdas/functions/return-files/lines/build-report.ts';
import { context, headers } from '#lambdas/testing/files/lines.ts';
import { demoStores } from '#scripts/demo/accounts.ts';
import { toUuid } from '#scripts/demo/values.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { Job } from '#shared/jobs/job.ts';
import type { FileReport, ReadFileReport } from '#shared/returns/file/report.ts';
import type { ReadUsersFile, UsersFileReport } from '#shared/users/file/report.ts';
import type { SignInObstacle } from '#shared/users/sign-in-check.ts';
import { eanAt } from '../return-form.ts';
import { now } from './data.ts';

// Data about files and jobs that the walk's stubbed API returns (docs/walk.md).

/** Returns the report of a returns file: eight accepted rows, two to correct, and one with tomorrow's date. */
export const createReturnFileReport = (region: RegionId): ReadFileReport => {
  const [{ id: storeId }] = demoStores[region];
  const storeCells = [storeId, 'TILL-7'];
  const row = (index: number, serialNumber: string, date = '09.11.2026', ean = eanAt(index)) =>
    storeCells.concat(ean, 'Super Mario Odyssey', date, serialNumber);
  const rows = [
    ...Array.from({ length: 8 }, (_, index) => row(index, `XKW1000000010${index}`)),
    row(8, 'XKW10000000109', undefined, '4,54965E+12'),
    row(9, ''),
    row(0, 'XKW10000000111', '19.11.2026'),
  ].map((cells, index) => ({ number: index + 2, cells }));
  const table = { header: { number: 1, cells: headers }, rows, otherSheets: [], hiddenRows: [], spellings: [] };
  const report = reportOnTable(table, { ...context, storeId, today: toCalendarDate(now, 'UTC') });
  if (report.outcome !== 'read') throw new Error(report.code);
  return report;
};

/** Returns the report of a users file: new users, one update, and three rows to correct. */
export const createUsersFileReport = (region: RegionId): ReadUsersFile => {
  const [{ id: storeId, name: storeName }, otherStore] = demoStores[region];
  const newStore = { storeId: 'NM-1', storeName: 'Northampton', isNewStore: true } as const;
  const row = (rowNumber: number, name: string, change: ReadUsersFile['accepted'][number]['change']) => ({
    row: rowNumber,
    email: `${name}@${region}.example`,
    storeId,
    storeName,
    roles: ['register-repairs' as const],
    change,
  });
  const rejectedCells = (email: string, flag: string) => [email, storeId, storeName, flag, 'false', 'false'];
  return {
    outcome: 'read',
    jobId: toUuid(`import/${region}`),
    rows: 10,
    accepted: [
      row(2, 'anna.lindqvist', 'new'),
      row(3, 'ben.okafor', 'new'),
      row(4, 'chloe.martin', 'new'),
      {
        ...row(5, 'both', 'update'),
        previousStore: { storeId: otherStore.id, storeName: otherStore.name },
        lostRoles: ['register-returns'],
      },
      { ...row(8, 'emil', 'new'), namedStoreId: storeId.toLowerCase() },
      { ...row(9, 'fay', 'new'), ...newStore },
      { ...row(10, 'gus', 'new'), ...newStore, otherStoreName: 'Northhampton' },
    ],
    refused: [
      {
        row: 6,
        values: rejectedCells('not-an-address', 'true'),
        reasons: [{ column: 'email', key: 'emailMalformed' }],
      },
      {
        row: 7,
        values: rejectedCells(`dora@${region}.example`, 'perhaps'),
        reasons: [{ column: 'registerRepairs', key: 'notBoolean' }],
      },
      {
        row: 11,
        values: [`hal@${region}.example`, '77', storeName, 'true', 'false', 'false'],
        reasons: [{ column: 'storeId', key: 'storeIdZeros' }],
        user: { ...row(11, 'hal', 'new'), storeId: '77', isNewStore: true },
      },
    ],
    renamed: [],
    otherColumns: ['note'],
    otherSheets: [],
    hiddenRows: [],
  };
};

/** Returns an import of users, running or ended. */
export const createImportJob = (region: RegionId, state: Job['state'], failedCount = 0): Job => ({
  id: toUuid(`import/${region}`),
  kind: 'import',
  state,
  total: 240,
  outcomes: {
    invited: (state === 'running' ? 90 : 240) - failedCount,
    updated: 0,
    unchanged: 0,
    done: 0,
    failed: failedCount,
  },
  by: `admin@${region}.example`,
  startedAt: new Date(now.getTime() - 30_000).toISOString(),
  updatedAt: now.toISOString(),
});

/** Reports of rejected files. */
export const rejectedReturnFile: FileReport = {
  outcome: 'refused',
  code: 'ReturnsFileWrongHeaders',
  missing: ['ean'],
  unknown: ['Barcode'],
};
export const rejectedUsersFile: UsersFileReport = {
  outcome: 'refused',
  code: 'UsersFileWrongHeaders',
  missing: ['storeId'],
  unknown: ['shop'],
};

/** Several obstacles to a user's sign-in. */
export const obstacles: SignInObstacle[] = [
  { type: 'disabled' },
  { type: 'inviteExpired', since: '2026-11-16T14:20:00.000Z' },
  { type: 'emailBounced', since: '2026-11-10T08:05:00.000Z' },
  { type: 'noRole' },
];
