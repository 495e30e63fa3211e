import { act, screen, waitFor, within } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import { texts } from '#shared/locales/texts.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { userReasonKeys, usersFileProblems } from '#shared/users/file/report.ts';
import type { UserReasonKey, UsersFileReport } from '#shared/users/file/report.ts';
import { refusal } from '#web/testing/auth.ts';
import {
  answerBulk,
  button,
  jobWith,
  openBulk,
  signInAdmin,
  tableRows,
  userRow,
  usersCsv,
  usersReport,
} from '#web/testing/bulk-users.tsx';
import { chooseFile, reportHeading } from '#web/testing/return-file.ts';
import { keepSavedFiles } from '#web/testing/saved-files.ts';
import { meant } from '#web/testing/unguarded.ts';

const values = ['sam@nuk', 'UK001', 'Oxford Street', 'true', 'false', 'false'];
const accepted = [
  userRow(2),
  userRow(3),
  userRow(4, { change: 'update', roles: ['admin', 'register-returns'] }),
  userRow(5, { change: 'unchanged' }),
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

const open = async (answers: Parameters<typeof answerBulk>[0]) => {
  const portal = answerBulk(answers);
  const { user, router } = await openBulk();
  return { ...portal, user, router };
};
const openReport = async (report: UsersFileReport, answers: Parameters<typeof answerBulk>[0] = {}) => {
  const portal = await open({ ...answers, report: () => report });
  await chooseFile(portal.user, usersCsv());
  await reportHeading('users.csv');
  return portal;
};

test('every row of a file is told before anything happens: what it would do, or what is wrong with it', async () => {
  const { asked } = await openReport(usersReport({ accepted, refused }));
  expect(await reportHeading('users.csv')).toHaveFocus();
  const numbers = [...document.querySelectorAll('.file-numbers div')].map(({ textContent }) => textContent);
  expect(numbers).toEqual(['Rows in the file6', 'New2', 'To be updated1', 'Unchanged1', 'To be corrected2']);
  expect(tableRows(screen.getByRole('table', { name: 'Rows to be corrected' }))).toEqual([
    ['6', 'email', 'sam@nuk', 'This is not an email address.'],
    ['6', 'admin', 'false', 'This cell is empty.'],
    ['9', 'email', 'sam@nuk', 'Row 2 has the same email address.'],
  ]);
  expect(tableRows(screen.getByRole('table', { name: 'What will happen' }))[2]).toEqual([
    '4',
    'Update',
    'user4@nuk.example',
    'UK001',
    'Oxford Street',
    'Admin, Register returns',
  ]);
  expect(screen.getByText('2 rows to be corrected are left out')).toBeVisible();
  expect(asked('user-files/nuk')).toEqual([{ key: 'uploads/0', updateExisting: false }]);
  expect(asked('jobs/nuk/import')).toEqual([]);
});

test('inviting sends the rows that bring a change, and leads to the running job', async () => {
  const { user, asked } = await openReport(usersReport({ accepted, refused }));
  await user.click(button('Invite 2 and update 1'));
  const heading = await screen.findByRole('heading', { name: 'Import of users: in progress' });
  expect(heading).toHaveFocus();
  expect(asked('jobs/nuk/import')).toEqual([
    {
      id: expect.any(String),
      updateExisting: false,
      rows: accepted.slice(0, 3).map(({ change: _change, ...row }) => row),
    },
  ]);
  expect(screen.queryByRole('heading', { name: /^Report on/ })).toBeNull();
});

test('a start that got no answer is sent again under the same id', async () => {
  let tries = 0;
  const { user, asked } = await openReport(usersReport({ accepted: [userRow(2)] }), {
    start: (body) => {
      tries += 1;
      return tries === 1
        ? refusal('ServiceUnavailable', 503)
        : { status: 202, body: jobWith({ id: String(body['id']) }) };
    },
  });
  await user.click(button('Invite 1 user'));
  expect(await screen.findByText(/^The service is busy at the moment/)).toBeVisible();
  await user.click(button('Invite 1 user'));
  await screen.findByRole('heading', { name: 'Import of users: in progress' });
  const ids = asked('jobs/nuk/import').map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('another job that runs is shown, and the file stays', async () => {
  let isOther = false;
  const { user } = await openReport(usersReport({ accepted: [userRow(2)] }), {
    latest: () => (isOther ? jobWith({ kind: 'actions', action: 'enable' }) : undefined),
    start: () => {
      isOther = true;
      return refusal('JobRunning', 409);
    },
  });
  await user.click(button('Invite 1 user'));
  expect(await screen.findByRole('heading', { name: 'Enabling users: in progress' })).toBeVisible();
  expect(await reportHeading('users.csv')).toBeVisible();
  expect(button('Invite 1 user')).toHaveAttribute('aria-disabled', 'true');
});

test('the option to update existing users has the file read anew', async () => {
  const { user, asked } = await open({
    report: (isUpdating) =>
      isUpdating
        ? usersReport({ accepted: [userRow(2, { change: 'update' })] })
        : usersReport({ refused: [{ row: 2, values, reasons: [{ column: 'email', key: 'exists' }] }] }),
  });
  await chooseFile(user, usersCsv());
  await reportHeading('users.csv');
  expect(screen.getByText(/^This user is already registered\./)).toBeVisible();
  expect(screen.getByText('There is nobody to invite or to update.')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Update existing users' }));
  await user.click(await screen.findByRole('button', { name: 'Update 1 user' }));
  expect(screen.getByRole('checkbox', { name: 'Update existing users' })).toBeChecked();
  expect(asked('user-files/nuk').map(({ updateExisting }) => updateExisting)).toEqual([false, true]);
  await waitFor(() => expect(asked('jobs/nuk/import')[0]?.['updateExisting']).toBe(true));
});

test('stores that are named differently keep their names, and are told about', async () => {
  await openReport(
    usersReport({
      accepted: [userRow(2, { storeName: 'Oxford St' }), userRow(3, { storeId: 'UK002', storeName: 'Princes Street' })],
      renamed: [{ storeId: 'UK001', known: 'Oxford Street', named: 'Oxford St' }],
    }),
  );
  expect(screen.getByText('UK001: “Oxford Street” in the portal, “Oxford St” in the file')).toBeVisible();
  expect(screen.getByText(/The names in the portal stay/)).toBeVisible();
});

test.each([
  [3, 1],
  [2, 0],
])(
  'of three users where %d are left for the day, that is told first, and %d file is sent',
  async (emailsLeft, sent) => {
    const { user, asked } = await openReport(usersReport({ accepted, emailsLeft }));
    expect(screen.getAllByText(new RegExp(`still invite or change ${emailsLeft} users today`))[0]).toBeVisible();
    await user.click(button('Invite 2 and update 1'));
    await waitFor(() => expect(asked('jobs/nuk/import')).toHaveLength(sent));
  },
);

test('says how many become administrators or are no longer; more than fifty are only sent once their number is typed', async () => {
  const rows = Array.from({ length: 51 }, (_, at) => userRow(at + 2, { email: `user${at}@store.example` }));
  const concerned = rows.map((row, at) => ({
    ...row,
    ...(at < 10 && { admin: 'becomes' as const }),
    ...(at === 10 && { admin: 'ceases' as const }),
  }));
  const { user, asked } = await openReport(usersReport({ accepted: concerned }));
  expect(screen.getByText('10 users will become administrators.')).toBeVisible();
  expect(screen.getByText('1 user will no longer be an administrator.')).toBeVisible();
  const field = screen.getByLabelText('To confirm, type how many users this concerns: 51');
  expect(button('Invite 51 users')).toHaveAttribute('aria-disabled', 'true');
  await user.type(field, '50');
  await user.click(button('Invite 51 users'));
  expect(asked('jobs/nuk/import')).toEqual([]);
  await user.clear(field);
  await user.type(field, '51');
  await user.click(button('Invite 51 users'));
  await waitFor(() => expect(asked('jobs/nuk/import')).toHaveLength(1));
});

test.each<[Extract<UsersFileReport, { outcome: 'refused' }>, readonly string[]]>([
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
    [/^This file is damaged/, 'The file could be read only as far as row 17.'] as never,
  ],
])('a file that cannot be read is told, and nobody is invited: $code', async (report, words) => {
  await openReport(report);
  for (const text of words) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText('Nobody has been invited.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Invite/ })).toBeNull();
});

test('for each reason and each refusal there are words of its own', () => {
  for (const { file, users } of Object.values(texts)) {
    const reasons: Record<UserReasonKey, string> = { ...file.reasons, ...users.file.reasons };
    expect(new Set(userReasonKeys.map((key) => reasons[key])).size).toBe(userReasonKeys.length);
    const refusals = { ...file.refusals, ...users.file.refusals };
    expect(new Set(usersFileProblems.map((code) => refusals[code])).size).toBe(usersFileProblems.length);
  }
});

const savedCsv = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  const saved = keepSavedFiles();
  await user.click(await screen.findByRole('button', { name }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines: string[][] = parse((await saved[0]?.file.text()) ?? '', { bom: true });
  return { fileName: saved[0]?.name, lines: lines.map((cells) => cells.map(meant).join('|')) };
};

test('the template has the six headers; no example as CSV, where it would need apostrophes', async () => {
  const { user } = await open({});
  expect(await savedCsv(user, 'Template')).toEqual({
    fileName: 'users-template.csv',
    lines: [userColumns.join('|')],
  });
});

test('wrong rows can be downloaded with their reasons, and sent again', async () => {
  const { user } = await openReport(usersReport({ accepted, refused }));
  expect((await savedCsv(user, 'Download these rows')).lines).toEqual([
    [...userColumns, 'reason'].join('|'),
    'sam@nuk|UK001|Oxford Street|true|false|false|email: This is not an email address.; admin: This cell is empty.',
    'sam@nuk|UK001|Oxford Street|true|false|false|email: Row 2 has the same email address.',
  ]);
});

test('whoever comes back finds the running job', async () => {
  await open({ latest: () => jobWith({ outcomes: { invited: 40, failed: 10 } }) });
  expect(await screen.findByRole('heading', { name: 'Import of users: in progress' })).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '50');
  expect(screen.getByText('50 of 200')).toBeVisible();
  expect(screen.getByText('Started on 21/11/2026, 09:00 by kim@nuk.example')).toBeVisible();
});

test('whoever comes back after its end finds the summary of the import, and can download the rows that failed', async () => {
  const failed = [
    {
      row: 7,
      email: 'a@nuk.example',
      storeId: 'UK001',
      storeName: 'Oxford Street',
      roles: ['register-repairs', 'admin'],
      reason: 'UsernameExistsException',
    },
    { row: 9, email: 'b@nuk.example', storeId: 'UK001', storeName: 'Oxford Street', roles: [], reason: 'Unheard' },
  ];
  const { user } = await open({
    latest: () => jobWith({ state: 'done', outcomes: { invited: 190, updated: 8, failed: 2 } }),
    failedRows: () => ({ body: { items: failed } }),
  });
  expect(await screen.findByText('198 of 200 users imported, 2 errors')).toBeVisible();
  expect(tableRows(await screen.findByRole('table', { name: 'Users with errors' }))).toEqual([
    ['7', 'a@nuk.example', 'UK001', 'This user has already been registered.'],
    ['9', 'b@nuk.example', 'UK001', 'Something went wrong, please try again.'],
  ]);
  expect((await savedCsv(user, 'Download the failed rows')).lines).toEqual([
    [...userColumns, 'reason'].join('|'),
    'a@nuk.example|UK001|Oxford Street|true|false|true|This user has already been registered.',
    'b@nuk.example|UK001|Oxford Street|false|false|false|Something went wrong, please try again.',
  ]);
  await user.click(button('Close'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByText('198 of 200 users imported, 2 errors')).toBeNull();
});

test('another operation that has ended long ago is not shown', async () => {
  const { asked } = await open({ latest: () => jobWith({ kind: 'resend', state: 'done', outcomes: { done: 200 } }) });
  await waitFor(() => expect(asked('jobs/nuk/latest')).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByRole('heading', { name: /invitations/ })).toBeNull();
});

test('failed rows that could not be loaded are asked for again', async () => {
  let isThere = false;
  const { user } = await open({
    latest: () => jobWith({ state: 'done', total: 1, outcomes: { failed: 1 } }),
    failedRows: () => (isThere ? { body: { items: [] } } : refusal('InternalServerError', 500)),
  });
  expect(await screen.findByText('0 of 1 users imported, 1 error')).toBeVisible();
  const alert = await screen.findByRole('alert');
  isThere = true;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Users with errors' })).toBeVisible();
});
