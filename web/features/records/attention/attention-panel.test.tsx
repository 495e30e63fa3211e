import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { findLastOverdueBookingDay } from '#shared/records/rma-number-deadline.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { discardPreloadedResponses } from '#web/data/preloaded-requests.ts';
import { loadNews, newsPanelId } from '#web/features/records/news/news-store.ts';
import { dueRepairsSource, repairsToSendSource } from '#web/features/repairs/deadlines/repair-attention-sources.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { buildNews, buildNewsEntry } from '#web/testing/news.ts';
import { answerCalls, openPages, place, signInAs, readTexts } from '#web/testing/page.tsx';
import { preloadData } from '#web/testing/preloaded-data.ts';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { toDueInput, toOverdueInput, toSendableRepairsInput } from './attention-queries.ts';
import { createOverdueSource } from './attention-source.tsx';

const sources = [
  dueRepairsSource,
  repairsToSendSource,
  createOverdueSource(
    repairKind,
    (deadline) => deadline,
    () => 'ask',
  ),
];
const today = () => toCalendarDate(new Date(), 'Europe/London');
const findLastOverdueDay = () => findLastOverdueBookingDay(today(), calendars.nuk);

const buildDueRepair = (days: number, promise: 'feeAnswer' | 'target', fields: Partial<RepairSummary> = {}) =>
  buildRepairSummary({
    id: crypto.randomUUID(),
    state: promise === 'target' ? 'received' : 'quoted',
    next: { promise, by: addDays(today(), days), who: [promise === 'target' ? 'provider' : 'customer'] },
    ...fields,
  });

const buildRepairToSend = (days: number, fields: Partial<RepairSummary> = {}) =>
  buildRepairSummary({
    id: crypto.randomUUID(),
    state: 'registered',
    rma: 'UK7',
    sendFrom: addDays(today(), days),
    ...fields,
  });

type ServerRecords = {
  readonly due?: unknown[];
  /** If set, the due repairs have a second page, and these are the quoted ones. */
  readonly quoted?: unknown[];
  readonly send?: unknown[];
  readonly overdue?: unknown[];
};

const open = async ({ due = [], quoted, send = [], overdue = [] }: ServerRecords) => {
  const onSettled = vi.fn();
  const requests = answerCalls(({ url: { searchParams: query } }) => {
    const state = query.get('state');
    if (query.get('due') === 'all') return { body: { items: due, ...(quoted && { cursor: 'more' }) } };
    if (query.get('due') === 'send') return { body: { items: send } };
    if (state === 'quoted') return { body: { items: quoted } };
    if (state === 'submitted' && query.get('to') === findLastOverdueDay()) return { body: { items: overdue } };
    return { body: { items: [] } };
  });
  const page = await openPages({ home: <AttentionPanel sources={sources} onSettled={onSettled} /> }, paths.home(place));
  return { ...page, requests, onSettled };
};

beforeEach(() => signInAs('nuk'));

const readRows = (name = 'Your turn') => readTexts(within(screen.getByRole('list', { name })).getAllByRole('listitem'));
const readTiles = () =>
  readTexts(within(screen.getByRole('list', { name: 'Numbers of tasks' })).getAllByRole('button'));
const findRows = async (name?: string) => {
  await screen.findByRole('list', { name: name ?? 'Your turn' });
  return readRows(name);
};

test('lists late to-dos first, then by date, with task and deadline', async () => {
  const { requests } = await open({
    due: [
      buildDueRepair(-3, 'target', { storeRefNo: 'LATE-1' }),
      buildDueRepair(4, 'target', { storeRefNo: 'SOON-1' }),
      buildDueRepair(6, 'feeAnswer', { storeRefNo: 'FEE-1' }),
    ],
    send: [buildRepairToSend(-9, { storeRefNo: 'SEND-1' })],
    overdue: [buildRepairSummary({ storeRefNo: 'OLD-1', createdAt: `${addDays(today(), -9)}T12:00:00.000Z` })],
  });
  expect(await findRows()).toEqual([
    expect.stringMatching(/Submitted.*Ask for the RMA number.*OLD-1/),
    expect.stringMatching(/Received.*Ask the repair service3 days lateLATE-1Ask/),
    expect.stringMatching(/Registered.*Pack and send: RMA UK7since \d{1,2} \w+SEND-1Print slip/),
    expect.stringMatching(/Fee quoted.*Call the customer for an answerby \w{3} \d{1,2} \w+FEE-1Copy message/),
  ]);
  expect(readTiles()).toEqual(
    ['1 To send', '1 Call customer', '2 Late', '– News'].map((text) => expect.stringContaining(text)),
  );
  const overdueQuery = requests.map(({ url }) => url.searchParams).find((query) => query.get('state') === 'submitted');
  expect(overdueQuery?.get('order')).toBe('oldest');
});

