import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { forgetJobs } from '#web/features/users/bulk/region-job.tsx';
import { refusal } from '#web/testing/auth.ts';
import { jobWith } from '#web/testing/bulk-users.tsx';
import { answerCalls, openPages, place, signedIn } from '#web/testing/page.tsx';
import { ManageUsersPage } from './manage-users-page.tsx';

const before = '3f0c7a52-6f0e-4a57-9a83-000000000001';
const gone = '3f0c7a52-6f0e-4a57-9a83-000000000002';

afterEach(() => forgetJobs());

test('from the latest operation one goes back to those before it, until they are forgotten', async () => {
  signedIn('nuk', { isAdmin: true });
  answerCalls(({ url }) => {
    if (url.pathname.endsWith('/latest'))
      return { body: { jobs: [jobWith({ state: 'done', outcomes: { invited: 200 }, previous: before })] } };
    return url.searchParams.get('id') === before
      ? { body: jobWith({ id: before, state: 'stopped', outcomes: { invited: 7 }, previous: gone }) }
      : refusal('NotFound', 404);
  });
  const { user } = await openPages({ manageUsers: <ManageUsersPage /> }, `${paths.manageUsers(place)}?view=jobs`);
  const back = () => user.click(screen.getByRole('link', { name: 'Show the previous operation' }));
  expect(await screen.findByText('200 of 200 users imported, 0 errors')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await back();
  expect(await screen.findByText('7 of 200 users imported, 0 errors')).toBeVisible();
  await back();
  expect(await screen.findByText('Bulk operations are kept for 30 days.')).toBeVisible();
});

test('shows both running operations, and goes back to the one before them', async () => {
  signedIn('nuk', { isAdmin: true });
  const disabling = jobWith({ kind: 'actions', action: 'disable', previous: before });
  const importing = jobWith({ id: before, previous: gone });
  const ended = jobWith({ id: gone, state: 'done', outcomes: { invited: 7 } });
  answerCalls(({ url }) => {
    if (url.pathname.endsWith('/latest')) return { body: { jobs: [disabling, importing] } };
    return { body: [disabling, importing, ended].find(({ id }) => id === url.searchParams.get('id')) };
  });
  const { user } = await openPages({ manageUsers: <ManageUsersPage /> }, `${paths.manageUsers(place)}?view=jobs`);
  expect(await screen.findByRole('heading', { name: 'Disabling users: in progress' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Import of users: in progress' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Stop' })).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: 'Show the previous operation' }));
  expect(await screen.findByText('7 of 200 users imported, 0 errors')).toBeVisible();
});
