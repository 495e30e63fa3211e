import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import type { Prefix, RegionId } from '#shared/regions.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { refusal } from '#web/testing/auth.ts';
import { testConfig, withoutReturnsInFrance } from '#web/testing/config.ts';
import { answerCalls, fact, openPages, place, signedIn } from '#web/testing/page.tsx';
import { detailsWith, eventWith, foundUser, knownStores } from '#web/testing/user.ts';
import { alertStore } from '#web/ui/alerts.ts';
import { UserOperationsPage } from './user-operations-page.tsx';

const { sub } = detailsWith();
type Found = ReturnType<typeof foundUser>;
type Options = {
  readonly found: Found;
  readonly events?: readonly ReturnType<typeof eventWith>[];
  /** What a change answers; without it the user changes as told. */
  readonly changed?: Partial<UserDetails>;
  readonly refuse?: { status: number; body: unknown } | undefined;
  /** What the answer to a change waits for. */
  readonly until?: Promise<void>;
  readonly at?: { prefix: Prefix; region: RegionId };
  readonly config?: typeof testConfig;
};

/** Opens the page of a user; after a change the server answers the changed user. */
const open = async ({ found, events = [], changed = {}, refuse, until, at = place, config = testConfig }: Options) => {
  let current = found;
  signedIn(at.region, { isAdmin: true });
  const requests = answerCalls(async ({ method, url }) => {
    if (url.pathname.includes('/stores/')) return { body: knownStores };
    if (url.pathname.endsWith('/audit')) return { body: { items: events } };
    if (method === 'GET') return { body: current };
    await until;
    if (refuse) return refuse;
    if (url.pathname.endsWith('/delete')) return { body: {} };
    current = foundUser({ ...current.user, ...changed, version: 4 });
    return { body: current.user };
  });
  const page = await openPages(
    { individualUserOperations: <UserOperationsPage />, manageUsers: <p>the list</p> },
    paths.individualUserOperations(at, sub),
    at,
    config,
  );
  await screen.findByRole('heading', { level: 1, name: found.user.email });
  return {
    ...page,
    requests,
    sent: () => requests.filter(({ method }) => method === 'POST').map(({ url, body }) => [url.pathname, body]),
  };
};
const button = (name: string) => screen.getByRole('button', { name });
const group = (name: string) => within(screen.getByRole('list', { name: 'Groups' })).getByRole('checkbox', { name });
/** What stands below the heading. */
const line = () => document.querySelector('.page-description');
const said = () => alertStore.get().map(({ key, values, type }) => ({ key, values, type }));

test('how a user stands is said in one line, and what is rarely asked last', async () => {
  await open({
    found: foundUser({ status: 'invited', inviteExpiresAt: new Date(Date.now() + 2.5 * 86_400_000).toISOString() }),
  });
  expect(line()).toHaveTextContent(
    'Invitedexpires in 2 days · London Oxford Street (UK-1001) · Last sign-in: 01/11/2026, 08:00',
  );
  expect(fact('Created')).toHaveTextContent('01/10/2026, 10:30');
  expect(fact('Username')).toHaveTextContent(sub);
  expect(button('Copy username')).toBeVisible();
});

test.each([
  [{}, 'Confirmed', 'done'],
  [{ status: 'inviteExpired', inviteExpiresAt: '2026-01-01T00:00:00.000Z' }, 'Invitation expired', 'waiting'],
  [{ enabled: false }, 'Disabled', 'ended'],
  [{ enabled: false, status: 'invited' }, 'Disabled', 'ended'],
] as const)('%o is %s', async (fields, status, tone) => {
  await open({ found: foundUser({ ...fields, lastSignInAt: undefined }) });
  expect(line()).toHaveTextContent(new RegExp(`^${status}.* · London Oxford Street .* · Has not signed in yet$`));
  expect(within(line() as HTMLElement).getByText(status)).toHaveClass(`tone-${tone}`);
});

