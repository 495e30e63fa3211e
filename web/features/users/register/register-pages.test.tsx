import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import type { Store } from '#shared/stores/stores.ts';
import { buildUser } from '#shared/testing/user.ts';
import { apiError } from '#web/testing/auth.ts';
import { testConfig, configWithoutReturnsInFrance } from '#web/testing/config.ts';
import { answerCalls, openPages, place, fillField, signInAs } from '#web/testing/page.tsx';
import { buildUserResponse, storesResponse } from '#web/testing/user.ts';
import { RegisterPage, RegistrationConfirmedPage } from './register-pages.tsx';

const invitedUser = {
  email: 'new@nuk.example',
  status: 'invited',
  inviteExpiresAt: new Date(Date.now() + 7 * 86_400_000 + 60_000).toISOString(),
} as const;

type Options = {
  readonly rejection?: { status: number; body: unknown };
  readonly path?: string;
  readonly at?: { prefix: Prefix; region: RegionId };
  readonly config?: typeof testConfig;
  /** Delays the response with the stores. */
  readonly responseDelay?: Promise<void>;
  readonly stores?: readonly Store[];
};

const open = async ({ at = place, path = paths.register(at), config = testConfig, ...options }: Options = {}) => {
  const { rejection, responseDelay, stores = storesResponse.items } = options;
  signInAs(at.region, { isAdmin: true });
  const requests = answerCalls(async ({ method, url }) => {
    if (url.pathname.includes('/stores/')) {
      await responseDelay;
      return { body: { items: stores } };
    }
    if (method === 'GET') return { body: buildUserResponse(invitedUser) };
    return rejection ?? { status: 201, body: buildUser(invitedUser) };
  });
  const page = await openPages(
    { register: <RegisterPage />, registrationConfirmed: <RegistrationConfirmedPage /> },
    path,
    at,
    config,
  );
  return {
    ...page,
    readSentRequests: () =>
      requests.filter(({ method }) => method === 'POST').map(({ url, body }) => [url.pathname, body]),
  };
};
const getEmailInput = () => screen.getByLabelText('Email');
const getStoreIdInput = () => screen.getByLabelText('Store ID');
const getStoreNameInput = () => screen.getByLabelText('Store name');
const fillIn = async (user: UserEvent, typedEmail: string) => {
  await fillField(user, getEmailInput(), typedEmail);
  await fillField(user, getStoreIdInput(), 'NEW-1');
  await fillField(user, getStoreNameInput(), 'A new store');
};
const register = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Register' }));
/** Waits until the stores have loaded. */
const waitForStores = async (user: UserEvent) => {
  await user.click(getStoreIdInput());
  await screen.findByText('Dublin Grafton Street');
};

