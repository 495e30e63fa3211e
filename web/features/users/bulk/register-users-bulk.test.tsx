import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { texts } from '#shared/locales/texts.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { userReasonKeys, usersFileProblems } from '#shared/users/file/report.ts';
import type { UserReasonKey, UsersFileReport } from '#shared/users/file/report.ts';
import { apiError } from '#web/testing/auth.ts';
import {
  getButton,
  buildJob,
  openBulk,
  buildAnswersWithOtherJob,
  signInAdmin,
  readTableRows,
  buildAcceptedRow,
  buildUsersCsv,
  buildUsersReport,
  jobId,
} from '#web/testing/bulk-users.tsx';
import { chooseFile, findReportHeading } from '#web/testing/return-file.ts';
import { exportCsv } from '#web/testing/saved-files.ts';

const values = ['sam@nuk', 'UK001', 'Oxford Street', 'true', 'false', 'false'];
const accepted = [
  buildAcceptedRow(2),
  buildAcceptedRow(3),
  buildAcceptedRow(4, { change: 'update', roles: ['admin', 'register-returns'] }),
  buildAcceptedRow(5, { change: 'unchanged' }),
];
const refused = [
  {
    row: 6,
    values,
    reasons: [
      { column: 'email' as const, key: 'emailMalformed' as const },
      { column: 'admin' as const, key: 'missing' as const },
    ],
  },
  { row: 9, values, reasons: [{ column: 'email' as const, key: 'emailTwice' as const, row: 2 }] },
];

beforeEach(() => signInAdmin());

const openReport = async (report: UsersFileReport, answers: Parameters<typeof openBulk>[0] = {}) => {
  const portal = await openBulk({ ...answers, report: () => report });
  await chooseFile(portal.user, buildUsersCsv());
  await findReportHeading('users.csv');
  return portal;
};

test('previews every row and downloads rejected rows', async () => {
  const renamed = [{ storeId: 'UK001', known: 'Oxford Street', named: 'Oxford St' }];
  const { user, requestBodies } = await openReport(buildUsersReport({ accepted, refused, renamed }));
  expect(screen.getByText('UK001: “Oxford Street” in the portal, “Oxford St” in the file')).toBeVisible();
  expect(screen.getByText(/The names in the portal stay/)).toBeVisible();
  const numbers = [...document.querySelectorAll('.file-numbers div')].map(({ textContent }) => textContent);
  expect(numbers).toEqual(['Rows in the file6', 'New2', 'To be updated1', 'Unchanged1', 'To edit2']);
  expect(readTableRows(screen.getByRole('table', { name: 'Rows to edit' }))).toEqual([
    ['6', 'email', 'sam@nuk', 'This is not an email address.'],
    ['6', 'admin', 'false', 'This cell is empty.'],
    ['9', 'email', 'sam@nuk', 'Rows 2 and 9 have the same email address.'],
  ]);
  expect(readTableRows(screen.getByRole('table', { name: 'What will happen' }))[2]).toEqual([
    '4',
    'Update',
    'user4@nuk.example',
    'UK001',
    'Oxford Street',
    'Admin, Register returns',
  ]);
  expect(screen.getByText('2 rows to be corrected are left out')).toBeVisible();
  expect(requestBodies('user-files/nuk')).toEqual([{ key: 'uploads/0', updateExisting: false }]);
  expect(requestBodies('jobs/nuk/import')).toEqual([]);
  expect((await exportCsv(user, 'Download these rows')).lines).toEqual([
    [...userColumns, 'reason'].join('|'),
    'sam@nuk|UK001|Oxford Street|true|false|false|email: This is not an email address.; admin: This cell is empty.',
    'sam@nuk|UK001|Oxford Street|true|false|false|email: Rows 2 and 9 have the same email address.',
  ]);
});

const newStore = { storeId: 'NM-1', storeName: 'Northampton', isNewStore: true } as const;

