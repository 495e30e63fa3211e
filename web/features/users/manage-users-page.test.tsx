import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import type { UserSummary } from '#shared/users/user.ts';
import { toUserStorageKey } from '#web/browser/memory.ts';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { buildAuditEvent, storesResponse, buildUserSummary } from '#web/testing/user.ts';
import { ManageUsersPage } from './manage-users-page.tsx';

const toSub = (index: number) => `3f0c7a52-6f0e-4a57-9a83-${String(index).padStart(12, '0')}`;
const toIsoInDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();
const buildUsers = (...changes: Partial<UserSummary>[]) =>
  changes.map((change, index) => buildUserSummary({ sub: toSub(index), email: `user${index}@nuk.example`, ...change }));

type Options = {
  readonly items?: readonly UserSummary[];
  /** Returns the body of the list's response. */
  readonly answer?: (query: { readonly cursor: string | null }) => unknown;
  readonly search?: string;
};

const open = async ({ items = buildUsers({}, {}), answer, search = '' }: Options = {}) => {
  signInAs('nuk', { isAdmin: true });
  const requests = answerCalls(({ url }) => {
    if (url.pathname.includes('/stores/')) return { body: storesResponse };
    if (url.pathname.includes('/jobs/')) return { body: {} };
    const defaultBody = { items: url.pathname.endsWith('/audit') ? [buildAuditEvent()] : items };
    const result = answer ? answer({ cursor: url.searchParams.get('cursor') }) : defaultBody;
    return Promise.resolve(result).then((body) => ({ body }));
  });
  const page = await openPages(
    { manageUsers: <ManageUsersPage />, individualUserOperations: <p>one user</p>, register: <p>the form</p> },
    paths.manageUsers(place) + search,
  );
  return {
    ...page,
    queries: (path = '/users/nuk') =>
      requests.filter(({ url }) => url.pathname.endsWith(path)).map(({ url }) => url.searchParams.toString()),
  };
};
const readEmails = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const findRow = async (email: string) => (await screen.findByText(email)).closest('tr');
const choose = async (user: UserEvent, label: string, option: string) => {
  await user.click(screen.getByRole('button', { name: new RegExp(`^${label}:`) }));
  await user.click(await screen.findByRole('option', { name: option }));
};