test('filters the list by the group of a tile, and shows all its to-dos', async () => {
  const { user } = await open({
    due: [buildDueRepair(-3, 'target', { storeRefNo: 'LATE-1' })],
    send: Array.from({ length: 9 }, (_, index) => buildRepairToSend(-index, { storeRefNo: `SEND-${index}` })),
  });
  expect(await findRows()).toHaveLength(8);
  await user.click(screen.getByRole('button', { name: '9 To send' }));
  expect(screen.getByRole('button', { name: '9 To send' })).toHaveAttribute('aria-pressed', 'true');
  expect(readRows()).toHaveLength(9);
  expect(readRows().join()).not.toContain('LATE-1');
  await user.click(screen.getByRole('button', { name: '9 To send' }));
  await user.click(screen.getByRole('button', { name: 'Show all 10' }));
  expect(readRows()).toHaveLength(10);
  expect(screen.getByRole('button', { name: '0 Call customer' })).toBeDisabled();
});

test('lists records to send for admins only if their tile is chosen, and without actions', async () => {
  signInAs('nuk', { isAdmin: true });
  const { user } = await open({
    due: [buildDueRepair(-3, 'target', { storeRefNo: 'LATE-1' })],
    send: [buildRepairToSend(-1, { storeRefNo: 'SEND-1' })],
  });
  expect(await findRows('Needs attention')).toEqual([expect.stringMatching(/LATE-1 · Oxford Street$/)]);
  await user.click(screen.getByRole('button', { name: '1 To send' }));
  expect(readRows('Needs attention')).toEqual([expect.stringMatching(/SEND-1 · Oxford Street$/)]);
});

test('requests fee quotes separately if late repairs fill the first page', async () => {
  const quoted = [5, 6, 7, 9].map((days) => buildDueRepair(days, 'feeAnswer'));
  const { requests } = await open({ due: [-9, -8, -2, -1].map((days) => buildDueRepair(days, 'target')), quoted });
  expect(await findRows()).toHaveLength(8);
  expect(readTiles().join()).toMatch(/4 Call customer.*4\+ Late/);
  expect(requests.map(({ url }) => url.search).find((query) => query.includes('state=quoted'))).toContain(
    'order=oldest',
  );
});

test('shows an urgent fee quote that the page of fee quotes lacks', async () => {
  const urgentQuote = buildDueRepair(-2, 'feeAnswer', { storeRefNo: 'FEE-1' });
  const laterQuotes = [8, 9].map((days) => buildDueRepair(days, 'feeAnswer', { storeRefNo: `FEE-${days}` }));
  await open({ due: [urgentQuote], quoted: laterQuotes });
  expect(await findRows()).toEqual(['FEE-1', 'FEE-8', 'FEE-9'].map((reference) => expect.stringContaining(reference)));
});

test('shows the next date if there is nothing to do', async () => {
  await open({ due: [buildDueRepair(4, 'target')] });
  expect(await screen.findByText(/^The next date is \w+day \d{1,2} \w+\.$/)).toBeVisible();
});

test('shows an empty state and reports that it has settled', async () => {
  const { onSettled } = await open({});
  expect(await screen.findByText('Nothing is waiting for you')).toBeVisible();
  await waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
});

test('shows the number of news to staff, and no news to admins', async () => {
  const user = { region: 'nuk', email: 'sam@nuk.example' } as const;
  answerCalls(() => ({ body: buildNews([buildNewsEntry()]) }));
  await loadNews(user);
  await open({});
  expect(await screen.findByRole('button', { name: '1 News' })).toHaveAttribute('popovertarget', newsPanelId);
  cleanup();
  signInAs('nuk', { isAdmin: true });
  await open({});
  await screen.findByText('Nothing is waiting for you');
  expect(readTiles().join()).not.toContain('News');
});

describe('preloaded data', () => {
  afterEach(discardPreloadedResponses);
  const preloadDue = (body: object) => preloadData(repairs.listRepairs, toDueInput('nuk'), body);
  const preloadOthers = async () => {
    await preloadData(repairs.listRepairs, toSendableRepairsInput('nuk'), { items: [] });
    await preloadData(repairs.listRepairs, toOverdueInput('nuk', today()), { items: [] });
  };

  test('need no request if all of them have arrived', async () => {
    await preloadDue({ items: [buildDueRepair(1, 'feeAnswer')] });
    await preloadOthers();
    const { requests } = await open({});
    expect(await findRows()).toHaveLength(1);
    expect(requests).toEqual([]);
  });

  test('are completed by a request for those that have not arrived', async () => {
    await preloadOthers();
    const { requests } = await open({ due: [buildDueRepair(1, 'feeAnswer')] });
    expect(await findRows()).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });

  test('are completed by a request for fee quotes if more repairs are due', async () => {
    await preloadDue({ items: [buildDueRepair(1, 'feeAnswer')], cursor: 'more' });
    await preloadOthers();
    const { requests } = await open({ quoted: [buildDueRepair(2, 'feeAnswer')] });
    expect(await findRows()).toHaveLength(2);
    expect(requests.map(({ url }) => url.searchParams.get('state'))).toEqual(['quoted']);
  });
});
