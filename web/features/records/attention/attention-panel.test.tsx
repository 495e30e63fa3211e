import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDays, calendarDate } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { answerCalls, openPages, signedIn } from '#web/testing/page.tsx';
import { summaryWith } from '#web/testing/repair.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { latestOf, overdueIn, quotedIn } from './watch.ts';

const place = { prefix: 'UK', region: 'nuk' } as const;
const watches = [quotedIn(repairKind, 'quoted'), overdueIn(repairKind, 'submitted')];
const reports = { latest: latestOf(repairKind), isReport: (state: string) => state === 'repaired' };
const twoDaysAgo = () => addDays(calendarDate(new Date(), 'Europe/London'), -2);

type Answers = { readonly quoted?: unknown[]; readonly overdue?: unknown[]; readonly latest?: unknown[] };

const open = async ({ quoted = [], overdue = [], latest = [] }: Answers) => {
  const onSettled = vi.fn();
  answerCalls(({ url }) => {
    const state = url.searchParams.get('state');
    if (state === 'quoted') return { body: { items: quoted } };
    if (state === 'submitted' && url.searchParams.get('to') === twoDaysAgo()) return { body: { items: overdue } };
    return { body: { items: state === null ? latest : [] } };
  });
  const page = await openPages(
    { home: <AttentionPanel watches={watches} reports={reports} onSettled={onSettled} /> },
    paths.home(place),
  );
  return { ...page, onSettled };
};

beforeEach(() => {
  localStorage.clear();
  signedIn('nuk');
});

test('fees without an answer and RMA numbers that are long in coming are counted and listed, with the way to all of them', async () => {
  await open({
    quoted: [summaryWith({ state: 'quoted', rma: 'UK7' })],
    overdue: [summaryWith({ id: '7d1e1c0e-8a3b-4f0e-b0a1-5a2f7a0c9b22', storeRefNo: 'OLD-1' })],
  });
  const todo = await screen.findByRole('list', { name: 'Needs attention' });
  expect(
    within(todo)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/Fee quoted.*The customer has to answer.*REF-1.*UK7/),
    expect.stringMatching(/Submitted.*OLD-1/),
  ]);
  const tiles = [/1Fee quoted, awaiting the customer/, /1Repairs without an RMA number for 2 days or more/];
  expect(tiles.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    `${paths.submittedRepairs(place)}?state=quoted`,
    `${paths.submittedRepairs(place)}?state=submitted&to=${twoDaysAgo()}`,
  ]);
});

test('where nothing waits it says so, and what stands below can show', async () => {
  const { onSettled } = await open({ latest: [summaryWith({ state: 'repaired', rma: 'UK7' })] });
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  expect(onSettled).toHaveBeenCalledOnce();
});

const news = async () => {
  expect(await screen.findByText('News from the repair service since your last visit')).toBeVisible();
  return screen.findByRole('list', { name: 'Needs attention' });
};

test('what was reported since the last visit stays, over reloads, until it is marked as seen', async () => {
  await open({ latest: [summaryWith()] });
  await screen.findByText('Nothing is waiting for you.');
  const reported = { latest: [summaryWith({ state: 'repaired', rma: 'UK7' })] };
  cleanup();
  await open(reported);
  expect(within(await news()).getByRole('link')).toHaveTextContent(/Repaired.*REF-1/);
  cleanup();
  const { user } = await open(reported);
  await news();
  await user.click(screen.getByRole('button', { name: 'Mark news as seen' }));
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  cleanup();
  await open(reported);
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
});

test('a new state that the provider did not report is no news', async () => {
  await open({ latest: [summaryWith()] });
  await screen.findByText('Nothing is waiting for you.');
  cleanup();
  await open({ latest: [summaryWith({ state: 'withdrawn' })] });
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
});
