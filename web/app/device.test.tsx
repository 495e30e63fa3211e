import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { RepairDeadline } from '#shared/repairs/deadlines.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { buildReturn } from '#shared/testing/return.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { Device } from './device.tsx';

const openRepair = buildRepair({ storeRefNo: 'NEW-1', createdAt: '2026-11-02T09:30:00.000Z' });
const warranty: RepairDeadline = { name: 'warranty', who: [], from: '2026-05-03', by: '2027-05-03', state: 'running' };
const dispatchedRepair = buildRepair({
  promises: [warranty],
  id: '7d1e1c0e-8a3b-4f0e-b0a1-5a2f7a0c9b22',
  storeRefNo: 'OLD-1',
  state: 'dispatched',
  rma: 'UK7',
  createdAt: '2026-04-20T09:30:00.000Z',
  detailedDescription: 'She shouts a lot.',
  timeline: [
    { type: 'booked', at: '2026-04-20T09:30:00.000Z', by: 'sam@nuk.example' },
    { type: 'rmaAssigned', at: '2026-04-21T09:30:00.000Z', eventId: '1', rma: 'UK7' },
    { type: 'status', at: '2026-05-02T09:30:00.000Z', eventId: '2', status: 'repaired' },
    { type: 'status', at: '2026-05-03T09:30:00.000Z', eventId: '3', status: 'dispatched' },
  ],
});
const {
  lines: [line],
  ...header
} = buildReturn({
  timeline: [{ type: 'booked', at: '2026-10-01T09:30:00.000Z', by: 'sam@nuk.example' }],
  createdAt: '2026-10-01T09:30:00.000Z',
});
const returnSummary = { ...header, line };

type History = { repairs?: unknown[]; returns?: unknown[]; hasMore?: boolean };

const openDevice = async (history: History, serialNumber = ' xkw 10001234567') => {
  const requests = answerCalls(() => ({ body: { repairs: [], returns: [], hasMore: false, ...history } }));
  return { requests, ...(await openPages({ device: <Device /> }, paths.device(place, serialNumber))) };
};

const readItems = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(() => signInAs('nuk', { hasReturns: true }));

test('shows status, records and timeline, newest first', async () => {
  const { requests } = await openDevice({ repairs: [openRepair, dispatchedRepair], returns: [returnSummary] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Nintendo Switch 2' })).toBeVisible();
  expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([
    '/api/repairs/nuk/device?serialNumber=XKW10001234567',
  ]);
  expect(screen.getByText('Serial number: XKW10001234567')).toBeVisible();
  expect(screen.getByText('This device has an open repair. Status: Submitted, since 2 November 2026.')).toBeVisible();
  expect(screen.getByText(/is under warranty until 3 May 2027\.$/)).toBeVisible();
  expect(screen.getByText('This device was returned on 1 November 2026.')).toBeVisible();
  const references = readItems('Repairs and returns').map((text) => /NEW-1|RET-1|OLD-1/.exec(text ?? '')?.[0]);
  expect(references).toEqual(['NEW-1', 'RET-1', 'OLD-1']);
  expect(readItems('Timeline')).toEqual([
    'Booked 02/11/2026, 09:30sam@nuk.example · Repair NEW-1',
    'Booked 01/10/2026, 10:30sam@nuk.example · Return RET-1',
    'Dispatched 03/05/2026, 10:30Repair OLD-1',
    'Repaired 02/05/2026, 10:30Repair OLD-1',
    'RMA number UK7 assigned 21/04/2026, 10:30Repair OLD-1',
    'Booked 20/04/2026, 10:30sam@nuk.example · Repair OLD-1',
  ]);
  expect(screen.getByRole('link', { name: /RET-1/ })).toHaveAttribute(
    'href',
    toRecordPath(paths.submittedReturns(place), header),
  );
});

test.each<[string, string, Repair]>([
  [
    'is',
    'This device was repaired, was dispatched on 3 May 2026 and is under warranty until 3 May 2027.',
    dispatchedRepair,
  ],
  [
    'was',
    'The last repair of this device has ended. Status: Dispatched, 3 May 2026.',
    { ...dispatchedRepair, promises: [{ ...warranty, state: 'over' }] },
  ],
])('ignores withdrawn records when the device %s under warranty: %s', async (_, text, repair) => {
  await openDevice({
    repairs: [{ ...openRepair, state: 'withdrawn' }, repair],
    returns: [{ ...returnSummary, state: 'withdrawn' }],
  });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getAllByText(/^(This|The last repair of this) device/)).toHaveLength(1);
  expect(screen.queryByText(/open repair|was returned/)).toBeNull();
});

test('names a returned device and links to the list when not all records are shown', async () => {
  await openDevice({ returns: [returnSummary], hasMore: true });
  expect(await screen.findByRole('heading', { level: 1, name: 'Super Mario Odyssey' })).toBeVisible();
  expect(await screen.findByText(/Not all of them are shown here/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'All matching repairs' })).toHaveAttribute(
    'href',
    `${paths.submittedRepairs(place)}?search=XKW10001234567`,
  );
});

test.each(['XKW1', 'no serial number!'])('offers booking when nothing is booked under %j', async (serialNumber) => {
  await openDevice({}, serialNumber);
  expect(await screen.findByText('Nothing is booked under this serial number')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book a repair' })).toHaveAttribute('href', paths.bookRepair(place));
  expect(screen.queryByRole('button', { name: 'Print history' })).toBeNull();
});

test('shows a load failure and retries', async () => {
  let isDown = true;
  answerCalls(() =>
    isDown ? apiError('ServiceUnavailable', 503) : { body: { repairs: [openRepair], returns: [], hasMore: false } },
  );
  const { user } = await openPages({ device: <Device /> }, paths.device(place, 'XKW10001234567'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Nintendo Switch 2' })).toBeVisible();
});

test('prints device and repairs without staff or store data', async () => {
  vi.stubGlobal('print', () => {});
  const { user } = await openDevice({
    repairs: [{ ...openRepair, state: 'withdrawn' }, dispatchedRepair],
    returns: [returnSummary],
  });
  await user.click(await screen.findByRole('button', { name: 'Print history' }));
  const sheet = await screen.findByRole('article', { hidden: true });
  const expectedTexts = ['Repair history', 'Nintendo Switch 2', 'XKW10001234567', 'Repair OLD-1', 'UK7'];
  for (const text of [...expectedTexts, 'Dispatched, 3 May 2026', 'Warrantyuntil 3 May 2027'])
    expect(sheet).toHaveTextContent(text);
  expect(sheet).not.toHaveTextContent(/sam@|NEW-1|RET-1|shouts/);
});
