import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { clearWatchedJobs } from '#web/features/users/bulk/region-job.tsx';
import { apiError } from '#web/testing/auth.ts';
import { buildJob } from '#web/testing/bulk-users.tsx';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { ManageUsersPage } from './manage-users-page.tsx';

const previousId = '3f0c7a52-6f0e-4a57-9a83-000000000001';
const oldestId = '3f0c7a52-6f0e-4a57-9a83-000000000002';

afterEach(() => clearWatchedJobs());

test('steps back through earlier jobs until they have expired', async () => {
  signInAs('nuk', { isAdmin: true });
  answerCalls(({ url }) => {
    if (url.pathname.endsWith('/latest'))
      return { body: { jobs: [buildJob({ state: 'done', outcomes: { invited: 200 }, previous: previousId })] } };
    return url.searchParams.get('id') === previousId
      ? { body: buildJob({ id: previousId, state: 'stopped', outcomes: { invited: 7 }, previous: oldestId }) }
      : apiError('NotFound', 404);
  });
  const { user } = await openPages({ manageUsers: <ManageUsersPage /> }, `${paths.manageUsers(place)}?view=jobs`);
  const showPrevious = () => user.click(screen.getByRole('link', { name: 'Show the previous operation' }));
  expect(await screen.findByText('200 of 200 users imported, 0 errors')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await showPrevious();
  expect(await screen.findByText('7 of 200 users imported, 0 errors')).toBeVisible();
  await showPrevious();
  expect(await screen.findByText('Bulk operations are kept for 30 days.')).toBeVisible();
});

test('shows both running jobs and steps back past them', async () => {
  signInAs('nuk', { isAdmin: true });
  const disableJob = buildJob({ kind: 'actions', action: 'disable', previous: previousId });
  const importJob = buildJob({ id: previousId, previous: oldestId });
  const endedJob = buildJob({ id: oldestId, state: 'done', outcomes: { invited: 7 } });
  answerCalls(({ url }) => {
    if (url.pathname.endsWith('/latest')) return { body: { jobs: [disableJob, importJob] } };
    return { body: [disableJob, importJob, endedJob].find(({ id }) => id === url.searchParams.get('id')) };
  });
  const { user } = await openPages({ manageUsers: <ManageUsersPage /> }, `${paths.manageUsers(place)}?view=jobs`);
  expect(await screen.findByRole('heading', { name: 'Disabling users: in progress' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Import of users: in progress' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Stop' })).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: 'Show the previous operation' }));
  expect(await screen.findByText('7 of 200 users imported, 0 errors')).toBeVisible();
});
