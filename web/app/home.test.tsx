import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth, apiError } from '#web/testing/auth.ts';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { Home } from './home.tsx';

beforeEach(() => void signInAs('nuk'));

test('shows one error for all lists and loads all on retry', async () => {
  let isUp = false;
  answerCalls(({ url }) => {
    if (!isUp) return apiError('InternalServerError', 500, { requestId: 'Abc-1=' });
    return {
      body: { items: url.searchParams.has('state') || url.searchParams.has('due') ? [] : [buildRepairSummary()] },
    };
  });
  const { user } = await openPages({ home: <Home /> }, paths.home(place));
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
  expect(screen.getAllByText('Abc-1=')).toHaveLength(1);
  isUp = true;
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing is waiting for you')).toBeVisible();
  expect(await screen.findByRole('link', { name: /REF-1/ })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['an admin', 'admin', 'United Kingdom, Ireland'],
  ['staff', 'register-repairs', 'London Oxford Street'],
] as const)('shows region or store as heading for %s', async (_, role, title) => {
  sessionStore.signIn('nuk', {
    ...buildAuth(['NUK', role]),
    store: { storeId: 'UK-1001', storeName: 'London Oxford Street' },
  });
  answerCalls(() => ({ body: { items: [] } }));
  await openPages({ home: <Home /> }, paths.home(place));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  await screen.findByText('Nothing is waiting for you');
});
