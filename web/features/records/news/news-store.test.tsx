import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '#web/i18n/load-texts.ts';
import { buildNews, buildNewsEntry } from '#web/testing/news.ts';
import { answerCalls, signInAs } from '#web/testing/page.tsx';
import { NewMark } from './new-mark.tsx';
import { listNews, loadNews, markNewsSeen, newsCountText, refreshNews, useNews } from './news-store.ts';

const sam = { region: 'nuk', email: 'sam@nuk.example' } as const;
const firstEntry = buildNewsEntry({ id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c01' });
const secondEntry = buildNewsEntry({ id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c02' });

const Probe = () => {
  const news = useNews();
  const ids = listNews(news).map(({ id }) => id.slice(-1));
  return (
    <>
      <output>{`${newsCountText(news)} of ${ids.join()}${news.hasFailed ? ', failed' : ''}`}</output>
      <NewMark id={firstEntry.id} />
    </>
  );
};

/** Fakes a server with these news, which removes them once they are seen. */
const openServer = async (...items: (typeof firstEntry)[]) => {
  const server = { items, hasMore: false, isFailing: false };
  const requests = answerCalls(({ method }) => {
    if (server.isFailing) return { status: 500, body: {} };
    if (method === 'POST') server.items = [];
    return { body: method === 'POST' ? {} : buildNews(server.items, { hasMore: server.hasMore }) };
  });
  render(<Probe />);
  // Another user's news are loaded first, because the store outlives the tests.
  await act(() => loadNews({ ...sam, email: 'pat@nuk.example' }));
  await act(() => loadNews(sam));
  return { server, requests };
};
const readNews = () => screen.getByRole('status').textContent;

beforeEach(async () => {
  signInAs('nuk');
  await setLanguage('UK');
});

test('counts the unseen news, and still lists those seen in this document', async () => {
  const { server, requests } = await openServer(firstEntry);
  expect(readNews()).toBe('1 of 1');
  expect(screen.getByText('New')).toBeVisible();
  await act(() => markNewsSeen('nuk'));
  expect(requests.at(-1)).toMatchObject({ method: 'POST', body: buildNews([]).marks });
  expect(readNews()).toBe('0 of 1');
  // Further news of the same record.
  server.items = [firstEntry];
  await act(() => refreshNews('nuk'));
  expect(readNews()).toBe('1 of 1');
  server.items = [secondEntry];
  await act(() => refreshNews('nuk'));
  expect(readNews()).toBe('1 of 2,1');
  server.hasMore = true;
  await act(() => refreshNews('nuk'));
  expect(readNews()).toBe('1+ of 2,1');
});

test('loads the news of a user once, and again after a failure', async () => {
  const { server, requests } = await openServer(firstEntry);
  const countBefore = requests.length;
  await act(() => loadNews(sam));
  expect(requests).toHaveLength(countBefore);
  server.isFailing = true;
  await act(() => loadNews({ ...sam, email: 'pat@nuk.example' }));
  expect(readNews()).toBe('undefined of , failed');
  server.isFailing = false;
  await act(() => loadNews({ ...sam, email: 'pat@nuk.example' }));
  expect(readNews()).toBe('1 of 1');
});

test('sends no request if there are no news to mark as seen', async () => {
  const { requests } = await openServer();
  const countBefore = requests.length;
  await act(() => markNewsSeen('nuk'));
  expect(requests).toHaveLength(countBefore);
  expect(screen.queryByText('New')).toBeNull();
});

test('keeps the number of unseen news if marking them as seen fails', async () => {
  const { server } = await openServer(firstEntry);
  server.isFailing = true;
  await act(() => markNewsSeen('nuk').catch(() => undefined));
  expect(readNews()).toBe('1 of 1');
});

test('ignores a response whose request was sent before the news were marked as seen', async () => {
  const { server } = await openServer(firstEntry);
  let sendResponse = () => {};
  answerCalls(async ({ method }) => {
    if (method === 'POST') return { body: {} };
    const body = buildNews(server.items);
    await new Promise<void>((resolve) => (sendResponse = resolve));
    return { body };
  });
  const refreshing = refreshNews('nuk');
  await act(() => markNewsSeen('nuk'));
  sendResponse();
  await act(() => refreshing);
  expect(readNews()).toBe('0 of 1');
});
