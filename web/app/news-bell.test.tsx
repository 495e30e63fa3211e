import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { refreshNews } from '#web/features/records/news/news-store.ts';
import { sessionStore, useSession } from '#web/session/session-store.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { buildNews, buildNewsEntry } from '#web/testing/news.ts';
import { answerCalls, openPages, place, signInAs, readTexts } from '#web/testing/page.tsx';
import { NewsBell } from './news-bell.tsx';

const Bell = () => {
  const session = useSession();
  return session && <NewsBell session={session} />;
};

test('marks news as seen that arrive while the list is open', async () => {
  signInAs('nuk', { name: 'bell' });
  const responseAllowed = Promise.withResolvers<void>();
  const requests = answerCalls(async ({ method }) => {
    await responseAllowed.promise;
    return { body: method === 'POST' ? {} : buildNews([buildNewsEntry()]) };
  });
  await openPages({ home: <Bell /> }, paths.home(place));
  expect(await screen.findByText('Looking for news…')).toBeInTheDocument();
  // jsdom does not support popovers.
  fireEvent(document.getElementById('news') ?? document, Object.assign(new Event('toggle'), { newState: 'open' }));
  responseAllowed.resolve();
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'POST', body: buildNews([]).marks }));
  expect(await screen.findByRole('button', { name: 'News: nothing new' })).toBeVisible();
  expect(screen.getByText('RMA number assigned')).toBeInTheDocument();
});

test('announces later news, but not the initial news', async () => {
  signInAs('nuk', { name: 'further' });
  let items = [buildNewsEntry()];
  answerCalls(() => ({ body: buildNews(items) }));
  await openPages({ home: <Bell /> }, paths.home(place));
  expect(await screen.findByRole('button', { name: 'News: 1 new entry' })).toBeVisible();
  const announcements = () => readTexts(screen.getAllByRole('status'));
  expect(announcements()).not.toContain('News: 1 new entry');
  items = [buildNewsEntry(), buildNewsEntry({ id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c09' })];
  await act(() => refreshNews('nuk'));
  await waitFor(() => expect(announcements()).toContain('News: 2 new entries'));
});

test('looks for news every eight minutes, or every sixteen after a look that found nothing new', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  try {
    sessionStore.signIn('nuk', {
      ...buildAuth(['NUK', 'register-repairs'], Date.now() + 120 * 60_000),
      email: 'polling@nuk.example',
    });
    let items = [buildNewsEntry()];
    const requests = answerCalls(() => ({ body: buildNews(items) }));
    await openPages({ home: <Bell /> }, paths.home(place));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    /** Lets minutes pass, in which the user moves the pointer. */
    const passMinutes = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        fireEvent.pointerMove(document.body);
        await act(() => vi.advanceTimersByTimeAsync(60_000));
      }
    };
    await passMinutes(7);
    expect(requests).toHaveLength(1);
    await passMinutes(1);
    expect(requests).toHaveLength(2);
    await passMinutes(8 + 3 * 16);
    expect(requests).toHaveLength(5);
    items = [buildNewsEntry(), buildNewsEntry({ id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c09' })];
    await passMinutes(16);
    expect(screen.getByRole('button', { name: 'News: 2 new entries' })).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test('closes the list when the focus leaves it, except for its button', async () => {
  signInAs('nuk', { name: 'focus' });
  answerCalls(() => ({ body: buildNews([buildNewsEntry()]) }));
  await openPages({ home: <Bell /> }, paths.home(place));
  const bell = await screen.findByRole('button', { name: 'News: 1 new entry' });
  const panel = document.getElementById('news') ?? document.body;
  const hidePopover = vi.fn();
  Object.assign(panel, { hidePopover });
  fireEvent.blur(panel, { relatedTarget: bell });
  fireEvent.blur(panel, { relatedTarget: panel.querySelector('a') });
  fireEvent.blur(panel);
  expect(hidePopover).not.toHaveBeenCalled();
  fireEvent.blur(panel, { relatedTarget: document.body });
  expect(hidePopover).toHaveBeenCalledOnce();
});