describe('each change is sent with the version that was seen, said, and shown', () => {
  test.each([
    ['Admin', 'admin', 'add-to-group', 'users.done.addedToGroup', ['admin', 'register-repairs']],
    ['Register repairs', 'register-repairs', 'remove-from-group', 'users.done.removedFromGroup', []],
  ] as const)('the group “%s”', async (name, role, path, key, roles) => {
    const { user, sent } = await open({ found: foundUser(), changed: { roles: [...roles] } });
    await user.dblClick(group(name));
    const values = { email: 'kim@nuk.example', group: name };
    await waitFor(() => expect(said()).toEqual([{ key, values, type: 'success' }]));
    expect(sent()).toEqual([[`/api/users/nuk/${path}`, { sub, version: 3, role }]]);
    expect((group(name) as HTMLInputElement).checked).toBe(roles.some((now) => now === role));
    expect(group(name)).toHaveFocus();
  });

  test.each([
    ['Enable', { enabled: false }, { enabled: true }, 'enable', 'users.done.enabled'],
    ['Resend invitation', { status: 'inviteExpired' }, { status: 'invited' }, 'resend-invitation', 'users.done.resent'],
  ] as const)('%s', async (name, before, after, path, key) => {
    const obstacles = [{ type: 'inviteExpired' as const, since: '2026-11-01T08:00:00.000Z' }];
    const { user, sent } = await open({ found: foundUser(before, { obstacles }), changed: after });
    await user.dblClick(button(name));
    await waitFor(() => expect(said()).toEqual([{ key, values: { email: 'kim@nuk.example' }, type: 'success' }]));
    expect(sent()).toEqual([[`/api/users/nuk/${path}`, { sub, version: 3 }]]);
    // The next change has the new version.
    await user.click(group('Admin'));
    await waitFor(() => expect(sent()[1]?.[1]).toMatchObject({ version: 4 }));
  });

  test('meanwhile nothing else can be asked for, and each button says why', async () => {
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    const { user, sent } = await open({ found: foundUser({}, { sessions: [session('s1')] }), until });
    await user.click(group('Admin'));
    await user.click(group('Register repairs'));
    for (const name of ['Disable', 'Delete user', 'End all sessions']) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
      expect(button(name)).toHaveAccessibleDescription('Another change to this user is under way.');
      // oxlint-disable-next-line no-await-in-loop -- one button after the other
      await user.click(button(name));
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    answer();
    await waitFor(() => expect(button('Delete user')).not.toHaveAttribute('aria-disabled'));
    expect(sent()).toHaveLength(1);
  });
});

describe('what ends somebody’s work is asked first', () => {
  test.each([
    ['Disable', 'Disable kim@nuk.example?', 'Disable user', 'disable', 'users.done.disabled'],
    [
      'End all sessions',
      'End all sessions of kim@nuk.example?',
      'End all sessions',
      'end-sessions',
      'users.done.sessionsEnded',
    ],
    [
      'Switch off two-step verification',
      'Switch off two-step verification for kim@nuk.example?',
      'Switch off',
      'reset-second-factor',
      'users.done.secondFactorReset',
    ],
  ])('%s', async (name, question, confirm, path, key) => {
    const { user, sent } = await open({ found: foundUser({ secondFactor: true }, { sessions: [session('s1')] }) });
    await user.click(button(name));
    const first = await screen.findByRole('dialog', { name: question });
    await user.click(within(first).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog', { name: question })).toBeNull();
    expect(sent()).toEqual([]);

    await user.click(button(name));
    const dialog = await screen.findByRole('dialog', { name: question });
    // Outlined: what is filled books.
    expect(within(dialog).getByRole('button', { name: confirm }).className).not.toContain('variant-primary');
    await user.dblClick(within(dialog).getByRole('button', { name: confirm }));
    await waitFor(() => expect(said().map((alert) => alert.key)).toEqual([key]));
    expect(sent()).toEqual([[`/api/users/nuk/${path}`, { sub, version: 3 }]]);
    expect(screen.queryByRole('dialog', { name: question })).toBeNull();
  });

  test('deleting names the address, says so on the list, and going back leads to no deleted user', async () => {
    const { user, sent, router } = await open({ found: foundUser() });
    await user.click(button('Delete user'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete kim@nuk.example?' });
    expect(dialog).toHaveTextContent('This cannot be undone');
    await user.click(within(dialog).getByRole('button', { name: 'Delete user' }));
    expect(await screen.findByText('the list')).toBeVisible();
    expect(sent()).toEqual([['/api/users/nuk/delete', { sub, version: 3 }]]);
    expect(said()).toEqual([{ key: 'users.done.deleted', values: { email: 'kim@nuk.example' }, type: 'success' }]);
    expect(router.state.historyAction).toBe('REPLACE');
  });

  test('the last admin of a region stays: the dialog says why', async () => {
    const { user } = await open({ found: foundUser({ roles: ['admin'] }), refuse: refusal('LastAdmin', 409) });
    await user.click(button('Delete user'));
    const dialog = await confirm(user, /^Delete/, 'Delete user');
    expect(await dialog.findByRole('alert')).toHaveTextContent('last administrator of the region');
  });
});

const session = (id: string) => ({
  id,
  startedAt: '2026-11-02T09:30:00.000Z',
  lastSeenAt: '2026-11-02T10:15:00.000Z',
  device: { browser: 'firefox', system: 'windows' } as const,
  isCurrent: false,
});

/** Answers the question in a dialog with yes. */
const confirm = async (user: UserEvent, question: RegExp, answer: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: question }));
  await user.click(dialog.getByRole('button', { name: answer }));
  return dialog;
};

