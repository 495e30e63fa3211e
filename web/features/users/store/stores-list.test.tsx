import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { ManageUsersPage } from '#web/features/users/manage-users-page.tsx';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { storesResponse } from '#web/testing/user.ts';

const open = async () => {
  signInAs('nuk', { isAdmin: true });
  const requests = answerCalls(({ method, body }) => ({ body: method === 'POST' ? body : storesResponse }));
  const page = await openPages({ manageUsers: <ManageUsersPage /> }, `${paths.manageUsers(place)}?view=stores`);
  await screen.findByText('London Oxford Street');
  return { ...page, sentChanges: () => requests.filter(({ method }) => method === 'POST') };
};
const readStoreIds = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('finds stores, links to their users and renames a store', async () => {
  const { user, sentChanges } = await open();
  expect(readStoreIds()).toEqual(['UK-1001', 'UK-1002']);
  expect(screen.getByText('2 stores')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'GRAFTON');
  expect(readStoreIds()).toEqual(['UK-1002']);
  expect(screen.getByRole('link', { name: 'Users of UK-1002' })).toHaveAttribute(
    'href',
    `${paths.manageUsers(place)}?storeId=UK-1002`,
  );
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
  await user.click(screen.getByRole('button', { name: 'Rename store UK-1001' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rename store UK-1001' });
  const name = within(dialog).getByLabelText('Store name');
  const rename = within(dialog).getByRole('button', { name: 'Rename' });
  await user.clear(name);
  expect(rename).toHaveAttribute('aria-disabled', 'true');
  expect(rename).toHaveAccessibleDescription('Field is required.');
  await user.type(name, 'Oxford Circus');
  await user.click(rename);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentChanges().map(({ url, body }) => [url.pathname, body])).toEqual([
    ['/api/users/nuk/rename-store', { storeId: 'UK-1001', storeName: 'Oxford Circus' }],
  ]);
  expect(screen.getByText('Oxford Circus')).toBeVisible();
  expect(screen.queryByText('London Oxford Street')).toBeNull();
});

test.each(['uk1002', 'UK 1002', '\u200BUK\u20111002', '01002'])('finds a store by %j', async (typed) => {
  const { user } = await open();
  await user.click(screen.getByRole('searchbox', { name: 'Search' }));
  await user.paste(typed);
  expect(readStoreIds()).toEqual(['UK-1002']);
});

test('shows a load failure and retries', async () => {
  signInAs('nuk', { isAdmin: true });
  let isDown = true;
  answerCalls(() =>
    isDown ? { status: 503, body: { error: { code: 'ServiceUnavailable' } } } : { body: storesResponse },
  );
  const { user } = await openPages({ manageUsers: <ManageUsersPage /> }, `${paths.manageUsers(place)}?view=stores`);
  expect(await screen.findByText('The stores could not be loaded.')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('London Oxford Street')).toBeVisible();
});
