import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { lastOverdueBookingDay } from '#shared/records/rma-number-deadline.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { dueRepairs } from '#web/features/repairs/deadlines/watch-due.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { answerCalls, openPages, place, signInAs, textContents } from '#web/testing/page.tsx';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { createLatestLoader, createOverdueSource } from './attention-source.ts';

const watches = [dueRepairs, createOverdueSource(repairKind, 'submitted', (by) => by)];
const reports = { latest: createLatestLoader(repairKind), isReport: (state: string) => state === 'repaired' };
const today = () => toCalendarDate(new Date(), 'Europe/London');
const lastOverdue = () => lastOverdueBookingDay(today(), calendars.nuk);

const createDueRepair = (days: number, promise: 'feeAnswer' | 'target', fields: Partial<RepairSummary> = {}) =>
  buildRepairSummary({
    id: crypto.randomUUID(),
    state: promise === 'target' ? 'received' : 'quoted',
    next: { promise, by: addDays(today(), days), who: [promise === 'target' ? 'provider' : 'customer'] },
    ...fields,
  });

type Answers = {
  readonly due?: unknown[];
  /** If set, the due repairs have a second page, and these are the quoted ones. */
  readonly quoted?: unknown[];
  readonly overdue?: unknown[];
  readonly latest?: unknown[];
};

const open = async ({ due = [], quoted, overdue = [], latest = [] }: Answers) => {
  const onSettled = vi.fn();
  answerCalls(({ url }) => {
    const state = url.searchParams.get('state');
    if (url.searchParams.get('due') === 'all') return { body: { items: due, ...(quoted && { cursor: 'more' }) } };
    if (state === 'quoted') return { body: { items: quoted } };
    if (state === 'submitted' && url.searchParams.get('to') === lastOverdue()) return { body: { items: overdue } };
    return { body: { items: state === null ? latest : [] } };
  });
  const page = await openPages(
    { home: <AttentionPanel watches={watches} reports={reports} onSettled={onSettled} /> },
    paths.home(place),
  );
  return { ...page, onSettled };
};

beforeEach(() => signInAs('nuk'));

const linkTexts = (name: string) => textContents(within(screen.getByRole('list', { name })).getAllByRole('link'));
const groups = () => textContents(screen.getAllByRole('heading', { level: 3 }));
const tile = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('groups due repairs by who has to act, most urgent first', async () => {
  await open({
    due: [
      createDueRepair(-3, 'target', { storeRefNo: 'LATE-1' }),
      createDueRepair(4, 'target', { storeRefNo: 'SOON-1' }),
      createDueRepair(6, 'feeAnswer', { storeRefNo: 'FEE-1', rma: 'UK7' }),
      createDueRepair(8, 'target', { storeRefNo: 'FAR-1' }),
    ],
    overdue: [buildRepairSummary({ storeRefNo: 'OLD-1', createdAt: `${addDays(today(), -9)}T12:00:00.000Z` })],
  });
  await screen.findByRole('list', { name: 'Customer' });
  expect(groups()).toEqual(['Repair service: 3', 'Customer: 1']);
  expect(linkTexts('Repair service')).toEqual([
    expect.stringMatching(/ask the repair service for the RMA number\.*Submitted.*OLD-1/),
    expect.stringMatching(/3 days late.*Ask the repair service.*Received.*LATE-1/),
    expect.stringMatching(/in 4 days.*Nothing yet.*SOON-1/),
  ]);
  expect(linkTexts('Customer')).toEqual([
    expect.stringMatching(/\w{3} \d{1,2} \w+, in 6 days.*Call the customer.*Fee quoted.*FEE-1.*UK7/),
  ]);
  expect(tile(/1Fee quoted, awaiting the customer/)).toBe(`${paths.submittedRepairs(place)}?state=quoted`);
  expect(tile(/1Next date has passed/)).toBe(`${paths.submittedRepairs(place)}?due=overdue`);
  expect(tile(/1Repairs without an RMA number for more than 2 working days/)).toBe(
    `${paths.submittedRepairs(place)}?state=submitted&to=${lastOverdue()}`,
  );
});

test('shows fee quotes behind many late repairs, three per group', async () => {
  const quoted = [5, 6, 7, 9].map((days) => createDueRepair(days, 'feeAnswer'));
  await open({ due: [-9, -8, -2, -1].map((days) => createDueRepair(days, 'target')), quoted });
  await screen.findByRole('list', { name: 'Customer' });
  expect(groups()).toEqual(['Repair service: 4+', 'Customer: 4']);
  expect(linkTexts('Customer')).toHaveLength(3);
  expect(tile(/4Fee quoted/)).toContain('state=quoted');
  expect(tile(/4\+Next date has passed/)).toContain('due=overdue');
});

test('shows the most urgent fee quotes, which the first page of fee quotes lacks', async () => {
  const urgent = createDueRepair(-2, 'feeAnswer', { storeRefNo: 'FEE-1' });
  const newest = [8, 9, 10].map((days) => createDueRepair(days, 'feeAnswer', { storeRefNo: `FEE-${days}` }));
  await open({ due: [urgent], quoted: newest });
  await screen.findByRole('list', { name: 'Customer' });
  expect(linkTexts('Customer')).toEqual(
    ['FEE-1', 'FEE-8', 'FEE-9'].map((reference) => expect.stringContaining(reference)),
  );
});

test('shows an empty state and reports that it has settled', async () => {
  const { onSettled } = await open({ latest: [buildRepairSummary({ state: 'repaired', rma: 'UK7' })] });
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  await waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
});

const findNews = async () => {
  expect(await screen.findByText('News from the repair service since your last visit')).toBeVisible();
  return screen.findByRole('list', { name: 'Store' });
};

test('keeps reported changes across reloads until marked as seen', async () => {
  await open({ latest: [buildRepairSummary()] });
  await screen.findByText('Nothing is waiting for you.');
  const reported = { latest: [buildRepairSummary({ state: 'repaired', rma: 'UK7' })] };
  cleanup();
  await open(reported);
  expect(within(await findNews()).getByRole('link')).toHaveTextContent(/Repaired.*REF-1/);
  cleanup();
  const { user } = await open(reported);
  await findNews();
  await user.click(screen.getByRole('button', { name: 'Mark news as seen' }));
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  cleanup();
  await open(reported);
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  cleanup();
  await open({ latest: [buildRepairSummary({ state: 'withdrawn' })] });
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
});
