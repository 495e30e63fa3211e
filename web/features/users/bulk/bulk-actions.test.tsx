import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { apiError } from '#web/testing/auth.ts';
import {
  answerBulk,
  getButton,
  buildJob,
  openActions,
  buildAnswersWithOtherJob,
  signInAdmin,
  readTableRows,
  buildRandomUser,
} from '#web/testing/bulk-users.tsx';
import { planBulkAction } from './bulk-actions.tsx';
import { clearWatchedJobs } from './region-job.tsx';

beforeEach(() => signInAdmin());

const ownAccount = buildRandomUser({ email: 'sam@nuk.example', roles: ['admin'] });
const selectedUsers = [
  ...Array.from({ length: 12 }, () => buildRandomUser()),
  ...Array.from({ length: 3 }, () => buildRandomUser({ enabled: false })),
  ownAccount,
];

/** Creates a response that accepts a start, with the given job fields. */
const acceptStart = (change: Parameters<typeof buildJob>[0]) => (body: Record<string, unknown>) => ({
  status: 202,
  body: buildJob({ id: String(body['id']), ...change }),
});

const choose = async (user: Awaited<ReturnType<typeof openActions>>['user'], item: string) => {
  await user.click(getButton('Actions for selected users'));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const readEffects = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('disables actions without a selection or an affected user', async () => {
  answerBulk();
  await openActions([]);
  expect(getButton('Actions for selected users')).toHaveAttribute('aria-disabled', 'true');
  cleanup();
  const { user } = await openActions([buildRandomUser()]);
  await choose(user, 'Enable');
  expect(readEffects()).toEqual(['0 users will be enabled.', '1 is enabled already.']);
  expect(getButton('Enable')).toHaveAttribute('aria-disabled', 'true');
});

test('shows the remaining daily emails when they may run out', async () => {
  answerBulk({ emailsLeft: 1200 });
  const { user } = await openActions([buildRandomUser()]);
  await user.click(getButton('Resend expired invitations'));
  const emailsLeftText = 'You can still invite or change 1,200 users today.';
  expect(await screen.findByText(emailsLeftText)).toBeVisible();
  await user.click(getButton('Cancel'));
  await choose(user, 'Disable');
  expect(screen.queryByText(emailsLeftText)).toBeNull();
});

test('shows the effects first and changes affected users only', async () => {
  const onEnded = vi.fn<() => void>();
  const outcomes = { done: 11, failed: 1 };
  const { requestBodies } = answerBulk({
    start: acceptStart({ kind: 'actions', action: 'disable', state: 'done', total: 12, outcomes }),
    failedRows: () => ({
      body: {
        items: [{ row: 1, email: 'kim@nuk.example', storeId: 'UK001', storeName: 'O', roles: [], reason: 'LastAdmin' }],
      },
    }),
  });
  const { user } = await openActions(selectedUsers, onEnded);
  await choose(user, 'Disable');
  expect(readEffects()).toEqual([
    '12 users will be disabled.',
    '3 are disabled already.',
    '1 is your own account and will be left out.',
  ]);
  expect(requestBodies('jobs/nuk/actions')).toEqual([]);
  expect(getButton('Disable').className).not.toContain('variant-primary');
  await user.click(getButton('Disable'));
  expect(await screen.findByText('11 of 12 users disabled, 1 error')).toBeVisible();
  expect(requestBodies('jobs/nuk/actions')).toEqual([
    { id: expect.any(String), action: 'disable', subs: selectedUsers.slice(0, 12).map(({ sub }) => sub) },
  ]);
  expect(readTableRows(await screen.findByRole('table', { name: 'Users with errors' }))).toEqual([
    [
      'kim@nuk.example',
      'UK001',
      'This is the last administrator of the region. Please make somebody else an administrator first.',
    ],
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onEnded).toHaveBeenCalledTimes(1);
});

test('asks for a group and skips its members', async () => {
  const { requestBodies } = answerBulk();
  const groupMember = buildRandomUser({ roles: ['register-returns'] });
  const { user } = await openActions([groupMember, buildRandomUser()]);
  await choose(user, 'Add to group…');
  expect(getButton('Add')).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: /^Group/ }));
  expect(
    screen
      .getAllByRole('option')
      .map((option) => option.getAttribute('data-value') ?? within(option).getAllByText(/./).at(-1)?.textContent),
  ).toEqual(['Admin', 'Register repairs', 'Register returns']);
  await user.click(screen.getByRole('option', { name: 'Register returns' }));
  expect(readEffects()).toEqual(['1 user will be added.', '1 is in the group already.']);
  await user.click(getButton('Add'));
  await waitFor(() =>
    expect(requestBodies('jobs/nuk/actions')).toEqual([
      expect.objectContaining({ action: 'addToGroup', role: 'register-returns', subs: [expect.any(String)] }),
    ]),
  );
});