test('previews the effects on stores and registered users', async () => {
  const previousStore = { storeId: 'UK001', storeName: 'Oxford Street' };
  await openReport(
    buildUsersReport({
      accepted: [
        buildAcceptedRow(2, { storeId: '0042', storeName: 'Leading Zero Ltd', namedStoreId: '42' }),
        buildAcceptedRow(3, newStore),
        buildAcceptedRow(4, {
          ...newStore,
          otherStoreName: 'Northhampton',
          change: 'update',
          previousStore,
          lostRoles: ['admin'],
        }),
      ],
      otherColumns: ['note', 'phone'],
    }),
  );
  for (const words of [
    'Columns left out: note | phone',
    'These store IDs were recognised in another spelling',
    '42 is read as 0042, Leading Zero Ltd. Row 2',
    '1 store does not exist yet and will be created',
    'NM-1: Northampton. Rows 3–4',
    'NM-1: also “Northhampton”; the first name counts. Row 4',
    '1 user will move to another store',
    'user4@nuk.example: Oxford Street (UK001) → Northampton (NM-1)',
    '1 user will lose a group',
    'user4@nuk.example: Admin',
  ])
    expect(screen.getByText(words)).toBeVisible();
});

test('asks for the right spelling of a text encoded twice before showing the report', async () => {
  let isAnswered = false;
  const spellings = [
    { charset: 'utf-8-twice' as const, words: ['München'] },
    { charset: 'utf-8' as const, words: ['MÃ¼nchen'] },
  ];
  const { user, requestBodies } = await openBulk({
    report: () => buildUsersReport({ accepted: [buildAcceptedRow(2)], ...(!isAnswered && { spellings }) }),
  });
  await chooseFile(user, buildUsersCsv());
  await findReportHeading('users.csv');
  expect(screen.getByRole('radio', { name: /^München/ })).toBeChecked();
  expect(screen.queryByRole('table', { name: 'What will happen' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^MÃ¼nchen/ }));
  isAnswered = true;
  await user.click(getButton('Continue'));
  expect(await screen.findByRole('table', { name: 'What will happen' })).toBeVisible();
  // The chosen spelling is kept when the file is read with the other option.
  await user.click(screen.getByRole('checkbox', { name: 'Update existing users' }));
  await waitFor(() =>
    expect(requestBodies('user-files/nuk').slice(1)).toEqual([
      { key: 'uploads/0', updateExisting: false, charset: 'utf-8' },
      { key: 'uploads/0', updateExisting: true, charset: 'utf-8' },
    ]),
  );
});

test('accepts rows with doubtful stores after confirmation', async () => {
  const doubtfulRow = buildAcceptedRow(3, { storeId: '77', storeName: 'A shop', isNewStore: true });
  const { user, requestBodies } = await openReport(
    buildUsersReport({
      accepted: [buildAcceptedRow(2)],
      refused: [
        { row: 3, values, reasons: [{ column: 'storeId', key: 'storeIdZeros' }], user: doubtfulRow },
        { row: 4, values, reasons: [{ column: 'storeId', key: 'storeUnclear', storeIds: ['042', '0042'] }] },
      ],
    }),
  );
  expect(screen.getByText('Is this store ID right?')).toBeVisible();
  expect(screen.getByText(/^No store has this ID yet: 77\./)).toBeVisible();
  expect(readTableRows(screen.getByRole('table', { name: 'Rows to edit' })).map((cells) => cells.at(-1))).toEqual([
    'No store has this number. Zeros in front of it may be lost.',
    'More than one store could be meant: 042, 0042. Enter the ID in full.',
  ]);
  expect(screen.queryByText('77: A shop. Row 3')).toBeNull();
  await user.click(getButton('It is right: take over 1 row'));
  expect(await findReportHeading('users.csv')).toHaveFocus();
  expect(screen.queryByText('Is this store ID right?')).toBeNull();
  expect(screen.getByText('77: A shop. Row 3')).toBeVisible();
  expect(readTableRows(screen.getByRole('table', { name: 'Rows to edit' }))).toHaveLength(1);
  await user.click(getButton('Invite 2 users'));
  await waitFor(() => expect(requestBodies('jobs/nuk/import')).toEqual([{ id: jobId, acceptsDoubtfulRows: true }]));
});

test('starts the import by its id and shows the running job', async () => {
  const { user, requestBodies } = await openReport(buildUsersReport({ accepted, refused }));
  await user.click(getButton('Invite 2 and update 1'));
  const heading = await screen.findByRole('heading', { name: 'Import of users: in progress' });
  expect(heading).toHaveFocus();
  expect(requestBodies('jobs/nuk/import')).toEqual([{ id: jobId, acceptsDoubtfulRows: false }]);
  expect(screen.queryByRole('heading', { name: /^Report on/ })).toBeNull();
});

