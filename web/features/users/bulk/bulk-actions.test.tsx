import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '#web/testing/auth.ts';
import {
  answerBulk,
  button,
  jobWith,
  openActions,
  overtakenBy,
  signInAdmin,
  tableRows,
  anybody,
} from '#web/testing/bulk-users.tsx';
import { whatWouldHappen } from './bulk-actions.tsx';
import { forgetJobs } from './region-job.tsx';

beforeEach(() => signInAdmin());

const own = anybody({ email: 'sam@nuk.example', roles: ['admin'] });
const many = [
  ...Array.from({ length: 12 }, () => anybody()),
  ...Array.from({ length: 3 }, () => anybody({ enabled: false })),
  own,
];

/** A start is taken on: the job as it is then. */
const started = (change: Parameters<typeof jobWith>[0]) => (body: Record<string, unknown>) => ({
  status: 202,
  body: jobWith({ id: String(body['id']), ...change }),
});

const choose = async (user: Awaited<ReturnType<typeof openActions>>['user'], item: string) => {
  await user.click(button('Actions for selected users'));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const effects = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('without a selection there is nothing to do, and where nobody would be changed nothing to confirm', async () => {
  answerBulk();
  await openActions([]);
  expect(button('Actions for selected users')).toHaveAttribute('aria-disabled', 'true');
  cleanup();
  const { user } = await openActions([anybody()]);
  await choose(user, 'Enable');
  expect(effects()).toEqual(['0 users will be enabled.', '1 is enabled already.']);
  expect(button('Enable')).toHaveAttribute('aria-disabled', 'true');
});

test('what is left of the day’s emails is said before any is sent, where it may be too few', async () => {
  answerBulk({ emailsLeft: 1200 });
  const { user } = await openActions([anybody()]);
  await user.click(button('Resend expired invitations'));
  const left = 'You can still invite or change 1,200 users today.';
  expect(await screen.findByText(left)).toBeVisible();
  await user.click(button('Cancel'));
  await choose(user, 'Disable');
  expect(screen.queryByText(left)).toBeNull();
});

test('what would happen is said first; then it happens to those alone whom it concerns', async () => {
  const onEnded = vi.fn<() => void>();
  const outcomes = { done: 11, failed: 1 };
  const { asked } = answerBulk({
    start: started({ kind: 'actions', action: 'disable', state: 'done', total: 12, outcomes }),
    failedRows: () => ({
      body: {
        items: [{ row: 1, email: 'kim@nuk.example', storeId: 'UK001', storeName: 'O', roles: [], reason: 'LastAdmin' }],
      },
    }),
  });
  const { user } = await openActions(many, onEnded);
  await choose(user, 'Disable');
  expect(effects()).toEqual([
    '12 users will be disabled.',
    '3 are disabled already.',
    '1 is your own account and will be left out.',
  ]);
  expect(asked('jobs/nuk/actions')).toEqual([]);
  expect(button('Disable').className).not.toContain('variant-primary');
  await user.click(button('Disable'));
  expect(await screen.findByText('11 of 12 users disabled, 1 error')).toBeVisible();
  expect(asked('jobs/nuk/actions')).toEqual([
    { id: expect.any(String), action: 'disable', subs: many.slice(0, 12).map(({ sub }) => sub) },
  ]);
  expect(tableRows(await screen.findByRole('table', { name: 'Users with errors' }))).toEqual([
    [
      'kim@nuk.example',
      'UK001',
      'This is the last administrator of the region. Please make somebody else an administrator first.',
    ],
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onEnded).toHaveBeenCalledTimes(1);
});

test('for a group it is asked which, and those who are in it are left out', async () => {
  const { asked } = answerBulk();
  const inIt = anybody({ roles: ['register-returns'] });
  const { user } = await openActions([inIt, anybody()]);
  await choose(user, 'Add to group…');
  expect(button('Add')).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: /^Group/ }));
  expect(
    screen
      .getAllByRole('option')
      .map((option) => option.getAttribute('data-value') ?? within(option).getAllByText(/./).at(-1)?.textContent),
  ).toEqual(['Admin', 'Register repairs', 'Register returns']);
  await user.click(screen.getByRole('option', { name: 'Register returns' }));
  expect(effects()).toEqual(['1 user will be added.', '1 is in the group already.']);
  await user.click(button('Add'));
  await waitFor(() =>
    expect(asked('jobs/nuk/actions')).toEqual([
      expect.objectContaining({ action: 'addToGroup', role: 'register-returns', subs: [expect.any(String)] }),
    ]),
  );
});

test('more than fifty are only changed once their number is typed; who becomes an administrator is said', async () => {
  const { asked } = answerBulk();
  const { user } = await openActions(Array.from({ length: 51 }, () => anybody()));
  await choose(user, 'Add to group…');
  await user.click(screen.getByRole('button', { name: /Group/ }));
  await user.click(await screen.findByRole('option', { name: 'Admin' }));
  expect(effects()).toEqual(['51 users will become administrators.']);
  await user.click(button('Add'));
  expect(asked('jobs/nuk/actions')).toEqual([]);
  await user.type(screen.getByLabelText('To confirm, type how many users this concerns: 51'), '51');
  await user.click(button('Add'));
  await waitFor(() => expect(asked('jobs/nuk/actions')).toHaveLength(1));
});