describe('users list', () => {
  test('links each user to their page and offers registration', async () => {
    const { user, router } = await open({
      items: buildUsers(
        { status: 'invited', inviteExpiresAt: toIsoInDays(2), roles: ['admin', 'register-repairs'] },
        { status: 'inviteExpired', inviteExpiresAt: toIsoInDays(-3), roles: [] },
      ),
    });
    expect(await findRow('user0@nuk.example')).toHaveTextContent(
      'user0@nuk.exampleUK-1001London Oxford StreetInvitedexpires in 2 daysAdmin, Register repairsYes01/10/202602/10/2026',
    );
    expect(await findRow('user1@nuk.example')).toHaveTextContent(/Invitation expiredexpired 2 days agoNoneYes/);
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', paths.register(place));
    expect(screen.getByRole('link', { name: 'Bulk registration' })).toHaveAttribute(
      'href',
      paths.registerUsersBulk(place),
    );
    await user.click(screen.getByRole('link', { name: 'user0@nuk.example' }));
    expect(await screen.findByText('one user')).toBeVisible();
    expect(router.state.location.search).toBe(`?sub=${toSub(0)}`);
  });

  test('shows the last sign-in column when enabled', async () => {
    const name = toUserStorageKey('list.users', { region: 'nuk', email: 'sam@nuk.example' });
    localStorage.setItem(name, JSON.stringify({ columns: [{ id: 'lastSignInAt', visible: true }] }));
    await open({ items: buildUsers({ lastSignInAt: undefined }) });
    expect(await findRow('user0@nuk.example')).toHaveTextContent('Never');
  });

  test.each([
    ['Status', 'Invitation expired', 'status=inviteExpired'],
    ['Groups', 'Register returns', 'role=register-returns'],
    ['Status', 'Disabled', 'enabled=false'],
  ])('filters by %s on the server and in the URL', async (label, option, query) => {
    const { user, router, queries } = await open();
    await screen.findByText('user0@nuk.example');
    await choose(user, label, option);
    await waitFor(() => expect(queries().at(-1)).toBe(`limit=25&${query}`));
    expect(router.state.location.search).toBe(`?${query}`);
  });

  test('shows the number of rows known so far', async () => {
    const allUsers = buildUsers(...Array.from({ length: 25 }, () => ({})));
    const { user } = await open({
      answer: ({ cursor }) => ({
        items: cursor ? allUsers.slice(0, 7) : allUsers,
        ...(!cursor && { cursor: 'c'.repeat(20) }),
      }),
    });
    expect(await screen.findByText('At least 25 users')).toBeVisible();
    const nextButton = screen.getByRole('button', { name: 'Next page' });
    await waitFor(() => expect(nextButton).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(nextButton);
    expect(await screen.findByText('32 users')).toBeVisible();
  });

  test('shows no total after loading a page was stopped', async () => {
    let calls = 0;
    const { user } = await open({
      search: '?role=admin',
      answer: () => {
        calls += 1;
        if (calls === 1) return { items: buildUsers({}, {}), read: 500, cursor: 'c'.repeat(20) };
        return calls === 2 ? new Promise(() => {}) : { items: [buildUserSummary({ email: 'last@nuk.example' })] };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Stop loading' }));
    expect(await screen.findByText('At least 2 users')).toBeVisible();
    const nextButton = screen.getByRole('button', { name: 'Next page' });
    await waitFor(() => expect(nextButton).not.toHaveAttribute('aria-disabled'));
    await user.click(nextButton);
    expect(await screen.findByText('1 user so far')).toBeInTheDocument();
    await findRow('last@nuk.example');
    expect(screen.queryByText(/^\d+ users?$/)).toBeNull();
  });

  test.each([
    ['?role=admin', '0 users found so far, 1,500 looked through'],
    ['?view=audit&action=deleted', '0 events found so far, 1,500 looked through'],
  ])('shows scan progress and no empty state before the end: %s', async (search, words) => {
    let calls = 0;
    const { user } = await open({
      search,
      answer: () => {
        calls += 1;
        return calls > 3 ? new Promise(() => {}) : { items: [], read: 500, cursor: `${calls}${'c'.repeat(20)}` };
      },
    });
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stop loading' }));
    expect(await screen.findByText('Nothing has been found so far.')).toBeVisible();
    expect(screen.queryByText('Nothing matches')).toBeNull();
    expect(screen.getByRole('button', { name: 'Export' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('applies filters from the URL and shows the empty state', async () => {
    const search = '?status=invited&storeId=UK-1002&role=nonsense&search=Kim';
    const { user, queries } = await open({ items: [], search });
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    expect(queries()[0]).toBe('limit=25&search=kim&status=invited&storeId=UK-1002');
    expect(await screen.findByText('No users yet')).toBeVisible();
  });
});

const getCheckbox = (name: string) => screen.getByRole('checkbox', { name });

test('selects rows by keyboard and keeps the selection when sorting', async () => {
  const { user } = await open();
  await screen.findByText('user0@nuk.example');
  getCheckbox('Select user0@nuk.example').focus();
  await user.keyboard(' ');
  expect(getCheckbox('Select user0@nuk.example')).toBeChecked();
  await user.click(within(screen.getByRole('columnheader', { name: 'Email' })).getByRole('button'));
  await waitFor(() => expect(readEmails()).toEqual(['user1@nuk.example', 'user0@nuk.example']));
  expect(getCheckbox('Select user0@nuk.example')).toBeChecked();
  expect(getCheckbox('Select user1@nuk.example')).not.toBeChecked();
  await user.click(getCheckbox('Select all users shown'));
  expect(getCheckbox('Select user1@nuk.example')).toBeChecked();
});

describe('history', () => {
  test('has its own URL and filters', async () => {
    const { user, router, queries } = await open({ search: '?status=invited' });
    await user.click(screen.getByRole('tab', { name: 'History' }));
    expect(router.state.location.search).toBe('?view=audit');
    const row = (await screen.findByText('kim@nuk.example')).closest('tr');
    expect(row).toHaveTextContent('02/11/2026, 09:30sam@nuk.exampleDisabledkim@nuk.exampleEnabled: Yes → No');
    await choose(user, 'What happened', 'Deleted');
    await user.type(screen.getByLabelText('Changed by'), 'Sam@NUK.example{Enter}');
    await choose(user, 'Period', 'Last 7 days');
    await waitFor(() =>
      expect(queries('/audit').at(-1)).toMatch(/^limit=25&action=deleted&by=sam%40nuk.example&from=[-\d]{10}$/),
    );
    await user.click(screen.getByRole('tab', { name: 'Users' }));
    expect(router.state.location.search).toBe('');
  });

  test('filters by actor and user once the email is valid', async () => {
    const { user, router, queries } = await open({ search: '?view=audit' });
    await screen.findByText('kim@nuk.example');
    await user.type(screen.getByLabelText('Changed by'), 'sam');
    // The first Tab focuses the button that clears the field.
    await user.tab();
    await user.tab();
    expect(screen.getByLabelText('Changed by')).toHaveAccessibleDescription(/Email must be valid/);
    expect(router.state.location.search).toBe('?view=audit');
    await user.clear(screen.getByLabelText('Changed by'));
    await user.type(screen.getByLabelText('User'), 'Anna@NUK.example{Enter}');
    await user.click(screen.getByLabelText('Changed by'));
    await user.click(await screen.findByRole('option', { name: 'Technical support' }));
    await waitFor(() => expect(queries('/audit').at(-1)).toBe('limit=25&by=operator&person=anna%40nuk.example'));
    expect(screen.getByLabelText('Changed by')).toHaveValue('Technical support');
  });

  test('switches from the history of one user to that of all users', async () => {
    const { user, router, queries } = await open({ search: `?view=audit&sub=${toSub(1)}` });
    await screen.findByText('kim@nuk.example');
    expect(queries('/audit')).toEqual([`limit=25&sub=${toSub(1)}`]);
    await user.click(screen.getByRole('button', { name: 'Show those of all users' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(router.state.location.search).toBe('?view=audit');
  });
});