test('retries a failed start with the same id', async () => {
  let tries = 0;
  const { user, requestBodies } = await openReport(buildUsersReport({ accepted: [buildAcceptedRow(2)] }), {
    start: (body) => {
      tries += 1;
      return tries === 1
        ? apiError('ServiceUnavailable', 503)
        : { status: 202, body: buildJob({ id: String(body['id']) }) };
    },
  });
  await user.click(getButton('Invite 1 user'));
  expect(await screen.findByText(/^The service is busy at the moment/)).toBeVisible();
  await user.click(getButton('Invite 1 user'));
  await screen.findByRole('heading', { name: 'Import of users: in progress' });
  expect(requestBodies('jobs/nuk/import').map(({ id }) => id)).toEqual([jobId, jobId]);
});

const secondJobId = 'a6f3b2b0-64c5-4f0a-9a3e-7d3e5c1f0b12';

/** Opens a report whose file has another job id when it is read again. */
const openFileReadTwice = async (
  firstStart: () => ReturnType<NonNullable<Parameters<typeof openBulk>[0]['start']>>,
) => {
  const jobIds = [jobId, secondJobId];
  const report = () => buildUsersReport({ jobId: jobIds.shift(), accepted: [buildAcceptedRow(2)] });
  const portal = await openBulk({
    report,
    start: (body) =>
      body['id'] === jobId
        ? firstStart()
        : { status: 202, body: buildJob({ id: secondJobId, startedAt: '2026-11-21T09:05:00.000Z', total: 1 }) },
  });
  await chooseFile(portal.user, buildUsersCsv());
  await findReportHeading('users.csv');
  return portal;
};

test('reads the file again when a job never began', async () => {
  const { user, requestBodies } = await openFileReadTwice(() => ({
    status: 202,
    body: buildJob({ total: 1, state: 'stopped', stopReason: 'notBegun' }),
  }));
  await user.click(getButton('Invite 1 user'));
  expect(await screen.findByText(/^0 of 1 users imported, 0 errors\. It was never begun/)).toBeVisible();
  await waitFor(() => expect(requestBodies('user-files/nuk')).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: 'Invite 1 user' }));
  expect(await screen.findByRole('heading', { name: 'Import of users: in progress' })).toBeVisible();
  expect(requestBodies('jobs/nuk/import').map(({ id }) => id)).toEqual([jobId, secondJobId]);
});

test('offers to read the file again when its rows are no longer valid', async () => {
  const { user, requestBodies } = await openFileReadTwice(() => apiError('UsersFileOutdated', 409));
  await user.click(getButton('Invite 1 user'));
  expect(await screen.findByText(/Please read the file again\.$/)).toBeVisible();
  await user.click(getButton('Try again'));
  await waitFor(() => expect(requestBodies('user-files/nuk')).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: 'Invite 1 user' }));
  expect(await screen.findByRole('heading', { name: 'Import of users: in progress' })).toBeVisible();
  expect(requestBodies('jobs/nuk/import').map(({ id }) => id)).toEqual([jobId, secondJobId]);
});

test('shows another running job and keeps the file', async () => {
  const runningJob = buildAnswersWithOtherJob({ kind: 'actions', action: 'enable' });
  const { user } = await openReport(buildUsersReport({ accepted: [buildAcceptedRow(2)] }), runningJob);
  await user.click(getButton('Invite 1 user'));
  expect(await screen.findByRole('heading', { name: 'Enabling users: in progress' })).toBeVisible();
  expect(await findReportHeading('users.csv')).toBeVisible();
  expect(getButton('Invite 1 user')).toHaveAttribute('aria-disabled', 'true');
});