test('sends the same start again under its id, and one with another group under another', async () => {
  const { asked } = answerBulk({ start: () => refusal('ServiceUnavailable', 503) });
  const { user } = await openActions([anybody()]);
  await choose(user, 'Add to group…');
  const add = async (count: number, group?: string) => {
    if (group) await user.click(screen.getByRole('button', { name: /^Group/ }));
    if (group) await user.click(await screen.findByRole('option', { name: group }));
    await user.click(button('Add'));
    await waitFor(() => expect(asked('jobs/nuk/actions')).toHaveLength(count));
    await screen.findByText(/The service is busy/);
  };
  await add(1, 'Register returns');
  await add(2);
  await add(3, 'Admin');
  const [first, again, other] = asked('jobs/nuk/actions').map((body) => body?.['id']);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('whoever lets a second action begin is told that one runs, and sees it', async () => {
  answerBulk(overtakenBy());
  const { user } = await openActions([anybody()]);
  await choose(user, 'Disable');
  await user.click(button('Disable'));
  expect(await screen.findByText(/^Another bulk operation is still running\./)).toBeVisible();
  expect(
    await screen.findByRole('heading', { name: 'Import of users: in progress', hidden: true }),
  ).toBeInTheDocument();
});

test.each([
  ['disable', undefined, [own, anybody({ enabled: false })], { subs: [], already: 1, isOwnLeftOut: true }],
  ['enable', undefined, [own], { subs: [], already: 1, isOwnLeftOut: false }],
  ['removeFromGroup', 'admin', [own], { subs: [], already: 0, isOwnLeftOut: true }],
  ['removeFromGroup', 'register-repairs', [own], { subs: [], already: 1, isOwnLeftOut: false }],
  ['addToGroup', 'register-repairs', [own], { subs: [own.sub], already: 0, isOwnLeftOut: false }],
  ['resendInvitation', undefined, [own], { subs: [], already: 1, isOwnLeftOut: false }],
] as const)('%s %s', (action, role, selected, expected) => {
  expect(whatWouldHappen({ action, role, selected, ownEmail: own.email })).toEqual(expected);
});

test.each(['invited', 'inviteExpired'] as const)('whoever is %s gets a new invitation', (status) => {
  const user = anybody({ status });
  expect(whatWouldHappen({ action: 'resendInvitation', selected: [user], ownEmail: '' }).subs).toEqual([user.sub]);
});

const resend = async (user: Awaited<ReturnType<typeof openActions>>['user']) => {
  await user.click(button('Resend expired invitations'));
  expect(screen.getByText('This may take several minutes.')).toBeVisible();
  await user.click(button('Resend'));
};

test('expired invitations are sent again, with progress', async () => {
  const { asked } = answerBulk({ start: started({ kind: 'resend', outcomes: { done: 3 } }) });
  const { user } = await openActions([]);
  await resend(user);
  const heading = await screen.findByRole('heading', { name: 'Resending expired invitations: in progress' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.getByText('3 of 200')).toBeVisible();
  expect(asked('jobs/nuk/resend')).toEqual([{ id: expect.any(String) }]);
});

test('that no invitation has expired is said', async () => {
  answerBulk({ start: started({ kind: 'resend', state: 'done', total: 0 }) });
  const { user } = await openActions([]);
  await resend(user);
  expect(await screen.findByText('No invitation has expired.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
  await user.click(button('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a second resend while one runs shows the running one', async () => {
  answerBulk(overtakenBy({ kind: 'resend', outcomes: { done: 50 } }));
  const { user } = await openActions([]);
  await resend(user);
  expect(await screen.findByText('50 of 200')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows an import beside what takes rights away, each with a Stop of its own', async () => {
  const importing = jobWith({ outcomes: { invited: 50 } });
  const disabled = { kind: 'actions', action: 'disable', total: 1 } as const;
  let disabling = jobWith(disabled);
  const { asked } = answerBulk({
    latest: () => importing,
    job: (id) => (id === importing.id ? importing : disabling),
    start: (body) => {
      disabling = jobWith({ ...disabled, id: String(body['id']) });
      return { status: 202, body: disabling };
    },
  });
  const { user } = await openActions([anybody()]);
  expect(await screen.findByText('50 of 200')).toBeVisible();
  await choose(user, 'Disable');
  await user.click(button('Disable'));
  expect(await screen.findByRole('heading', { name: 'Disabling users: in progress' })).toBeVisible();
  expect(screen.getByText('50 of 200')).toBeVisible();
  const [stopDisabling, stopImporting] = screen.getAllByRole('button', { name: 'Stop' });
  expect([stopDisabling, stopImporting]).toEqual([expect.anything(), expect.anything()]);
  if (stopImporting) await user.click(stopImporting);
  await user.click(await screen.findByRole('button', { name: 'Stop now' }));
  expect(await screen.findByRole('heading', { name: 'Import of users: stopped' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Disabling users: in progress' })).toBeVisible();
  expect(asked('jobs/nuk/stop')).toEqual([{ id: importing.id }]);
  forgetJobs();
});

test('an import that runs leads to its page', async () => {
  answerBulk({ latest: () => jobWith() });
  const { user } = await openActions([]);
  await user.click(await screen.findByRole('link', { name: 'Show the import' }));
  expect(await screen.findByText('The import')).toBeVisible();
  forgetJobs();
});
