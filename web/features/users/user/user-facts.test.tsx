import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { apiError } from '#web/testing/auth.ts';
import { configWithoutReturnsInFrance } from '#web/testing/config.ts';
import { answerCalls, findFactValue, openPages, place, signInAs } from '#web/testing/page.tsx';
import {
  getButton,
  getGroupCheckbox,
  inviteExpiredObstacle,
  getPageDescription,
  open,
  sub,
} from '#web/testing/user-page.tsx';
import { buildAuditEvent, buildUserResponse } from '#web/testing/user.ts';
import { UserOperationsPage } from './user-operations-page.tsx';

test('shows a status line and the account’s details', async () => {
  await open({
    user: buildUserResponse({
      status: 'invited',
      inviteExpiresAt: new Date(Date.now() + 2.5 * 86_400_000).toISOString(),
    }),
  });
  expect(getPageDescription()).toHaveTextContent(
    'Invitedexpires in 2 days · London Oxford Street (UK-1001) · Last sign-in: 01/11/2026, 08:00',
  );
  expect(findFactValue('Created')).toHaveTextContent('01/10/2026, 10:30');
  expect(findFactValue('Username')).toHaveTextContent(sub);
  expect(getButton('Copy username')).toBeVisible();
});

test.each([
  [{}, 'Confirmed', 'done'],
  [{ status: 'inviteExpired', inviteExpiresAt: '2026-01-01T00:00:00.000Z' }, 'Invitation expired', 'waiting'],
  [{ enabled: false }, 'Disabled', 'ended'],
  [{ enabled: false, status: 'invited' }, 'Disabled', 'ended'],
] as const)('shows %o as %s', async (fields, status, tone) => {
  await open({ user: buildUserResponse({ ...fields, lastSignInAt: undefined }) });
  expect(getPageDescription()).toHaveTextContent(
    new RegExp(`^${status}.* · London Oxford Street .* · Has not signed in yet$`),
  );
  expect(within(getPageDescription() as HTMLElement).getByText(status)).toHaveClass(`tone-${tone}`);
});

test('reports an unknown user, and shows the history of a deleted one', async () => {
  let items: unknown[] = [];
  answerCalls(({ url }) =>
    url.pathname.endsWith('/audit') ? { body: { items } } : apiError('UserNotFoundException', 404),
  );
  signInAs('nuk', { isAdmin: true });
  const visit = () =>
    openPages({ individualUserOperations: <UserOperationsPage /> }, paths.individualUserOperations(place, sub));
  await visit();
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such user in this region.');
  cleanup();
  items = [buildAuditEvent({ action: 'deleted' })];
  await visit();
  expect(await screen.findByText('This user has been deleted. The history remains.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'kim@nuk.example' })).toBeVisible();
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Deleted');
  expect(screen.getByRole('link', { name: /this address/ })).toHaveAttribute(
    'href',
    `${paths.manageUsers(place)}?view=audit&person=kim%40nuk.example`,
  );
});

test('hides operations that do not apply', async () => {
  await open({ user: buildUserResponse() });
  for (const name of ['Resend invitation', 'Switch off two-step verification', 'End all sessions', 'Save store'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByText('This person is not signed in anywhere.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Why can’t this person sign in?' })).toBeNull();
});

describe('sign-in obstacles', () => {
  test('lists every obstacle with its remedy', async () => {
    await open({
      user: buildUserResponse(
        { enabled: false, roles: [] },
        {
          obstacles: [
            { type: 'disabled' },
            inviteExpiredObstacle,
            { type: 'emailBounced', since: '2026-11-01T08:05:00.000Z' },
            { type: 'outsideRegion' },
            { type: 'noRole' },
            { type: 'tooManyAttempts', until: '2026-11-02T10:15:00.000Z' },
            { type: 'tooManyCodes', until: '2026-11-02T10:20:00.000Z' },
            { type: 'secondFactorMissing' },
          ],
        },
      ),
    });
    const reasons = within(screen.getByRole('list', { name: 'Why can’t this person sign in?' })).getAllByRole(
      'listitem',
    );
    const texts = reasons.map((reason) => [
      reason.textContent,
      within(reason)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    ]);
    expect(texts).toEqual([
      [expect.stringContaining('disabled'), ['Enable']],
      [expect.stringContaining('01/11/2026, 08:00'), ['Resend invitation']],
      [expect.stringContaining('came back on 01/11/2026, 08:05'), []],
      [expect.stringContaining('do not belong to this region'), ['Enable']],
      [expect.stringContaining('In no group'), ['Add to “Register repairs”', 'Add to “Register returns”']],
      [expect.stringContaining('02/11/2026, 10:15'), []],
      [expect.stringMatching(/wrong one-time codes.*02\/11\/2026, 10:20/), []],
      [expect.stringContaining('two-step verification'), []],
    ]);
  });

  test('removes a resolved obstacle and focuses the heading', async () => {
    const { user } = await open({ user: buildUserResponse({ enabled: false }, { obstacles: [{ type: 'disabled' }] }) });
    const panel = screen.getByRole('list', { name: 'Why can’t this person sign in?' });
    await user.click(within(panel).getByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(panel).not.toBeInTheDocument();
  });
});

test('shows action, actor, time and changes in the history', async () => {
  const events = [
    buildAuditEvent({
      id: 'e2',
      action: 'addedToGroup',
      before: { roles: [] },
      after: { roles: ['register-repairs'] },
      by: 'operator',
    }),
    buildAuditEvent(),
    buildAuditEvent({
      id: 'e0',
      action: 'jobStopped',
      before: undefined,
      after: undefined,
      by: 'portal',
      job: {
        kind: 'actions',
        action: 'addToGroup',
        role: 'admin',
        total: 60,
        admins: 60,
        outcomes: { invited: 0, updated: 0, unchanged: 0, done: 2, failed: 1 },
        stopReason: 'starterDemoted',
      },
    }),
  ];
  await open({ user: buildUserResponse(), events });
  const texts = within(await screen.findByRole('list', { name: 'History' }))
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement?.tagName === 'OL')
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'Added to a groupGroups: None → Register repairs02/11/2026, 09:30 · Technical support',
    'DisabledEnabled: Yes → No02/11/2026, 09:30 · sam@nuk.example',
    'Bulk operation stopped2 of 60 users added to the group, 1 error. It was stopped because whoever started it is no longer an administrator.Group: Admin02/11/2026, 09:30 · The portal',
  ]);
});

test('offers the returns group only in regions with returns, and to its members', async () => {
  const frenchPlace = { prefix: 'UK', region: 'nfr' } as const;
  const userResponse = buildUserResponse({ roles: [] }, { obstacles: [{ type: 'noRole' }] });
  await open({ user: userResponse, at: frenchPlace, config: configWithoutReturnsInFrance });
  expect(getButton('Add to “Register repairs”')).toBeVisible();
  expect(getGroupCheckbox('Register repairs')).not.toBeChecked();
  expect(screen.queryAllByText(/Register returns/)).toEqual([]);
  cleanup();
  await open({ user: userResponse, at: frenchPlace });
  expect(getButton('Add to “Register returns”')).toBeVisible();
  expect(getGroupCheckbox('Register returns')).not.toBeChecked();
  cleanup();
  await open({
    user: buildUserResponse({ roles: ['register-returns'] }),
    at: frenchPlace,
    config: configWithoutReturnsInFrance,
  });
  expect(getGroupCheckbox('Register returns')).toBeChecked();
});
