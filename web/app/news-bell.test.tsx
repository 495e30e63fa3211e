import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { useSession } from '#web/session/session-store.ts';
import { buildNews, buildNewsEntry } from '#web/testing/news.ts';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { NewsBell } from './news-bell.tsx';

const Bell = () => {
  const session = useSession();
  return session && <NewsBell session={session} />;
};

test('marks the news as seen that arrive in the open list', async () => {
  signInAs('nuk', { name: 'bell' });
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  const requests = answerCalls(async ({ method }) => {
    await isAnswered;
    return { body: method === 'POST' ? {} : buildNews([buildNewsEntry()]) };
  });
  await openPages({ home: <Bell /> }, paths.home(place));
  expect(await screen.findByText('Looking for news…')).toBeInTheDocument();
  // The test's browser knows no popovers.
  fireEvent(document.getElementById('news') ?? document, Object.assign(new Event('toggle'), { newState: 'open' }));
  answer();
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'POST', body: buildNews([]).marks }));
  expect(await screen.findByRole('button', { name: 'News: nothing new' })).toBeVisible();
  expect(screen.getByText('RMA number assigned')).toBeInTheDocument();
});