describe('RegisterPage', () => {
  test('submits normalized email, store and groups', async () => {
    const { user, readSentRequests, router } = await open();
    await fillIn(user, ' New@NUK.example ');
    await user.click(screen.getByRole('checkbox', { name: /Register repairs/ }));
    await register(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'User registered' })).toBeVisible();
    expect(readSentRequests()).toEqual([
      [
        '/api/users/nuk',
        { email: 'new@nuk.example', storeId: 'NEW-1', storeName: 'A new store', roles: ['register-repairs'] },
      ],
    ]);
    expect(router.state.location.search).toBe(`?sub=${buildUser().sub}`);
  });

  test('locks the name of a known store, and lets the user type a new one', async () => {
    const { user } = await open();
    await waitForStores(user);
    await user.click(screen.getByText('Dublin Grafton Street'));
    expect(getStoreIdInput()).toHaveValue('UK-1002');
    expect(getStoreNameInput()).toHaveValue('Dublin Grafton Street');
    expect(getStoreNameInput()).toHaveAttribute('readonly');
    expect(getStoreNameInput()).toHaveAccessibleDescription('Stores are renamed under “Manage users”, “Stores”.');
    await fillField(user, getStoreIdInput(), '-B');
    await fillField(user, getStoreNameInput(), 'My own name');
    expect(getStoreNameInput()).toHaveValue('My own name');
    await user.clear(getStoreIdInput());
    await fillField(user, getStoreIdInput(), 'UK-1001');
    expect(getStoreNameInput()).toHaveValue('London Oxford Street');
  });

  test.each([
    ['uk1002', 'This is read as UK-1002, Dublin Grafton Street.', 'Dublin Grafton Street'],
    ['UK 1001', 'This is read as UK-1001, London Oxford Street.', 'London Oxford Street'],
    ['UK-1001', 'Choose a store, or type the ID of a new one.', 'London Oxford Street'],
    ['UK-77', 'UK-77 does not exist yet: a new store will be created.', ''],
  ])('shows the store that %s matches', async (typed, hint, name) => {
    const { user } = await open();
    await waitForStores(user);
    await fillField(user, getStoreIdInput(), typed);
    expect(getStoreIdInput()).toHaveAccessibleDescription(hint);
    expect(getStoreNameInput()).toHaveValue(name);
  });

  test('reports an ambiguous store, also from the server', async () => {
    const ambiguousStores = [
      { storeId: '042', storeName: 'Old forty-two' },
      { storeId: '0042', storeName: 'Forty-two' },
    ];
    const { user } = await open({ stores: ambiguousStores, rejection: apiError('StoreAmbiguous', 409) });
    await user.click(getStoreIdInput());
    await screen.findByText('Old forty-two');
    await fillField(user, getStoreIdInput(), '42');
    expect(getStoreIdInput()).toHaveAccessibleDescription(
      'More than one store could be meant: 042, 0042. Please choose one.',
    );
    await fillField(user, getEmailInput(), 'new@nuk.example');
    await fillField(user, getStoreNameInput(), 'Which one');
    await register(user);
    await waitFor(() =>
      expect(getStoreIdInput()).toHaveAccessibleDescription(/This store ID could mean more than one store/),
    );
  });

  test('replaces a typed name when the stores load late', async () => {
    const { promise: responseDelay, resolve: sendResponse } = Promise.withResolvers<void>();
    const { user } = await open({ responseDelay });
    await fillField(user, getStoreIdInput(), 'UK-1002');
    await fillField(user, getStoreNameInput(), 'Grafton');
    sendResponse();
    await waitFor(() => expect(getStoreNameInput()).toHaveValue('Dublin Grafton Street'));
  });

  test('shows field errors, also for a registered email', async () => {
    const { user, readSentRequests } = await open({ rejection: apiError('UsernameExistsException', 409) });
    await fillField(user, getEmailInput(), 'no address');
    await register(user);
    expect(getEmailInput()).toHaveAccessibleDescription(/Email must be valid/);
    expect(getStoreIdInput()).toHaveAccessibleDescription(/Field is required/);
    expect(getStoreNameInput()).toHaveAccessibleDescription(/Field is required/);
    expect(screen.getByRole('region', { name: 'Please fix form errors to proceed.' })).toHaveFocus();
    expect(readSentRequests()).toEqual([]);
    await user.clear(getEmailInput());
    await fillIn(user, 'new@nuk.example');
    await register(user);
    await waitFor(() => expect(getEmailInput()).toHaveAccessibleDescription('This user has already been registered.'));
    expect(screen.getByRole('region', { name: 'Please fix form errors to proceed.' })).toHaveFocus();
    expect(getStoreNameInput()).toHaveValue('A new store');
  });

  test.each([
    ['UK', 'nuk', ['Admin', 'Register repairs', 'Register returns']],
    ['FR', 'nfr', ['Admin', 'Enregistrer des réparations']],
    ['DE', 'ndach', ['Admin', 'Reparaturen buchen', 'Retouren buchen']],
  ] as const)('offers the groups of the region: %s', async (prefix, region, names) => {
    await open({ at: { prefix, region }, config: configWithoutReturnsInFrance });
    expect(screen.getAllByRole('checkbox')).toHaveLength(names.length);
    for (const name of names) expect(screen.getByRole('checkbox', { name: new RegExp(`^${name}`) })).toBeVisible();
  });
});

describe('RegistrationConfirmedPage', () => {
  const path = paths.registrationConfirmed(place, buildUser().sub);

  test('shows email and expiry of the invitation, with links', async () => {
    const { user, router } = await open({ path });
    expect(await screen.findByText(/An invitation has been sent to new@nuk.example/)).toHaveTextContent('(in 7 days)');
    expect(screen.getByRole('link', { name: 'Show new@nuk.example' })).toHaveAttribute(
      'href',
      paths.individualUserOperations(place, buildUser().sub),
    );
    await user.click(screen.getByRole('link', { name: 'Register another user' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Register a user' })).toBeVisible();
    expect(getEmailInput()).toHaveValue('');
    expect(router.state.location.pathname).toBe(paths.register(place));
  });

  test('redirects to the form without a user', async () => {
    await open({ path: paths.registrationConfirmed(place) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Register a user' })).toBeVisible();
  });
});
