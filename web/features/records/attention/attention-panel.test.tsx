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

test('fees without an answer and RMA numbers that are long in coming are shown, with the way to all of them', async () => {
  await open({
    quoted: [summaryWith({ state: 'quoted', rma: 'UK7' })],
    overdue: [summaryWith({ storeRefNo: 'OLD-1' })],
  });
  const fees = await screen.findByRole('list', { name: 'Fee quoted, awaiting the customer' });
  expect(within(fees).getByRole('link')).toHaveTextContent(/REF-1.*Fee quoted.*UK7/);
  const late = screen.getByRole('list', { name: 'Repairs without an RMA number for 2 days or more' });
  expect(within(late).getByRole('link')).toHaveTextContent('OLD-1');
  expect(screen.getAllByRole('link', { name: 'Show in the list' }).map((link) => link.getAttribute('href'))).toEqual([
    `${paths.submittedRepairs(place)}?state=quoted`,
    `${paths.submittedRepairs(place)}?state=submitted&to=${twoDaysAgo()}`,
  ]);
});

test('where nothing waits it says so, and what stands below can show', async () => {
  const { onSettled } = await open({ latest: [summaryWith({ state: 'repaired', rma: 'UK7' })] });
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  expect(onSettled).toHaveBeenCalledOnce();
});

const news = () => screen.findByRole('list', { name: 'News from the repair service since your last visit' });

test('what was reported since the last visit stays, over reloads, until it is marked as seen', async () => {
  await open({ latest: [summaryWith()] });
  await screen.findByText('Nothing is waiting for you.');
  const reported = { latest: [summaryWith({ state: 'repaired', rma: 'UK7' })] };
  cleanup();
  await open(reported);
  expect(within(await news()).getByRole('link')).toHaveTextContent(/REF-1.*Repaired/);
  cleanup();
  const { user } = await open(reported);
  await news();
  await user.click(screen.getByRole('button', { name: 'Mark as seen' }));
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
