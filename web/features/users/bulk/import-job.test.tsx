import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { userColumns } from '#shared/users/file/columns.ts';
import { refusal } from '#web/testing/auth.ts';
import { button, jobWith, openBulk, signInAdmin, tableRows } from '#web/testing/bulk-users.tsx';
import { savedCsv } from '#web/testing/saved-files.ts';

beforeEach(() => signInAdmin());

test('whoever comes back finds the running job', async () => {
  await openBulk({ latest: () => jobWith({ outcomes: { invited: 40, failed: 10 } }) });
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
  const { user } = await openBulk({
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
  const { asked } = await openBulk({
    latest: () => jobWith({ kind: 'resend', state: 'done', outcomes: { done: 200 } }),
  });
  await waitFor(() => expect(asked('jobs/nuk/latest')).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByRole('heading', { name: /invitations/ })).toBeNull();
});

test('failed rows that could not be loaded are asked for again', async () => {
  let isThere = false;
  const { user } = await openBulk({
    latest: () => jobWith({ state: 'done', total: 1, outcomes: { failed: 1 } }),
    failedRows: () => (isThere ? { body: { items: [] } } : refusal('InternalServerError', 500)),
  });
  expect(await screen.findByText('0 of 1 users imported, 1 error')).toBeVisible();
  const alert = await screen.findByRole('alert');
  isThere = true;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Users with errors' })).toBeVisible();
});