describe('failures', () => {
  test.each([
    ['Admin', 'AddToGroupFailed', 'could not be added to the group'],
    ['Register repairs', 'RemoveFromGroupFailed', 'could not be removed from the group'],
  ])('%s: %s has a message of its own', async (name, code, message) => {
    const { user } = await open({ found: foundUser(), refuse: refusal(code, 502) });
    await user.click(group(name));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(said()).toEqual([]);
  });

  test('two admins at once: the second is told, and sees the user as they are now', async () => {
    const { user, requests } = await open({ found: foundUser(), refuse: refusal('UserChanged', 409) });
    const asked = requests.length;
    await user.click(button('Disable'));
    await confirm(user, /^Disable/, 'Disable user');
    await waitFor(() => expect(said()).toEqual([{ key: 'errors.UserChanged', values: undefined, type: 'warning' }]));
    expect(screen.queryByRole('dialog', { name: /^Disable/ })).toBeNull();
    await waitFor(() =>
      expect(requests.slice(asked).map(({ method, url }) => `${method} ${url.pathname}`)).toContain(
        'GET /api/users/nuk/user',
      ),
    );
  });

  test('somebody who is gone, or an address that names nobody, says so; of somebody deleted the history remains', async () => {
    let items: unknown[] = [];
    answerCalls(({ url }) =>
      url.pathname.endsWith('/audit') ? { body: { items } } : refusal('UserNotFoundException', 404),
    );
    signedIn('nuk', { isAdmin: true });
    const visit = () =>
      openPages({ individualUserOperations: <UserOperationsPage /> }, paths.individualUserOperations(place, sub));
    await visit();
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such user in this region.');
    cleanup();
    items = [eventWith({ action: 'deleted' })];
    await visit();
    expect(await screen.findByText('This user has been deleted. The history remains.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'kim@nuk.example' })).toBeVisible();
    expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Deleted');
    expect(screen.getByRole('link', { name: /this address/ })).toHaveAttribute(
      'href',
      `${paths.manageUsers(place)}?view=audit&person=kim%40nuk.example`,
    );
  });
});

describe('one’s own account', () => {
  test('cannot be disabled, deleted, demoted or freed of its codes, and says why in words', async () => {
    const { sent, user } = await open({
      found: foundUser({ email: 'sam@nuk.example', roles: ['admin', 'register-repairs'], secondFactor: true }),
    });
    for (const name of ['Disable', 'Delete user', 'Switch off two-step verification'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await user.click(group('Admin'));
    expect(group('Admin')).toHaveAccessibleDescription(/your own account/);
    expect(screen.getAllByText(/your own account/)).toHaveLength(3);
    expect(sent()).toEqual([]);
    await user.click(group('Register repairs'));
    expect(sent()).toHaveLength(1);
  });

  test('keeps its sessions, which are ended where the password is changed', async () => {
    await open({ found: foundUser({ email: 'sam@nuk.example' }, { sessions: [session('s1'), session('s2')] }) });
    expect(screen.getAllByText('Firefox on Windows')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
    expect(screen.getByText(/End them under “Change password”/)).toBeVisible();
  });
});

test('one session of somebody else is ended', async () => {
  const { user, sent } = await open({ found: foundUser({}, { sessions: [session('s1'), session('s2')] }) });
  const [, second] = screen.getAllByRole('button', { name: 'End the session with Firefox on Windows' });
  await user.click(second ?? document.body);
  await waitFor(() => expect(said().map(({ key }) => key)).toEqual(['users.done.sessionEnded']));
  expect(sent()).toEqual([['/api/users/nuk/end-sessions', { sub, version: 3, session: 's2' }]]);
});

test('what there is no reason for is not offered', async () => {
  await open({ found: foundUser() });
  for (const name of ['Resend invitation', 'Switch off two-step verification', 'End all sessions', 'Save store'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByText('This person is not signed in anywhere.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Why can’t this person sign in?' })).toBeNull();
});

describe('why can’t this person sign in', () => {
  test('every reason stands in plain words, with the button that mends it', async () => {
    await open({
      found: foundUser(
        { enabled: false, roles: [] },
        {
          obstacles: [
            { type: 'disabled' },
            { type: 'inviteExpired', since: '2026-11-01T08:00:00.000Z' },
            { type: 'emailBounced', since: '2026-11-01T08:05:00.000Z' },
            { type: 'outsideRegion' },
            { type: 'noRole' },
            { type: 'tooManyAttempts', until: '2026-11-02T10:15:00.000Z' },
            { type: 'secondFactorMissing' },
          ],
        },
      ),
    });
    const reasons = within(screen.getByRole('list', { name: 'Why can’t this person sign in?' })).getAllByRole(
      'listitem',
    );
    const told = reasons.map((reason) => [
      reason.textContent,
      within(reason)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    ]);
    expect(told).toEqual([
      [expect.stringContaining('disabled'), ['Enable']],
      [expect.stringContaining('01/11/2026, 08:00'), ['Resend invitation']],
      [expect.stringContaining('came back on 01/11/2026, 08:05'), []],
      [expect.stringContaining('do not belong to this region'), ['Enable']],
      [expect.stringContaining('In no group'), ['Add to “Register repairs”', 'Add to “Register returns”']],
      [expect.stringContaining('02/11/2026, 10:15'), []],
      [expect.stringContaining('two-step verification'), []],
    ]);
  });

  test('mended, the reason goes with its button, and the focus to the heading', async () => {
    const { user } = await open({
      found: foundUser({ enabled: false }, { obstacles: [{ type: 'disabled' }] }),
      changed: { enabled: true },
    });
    const panel = screen.getByRole('list', { name: 'Why can’t this person sign in?' });
    await user.click(within(panel).getByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(panel).not.toBeInTheDocument();
  });
});

describe('the store', () => {
  test('a known id fills its name in, and both are sent', async () => {
    const { user, sent } = await open({ found: foundUser(), changed: { storeId: 'UK-1002' } });
    await user.clear(screen.getByLabelText('Store ID'));
    await screen.findByText('Dublin Grafton Street');
    await user.type(screen.getByLabelText('Store ID'), 'UK-1002');
    expect(screen.getByLabelText('Store name')).toHaveValue('Dublin Grafton Street');
    await user.click(button('Save store'));
    await waitFor(() => expect(said().map(({ key }) => key)).toEqual(['users.done.storeChanged']));
    expect(sent()).toEqual([
      ['/api/users/nuk/change-store', { sub, version: 3, storeId: 'UK-1002', storeName: 'Dublin Grafton Street' }],
    ]);
  });

  test('nothing is sent without a store', async () => {
    const { user, sent } = await open({ found: foundUser() });
    await waitFor(() => expect(screen.getByLabelText('Store name')).toHaveAttribute('readonly'));
    await user.clear(screen.getByLabelText('Store ID'));
    await user.click(button('Save store'));
    // Of the id and of the name, which went with it.
    expect(await screen.findAllByText('Field is required.')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Please fix form errors to proceed.' })).toHaveFocus();
    expect(sent()).toEqual([]);
  });
});

test('the history tells what happened, by whom, when, before and after', async () => {
  const events = [
    eventWith({
      id: 'e2',
      action: 'addedToGroup',
      before: { roles: [] },
      after: { roles: ['register-repairs'] },
      by: 'operator',
    }),
    eventWith(),
    eventWith({
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
  await open({ found: foundUser(), events });
  const told = within(await screen.findByRole('list', { name: 'History' }))
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement?.tagName === 'OL')
    .map(({ textContent }) => textContent);
  expect(told).toEqual([
    'Added to a groupGroups: None → Register repairs02/11/2026, 09:30 · Technical support',
    'DisabledEnabled: Yes → No02/11/2026, 09:30 · sam@nuk.example',
    'Bulk operation stopped2 of 60 users added to the group, 1 error. It was stopped because whoever started it is no longer an administrator.Group: Admin02/11/2026, 09:30 · The portal',
  ]);
});

describe('a region without returns', () => {
  const at = { prefix: 'UK', region: 'nfr' } as const;
  const obstacles = [{ type: 'noRole' } as const];

  test('offers no returns group, which one with returns does', async () => {
    await open({ found: foundUser({ roles: [] }, { obstacles }), at, config: withoutReturnsInFrance });
    expect(button('Add to “Register repairs”')).toBeVisible();
    expect(group('Register repairs')).not.toBeChecked();
    expect(screen.queryAllByText(/Register returns/)).toEqual([]);
    cleanup();
    await open({ found: foundUser({ roles: [] }, { obstacles }), at });
    expect(button('Add to “Register returns”')).toBeVisible();
    expect(group('Register returns')).not.toBeChecked();
  });

  test('lets a returns group of former times be left', async () => {
    await open({ found: foundUser({ roles: ['register-returns'] }), at, config: withoutReturnsInFrance });
    expect(group('Register returns')).toBeChecked();
  });
});