test('reads the file again when the update option changes', async () => {
  const { user, requestBodies } = await openBulk({
    report: (isUpdating) =>
      isUpdating
        ? buildUsersReport({ accepted: [buildAcceptedRow(2, { change: 'update' })] })
        : buildUsersReport({ refused: [{ row: 2, values, reasons: [{ column: 'email', key: 'exists' }] }] }),
  });
  await chooseFile(user, buildUsersCsv());
  await findReportHeading('users.csv');
  expect(screen.getByText(/^This user is already registered\./)).toBeVisible();
  expect(screen.getByText('There is nobody to invite or to update.')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Update existing users' }));
  await user.click(await screen.findByRole('button', { name: 'Update 1 user' }));
  expect(screen.getByRole('checkbox', { name: 'Update existing users' })).toBeChecked();
  expect(requestBodies('user-files/nuk').map(({ updateExisting }) => updateExisting)).toEqual([false, true]);
  await waitFor(() => expect(requestBodies('jobs/nuk/import')).toHaveLength(1));
});

test.each([
  [3, 1],
  [2, 0],
])(
  'shows that %d more users can be invited or changed today, and starts %d imports',
  async (emailsLeft, importCount) => {
    const { user, requestBodies } = await openReport(buildUsersReport({ accepted, emailsLeft }));
    expect(screen.getAllByText(new RegExp(`still invite or change ${emailsLeft} users today`))[0]).toBeVisible();
    await user.click(getButton('Invite 2 and update 1'));
    await waitFor(() => expect(requestBodies('jobs/nuk/import')).toHaveLength(importCount));
  },
);

test('shows admin changes and requires typing the number of users above fifty', async () => {
  const rows = Array.from({ length: 51 }, (_, index) =>
    buildAcceptedRow(index + 2, { email: `user${index}@store.example` }),
  );
  const rowsWithAdmins = rows.map((row, index) => ({
    ...row,
    ...(index < 10 && { admin: 'becomes' as const }),
    ...(index === 10 && { admin: 'ceases' as const }),
  }));
  const { user, requestBodies } = await openReport(buildUsersReport({ accepted: rowsWithAdmins }));
  expect(screen.getByText('10 users will become administrators.')).toBeVisible();
  expect(screen.getByText('1 user will no longer be an administrator.')).toBeVisible();
  const field = screen.getByLabelText('To confirm, type how many users this concerns: 51');
  expect(getButton('Invite 51 users')).toHaveAttribute('aria-disabled', 'true');
  const wrongNumberText = 'This is not the number of users it concerns: 51';
  await user.type(field, '50');
  expect(screen.queryByText(wrongNumberText)).toBeNull();
  await user.click(getButton('Invite 51 users'));
  expect(screen.getByText(wrongNumberText)).toBeVisible();
  expect(requestBodies('jobs/nuk/import')).toEqual([]);
  await user.clear(field);
  await user.type(field, '51');
  expect(screen.queryByText(wrongNumberText)).toBeNull();
  await user.click(getButton('Invite 51 users'));
  await waitFor(() => expect(requestBodies('jobs/nuk/import')).toHaveLength(1));
});

test.each<[Extract<UsersFileReport, { outcome: 'refused' }>, readonly (string | RegExp)[]]>([
  [
    {
      outcome: 'refused',
      code: 'UsersFileWrongHeaders',
      missing: ['admin'],
      unknown: ['role'],
      repeated: ['email'],
      otherSheets: ['Users'],
    },
    [
      'Wrong headers in file',
      'Missing: admin',
      'Not recognised: role',
      'Present more than once: email',
      'Only one sheet was read. These were not: Users',
      'Expected: email | storeId | storeName | registerRepairs | registerReturns | admin',
    ],
  ],
  [
    { outcome: 'refused', code: 'UsersFileTooManyRows', rows: 5001 },
    ['This file has 5,001 rows, and at most 5,000 are allowed. Split it into several files.'],
  ],
  [
    { outcome: 'refused', code: 'FileDamaged', row: 17 },
    [/^This file is damaged/, 'The file could be read only as far as row 17.'],
  ],
])('shows why a file is rejected: $code', async (report, words) => {
  await openReport(report);
  for (const text of words) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText('Nobody has been invited.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Invite/ })).toBeNull();
});

test('has distinct texts for reasons, problems, jobs and outcomes', () => {
  for (const { file, users } of Object.values(texts)) {
    for (const words of [users.bulk.jobs, users.bulk.outcomes].map((group) => Object.values<string>(group)))
      expect(new Set(words).size).toBe(words.length);
    const reasons: Record<UserReasonKey, string> = { ...file.reasons, ...users.file.reasons };
    expect(new Set(userReasonKeys.map((key) => reasons[key])).size).toBe(userReasonKeys.length);
    const refusals = { ...file.refusals, ...users.file.refusals };
    expect(new Set(usersFileProblems.map((code) => refusals[code])).size).toBe(usersFileProblems.length);
  }
});

test('downloads a CSV template with headers only', async () => {
  const { user } = await openBulk({});
  expect(await exportCsv(user, 'Template')).toEqual({
    fileName: 'users-template.csv',
    lines: [userColumns.join('|')],
  });
});