test('requires typing the number of users if there are more than fifty', async () => {
  const { requestBodies } = answerBulk();
  const { user } = await openActions(Array.from({ length: 51 }, () => buildRandomUser()));
  await choose(user, 'Add to group…');
  await user.click(screen.getByRole('button', { name: /Group/ }));
  await user.click(await screen.findByRole('option', { name: 'Admin' }));
  expect(readEffects()).toEqual(['51 users will become administrators.']);
  await user.click(getButton('Add'));
  expect(requestBodies('jobs/nuk/actions')).toEqual([]);
  await user.type(screen.getByLabelText('To confirm, type how many users this concerns: 51'), '51');
  await user.click(getButton('Add'));
  await waitFor(() => expect(requestBodies('jobs/nuk/actions')).toHaveLength(1));
});

test('reuses the id for a retry but not for another group', async () => {
  const { requestBodies } = answerBulk({ start: () => apiError('ServiceUnavailable', 503) });
  const { user } = await openActions([buildRandomUser()]);
  await choose(user, 'Add to group…');
  const add = async (count: number, group?: string) => {
    if (group) await user.click(screen.getByRole('button', { name: /^Group/ }));
    if (group) await user.click(await screen.findByRole('option', { name: group }));
    await user.click(getButton('Add'));
    await waitFor(() => expect(requestBodies('jobs/nuk/actions')).toHaveLength(count));
    await screen.findByText(/The service is busy/);
  };
  await add(1, 'Register returns');
  await add(2);
  await add(3, 'Admin');
  const [firstId, repeatedId, otherId] = requestBodies('jobs/nuk/actions').map((body) => body?.['id']);
  expect(repeatedId).toBe(firstId);
  expect(otherId).not.toBe(firstId);
});

test('shows the running job when a second action starts', async () => {
  answerBulk(buildAnswersWithOtherJob());
  const { user } = await openActions([buildRandomUser()]);
  await choose(user, 'Disable');
  await user.click(getButton('Disable'));
  expect(await screen.findByText(/^Another bulk operation is still running\./)).toBeVisible();
  expect(
    await screen.findByRole('heading', { name: 'Import of users: in progress', hidden: true }),
  ).toBeInTheDocument();
});

test.each([
  [
    'disable',
    undefined,
    [ownAccount, buildRandomUser({ enabled: false })],
    { subs: [], unaffectedCount: 1, skipsOwnAccount: true },
  ],
  ['enable', undefined, [ownAccount], { subs: [], unaffectedCount: 1, skipsOwnAccount: false }],
  ['removeFromGroup', 'admin', [ownAccount], { subs: [], unaffectedCount: 0, skipsOwnAccount: true }],
  ['removeFromGroup', 'register-repairs', [ownAccount], { subs: [], unaffectedCount: 1, skipsOwnAccount: false }],
  [
    'addToGroup',
    'register-repairs',
    [ownAccount],
    { subs: [ownAccount.sub], unaffectedCount: 0, skipsOwnAccount: false },
  ],
  ['resendInvitation', undefined, [ownAccount], { subs: [], unaffectedCount: 1, skipsOwnAccount: false }],
] as const)('computes the affected users for %s %s', (action, role, users, expected) => {
  expect(planBulkAction({ action, role, selectedUsers: users, ownEmail: ownAccount.email })).toEqual(expected);
});

