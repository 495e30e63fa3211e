import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { userColumns } from '#shared/users/file/columns.ts';
import { apiError } from '#web/testing/auth.ts';
import { getButton, buildJob, openBulk, signInAdmin, readTableRows } from '#web/testing/bulk-users.tsx';
import { exportCsv } from '#web/testing/saved-files.ts';

beforeEach(() => signInAdmin());

test('shows the running job when the page is opened again', async () => {
  await openBulk({ latest: () => buildJob({ outcomes: { invited: 40, failed: 10 } }) });
  expect(await screen.findByRole('heading', { name: 'Import of users: in progress' })).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '50');
  expect(screen.getByText('50 of 200')).toBeVisible();
  expect(screen.getByText('Started on 21/11/2026, 09:00 by kim@nuk.example')).toBeVisible();
});

test('shows the summary when the page is opened again, and downloads failed rows', async () => {
  const failedRows = [
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
    latest: () => buildJob({ state: 'done', outcomes: { invited: 190, updated: 8, failed: 2 } }),
    failedRows: () => ({ body: { items: failedRows } }),
  });
  expect(await screen.findByText('198 of 200 users imported, 2 errors')).toBeVisible();
  expect(readTableRows(await screen.findByRole('table', { name: 'Users with errors' }))).toEqual([
    ['7', 'a@nuk.example', 'UK001', 'This user has already been registered.'],
    ['9', 'b@nuk.example', 'UK001', 'Something went wrong, please try again.'],
  ]);
  expect((await exportCsv(user, 'Download the failed rows')).lines).toEqual([
    [...userColumns, 'reason'].join('|'),
    'a@nuk.example|UK001|Oxford Street|true|false|true|This user has already been registered.',
    'b@nuk.example|UK001|Oxford Street|false|false|false|Something went wrong, please try again.',
  ]);
  await user.click(getButton('Close'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByText('198 of 200 users imported, 2 errors')).toBeNull();
});

describe('undoing an import', () => {
  const buildEndedImport = (change: Parameters<typeof buildJob>[0] = {}) =>
    buildJob({ state: 'done', total: 3, outcomes: { invited: 2, updated: 1 }, ...change });

  test('explains the effects, then shows the running job', async () => {
    const { user, requestBodies } = await openBulk({
      latest: () => buildEndedImport(),
      start: (body) => ({ status: 202, body: buildJob({ id: String(body['id']), kind: 'undo', total: 3 }) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Undo this import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
    expect(dialog.getByText(/^Updated users get their store and groups back/)).toBeVisible();
    expect(dialog.getByText(/have not finished registering are deleted/)).toBeVisible();
    expect(dialog.getByText(/^Users changed or registered since then stay as they are/)).toBeVisible();
    expect(requestBodies('jobs/nuk/undo')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByRole('heading', { name: 'Undoing an import of users: in progress' })).toHaveFocus();
    expect(requestBodies('jobs/nuk/undo')).toEqual([{ id: expect.any(String), undoes: buildEndedImport().id }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows why the undo is rejected', async () => {
    const { user } = await openBulk({
      latest: () => buildEndedImport(),
      start: () => apiError('ImportNotLatest', 409),
    });
    await user.click(await screen.findByRole('button', { name: 'Undo this import' }));
    await user.click(screen.getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText(/^Only the last import can be undone/)).toBeVisible();
  });

  test('requires typing the number of users if there are many', async () => {
    const { user, requestBodies } = await openBulk({
      latest: () => buildEndedImport({ total: 51, outcomes: { invited: 51 } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Undo this import' }));
    expect(screen.queryByText(/^Updated users get their store and groups back/)).toBeNull();
    await user.click(getButton('Undo import'));
    expect(requestBodies('jobs/nuk/undo')).toEqual([]);
    await user.type(screen.getByLabelText('To confirm, type how many users this concerns: 51'), '51');
    await user.click(getButton('Undo import'));
    await waitFor(() => expect(requestBodies('jobs/nuk/undo')).toHaveLength(1));
  });

  test.each([
    ['the import is running', buildJob({ outcomes: { invited: 7 } })],
    ['no user was changed', buildEndedImport({ outcomes: { failed: 3 } })],
    ['the job is not an import', buildEndedImport({ kind: 'undo', outcomes: { done: 3 } })],
  ])('is not offered when %s', async (_, job) => {
    await openBulk({ latest: () => job });
    await screen.findByRole('heading', { level: 2, name: /import/i });
    expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
  });

  test('shows its summary when the page is opened again, and lists skipped users', async () => {
    const skippedRow = {
      row: 3,
      email: 'a@nuk.example',
      storeId: '',
      storeName: '',
      roles: [],
      reason: 'ChangedSinceImport',
    };
    await openBulk({
      latest: () => buildEndedImport({ kind: 'undo', outcomes: { done: 2, failed: 1 } }),
      failedRows: () => ({ body: { items: [skippedRow] } }),
    });
    expect(await screen.findByText('2 of 3 users are as they were before the import, 1 error')).toBeVisible();
    expect(readTableRows(await screen.findByRole('table', { name: 'Users with errors' }))).toEqual([
      ['a@nuk.example', '', 'Changed or registered since the import: this user stays as they are.'],
    ]);
  });
});

test('does not show an ended job of another kind', async () => {
  const { requestBodies } = await openBulk({
    latest: () => buildJob({ kind: 'resend', state: 'done', outcomes: { done: 200 } }),
  });
  await waitFor(() => expect(requestBodies('jobs/nuk/latest')).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByRole('heading', { name: /invitations/ })).toBeNull();
});

test('retries loading failed rows', async () => {
  let areRowsAvailable = false;
  const { user } = await openBulk({
    latest: () => buildJob({ state: 'done', total: 1, outcomes: { failed: 1 } }),
    failedRows: () => (areRowsAvailable ? { body: { items: [] } } : apiError('InternalServerError', 500)),
  });
  expect(await screen.findByText('0 of 1 users imported, 1 error')).toBeVisible();
  const alert = await screen.findByRole('alert');
  areRowsAvailable = true;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Users with errors' })).toBeVisible();
});
