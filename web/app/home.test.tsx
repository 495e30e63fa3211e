import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { refusal } from '#web/testing/auth.ts';
import { answerCalls, openPages, place, signedIn } from '#web/testing/page.tsx';
import { summaryWith } from '#web/testing/repair.ts';
import { Home } from './home.tsx';

beforeEach(() => void signedIn('nuk'));

test('what keeps all lists away is told once, with one request to quote; tried again, all of them are there', async () => {
  let isUp = false;
  answerCalls(({ url }) => {
    if (!isUp) return refusal('InternalServerError', 500, { requestId: 'Abc-1=' });
    return { body: { items: url.searchParams.has('state') || url.searchParams.has('due') ? [] : [summaryWith()] } };
  });
  const { user } = await openPages({ home: <Home /> }, paths.home(place));
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
  expect(screen.getAllByText('Abc-1=')).toHaveLength(1);
  isUp = true;
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  expect(await screen.findByRole('link', { name: /REF-1/ })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