test.each(['invited', 'inviteExpired'] as const)('resends the invitation to a user with status %s', (status) => {
  const user = buildRandomUser({ status });
  expect(planBulkAction({ action: 'resendInvitation', selectedUsers: [user], ownEmail: '' }).subs).toEqual([user.sub]);
});

const resend = async (user: Awaited<ReturnType<typeof openActions>>['user']) => {
  await user.click(getButton('Resend expired invitations'));
  expect(screen.getByText('This may take several minutes.')).toBeVisible();
  await user.click(getButton('Resend'));
};

test('resends expired invitations with progress', async () => {
  const { requestBodies } = answerBulk({ start: acceptStart({ kind: 'resend', outcomes: { done: 3 } }) });
  const { user } = await openActions([]);
  await resend(user);
  const heading = await screen.findByRole('heading', { name: 'Resending expired invitations: in progress' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.getByText('3 of 200')).toBeVisible();
  expect(requestBodies('jobs/nuk/resend')).toEqual([{ id: expect.any(String) }]);
});

test('reports that no invitation has expired', async () => {
  answerBulk({ start: acceptStart({ kind: 'resend', state: 'done', total: 0 }) });
  const { user } = await openActions([]);
  await resend(user);
  expect(await screen.findByText('No invitation has expired.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
  await user.click(getButton('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the running resend instead of a second one', async () => {
  answerBulk(buildAnswersWithOtherJob({ kind: 'resend', outcomes: { done: 50 } }));
  const { user } = await openActions([]);
  await resend(user);
  expect(await screen.findByText('50 of 200')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows an import and a disable job, each with Stop', async () => {
  const importJob = buildJob({ outcomes: { invited: 50 } });
  const disableJobFields = { kind: 'actions', action: 'disable', total: 1 } as const;
  let disableJob = buildJob(disableJobFields);
  const { requestBodies } = answerBulk({
    latest: () => importJob,
    job: (id) => (id === importJob.id ? importJob : disableJob),
    start: (body) => {
      disableJob = buildJob({ ...disableJobFields, id: String(body['id']) });
      return { status: 202, body: disableJob };
    },
  });
  const { user } = await openActions([buildRandomUser()]);
  expect(await screen.findByText('50 of 200')).toBeVisible();
  await choose(user, 'Disable');
  await user.click(getButton('Disable'));
  expect(await screen.findByRole('heading', { name: 'Disabling users: in progress' })).toBeVisible();
  expect(screen.getByText('50 of 200')).toBeVisible();
  const [stopDisabling, stopImporting] = screen.getAllByRole('button', { name: 'Stop' });
  expect([stopDisabling, stopImporting]).toEqual([expect.anything(), expect.anything()]);
  if (stopImporting) await user.click(stopImporting);
  await user.click(await screen.findByRole('button', { name: 'Stop now' }));
  expect(await screen.findByRole('heading', { name: 'Import of users: stopped' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Disabling users: in progress' })).toBeVisible();
  expect(requestBodies('jobs/nuk/stop')).toEqual([{ id: importJob.id }]);
  clearWatchedJobs();
});

test('shows both jobs that were started elsewhere', async () => {
  const disableJob = buildJob({ id: crypto.randomUUID(), kind: 'actions', action: 'disable', total: 1 });
  answerBulk({ latest: () => [disableJob, buildJob()] });
  await openActions([]);
  expect(await screen.findByRole('heading', { name: 'Disabling users: in progress' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Import of users: in progress' })).toBeVisible();
  clearWatchedJobs();
});

test('links a running import to its page', async () => {
  answerBulk({ latest: () => buildJob() });
  const { user } = await openActions([]);
  await user.click(await screen.findByRole('link', { name: 'Show the import' }));
  expect(await screen.findByText('The import')).toBeVisible();
  clearWatchedJobs();
});
