import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { answerCalls, readTexts } from '#web/testing/page.tsx';
import { getTimelineEntries, openDetails } from '#web/testing/repair-details.tsx';
import { buildRepairWithTimeline } from '#web/testing/repair.ts';
import { captureDownloads } from '#web/testing/saved-files.ts';

type StatusEntry = Extract<RepairEntry, { type: 'status' }>;
const toInstant = (day: string) => `2026-${day}T10:00:00.000Z`;
const bookedEntry: RepairEntry = { type: 'booked', at: toInstant('11-02'), by: 'sam@nuk.example' };
const rmaEntry: RepairEntry = { type: 'rmaAssigned', at: toInstant('11-03'), eventId: 'r', rma: 'RMA-77' };
const statusOn = (status: StatusEntry['status'], day: string, fields: Partial<StatusEntry> = {}): StatusEntry => ({
  type: 'status',
  at: toInstant(day),
  eventId: day,
  status,
  ...fields,
});
const dispatchedEntries = [
  statusOn('received', '11-04'),
  statusOn('repaired', '11-05'),
  statusOn('dispatched', '11-06'),
];

/** Opens the details of a repair with this timeline on a day. */
const openOn = async (today: string, timeline: readonly [RepairEntry, ...RepairEntry[]]) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00Z`) });
  answerCalls(() => ({ body: buildRepairWithTimeline(today, timeline) }));
  const { user } = await openDetails();
  await screen.findByRole('list', { name: 'Timeline' });
  return user;
};
const open = (day: string, ...timeline: RepairEntry[]) => openOn(`2026-${day}`, [bookedEntry, ...timeline]);

test.each<[string, readonly string[], readonly string[], Parameters<typeof open>]>([
  [
    'booked',
    [
      'The repair service usually assigns the RMA number by Wednesday 4 November, tomorrow.',
      'Please keep the product until the number is here: the parcel must show it.',
    ],
    [],
    ['11-03'],
  ],
  [
    'received',
    [
      'The repair service aims to complete the repair by Saturday 14 November, in 4 days.',
      'The repair service has the product and will assess it.',
      'The customer may cancel until Tuesday 17 November, in 7 days.',
    ],
    [],
    ['11-10', rmaEntry, statusOn('confirmed', '11-03'), statusOn('received', '11-04')],
  ],
  [
    'quoted',
    [
      'Please call the customer: the fee quote has to be answered by Saturday 5 December, in 5 days.',
      'If the customer accepts, the product is repaired. If they decline or do not reply, it comes back unrepaired.',
      'The repair time is paused until the fee quote is answered.',
    ],
    ['Answer to the fee quote still to comeexpected by Saturday 5 December', 'Repaired still to come'],
    ['11-30', rmaEntry, statusOn('received', '11-04'), statusOn('assessed', '11-04'), statusOn('quoted', '11-05')],
  ],
  [
    'dispatched',
    [
      'The product should arrive by Friday 20 November, today.',
      'If it has not arrived by then, please report this to the repair service through the customer support portal.',
      'The date is approximate: public holidays differ between countries.',
      'The warranty on the repair runs until 6 November 2027.',
    ],
    [],
    ['11-20', rmaEntry, ...dispatchedEntries],
  ],
  [
    'returned unrepaired',
    [
      'The product should arrive by Friday 20 November, today.',
      'If it has not arrived by then, please report this to the repair service through the customer support portal.',
    ],
    ['Arrival of the product still to comeexpected by Friday 20 November'],
    ['11-20', rmaEntry, statusOn('received', '11-04'), statusOn('returnedUnrepaired', '11-06')],
  ],
  [
    'on its way longer than expected',
    [
      'The product should have arrived by Friday 20 November.',
      'If it has not arrived, please report this to the repair service through the customer support portal.',
    ],
    [],
    ['11-22', rmaEntry, ...dispatchedEntries],
  ],
  [
    'without an RMA number for too long',
    ['The RMA number was expected by Wednesday 4 November: 1 day late.', 'Please ask the', 'Please keep the product'],
    [],
    ['11-05'],
  ],
  [
    'quoted too long ago',
    [
      'Please call the customer: the fee quote had to be answered by Saturday 5 December (3 days late).',
      'If the customer accepts, the product is repaired. If they decline or do not reply, it comes back unrepaired.',
    ],
    [],
    ['12-08', rmaEntry, statusOn('received', '11-04'), statusOn('quoted', '11-05')],
  ],
  [
    'received too long ago',
    [
      'The repair service aimed to complete the repair by Saturday 14 November: 2 days late.',
      'Please ask the repair service through the customer support portal.',
    ],
    ['Assessed still to come', 'Repaired still to comeexpected by Saturday 14 November2 days late'],
    ['11-16', rmaEntry, statusOn('received', '11-04')],
  ],
])('shows the deadlines of a repair that is %s', async (state, sentences, openSteps, [day, ...timeline]) => {
  await open(day, ...timeline);
  for (const text of sentences) expect(document.body).toHaveTextContent(text);
  expect(readTexts(getTimelineEntries())).toEqual(expect.arrayContaining([...openSteps]));
  expect(/days? late/.test(document.body.textContent)).toBe(state.includes('too long'));
  // A past deadline is not offered for the calendar.
  expect(screen.queryByRole('button', { name: 'Add to calendar' }) === null).toBe(/too long|longer/.test(state));
});

test.each<[string, RegExp, Parameters<typeof open>]>([
  [
    'the repair target of a product that was not received',
    /complete the repair by|late/,
    ['12-20', rmaEntry, statusOn('confirmed', '11-03')],
  ],
  [
    'an expired right to cancel',
    /cancel/,
    ['11-18', rmaEntry, statusOn('confirmed', '11-03'), statusOn('received', '11-17')],
  ],
  [
    'the arrival among the open steps once its deadline has passed',
    /still to come|by then/,
    ['11-22', rmaEntry, ...dispatchedEntries],
  ],
  [
    'the shipment of a product that arrived long ago',
    /on its way|arrive/,
    ['12-20', rmaEntry, statusOn('received', '11-04'), statusOn('returnedUnrepaired', '11-06')],
  ],
])('hides %s', async (_, hiddenText, [day, ...timeline]) => {
  await open(day, ...timeline);
  expect(document.body).not.toHaveTextContent(hiddenText);
});

test('offers the slip first if the product is to be sent, and says what follows', async () => {
  await open('11-05', rmaEntry, statusOn('confirmed', '11-03'));
  const followUp = screen.getByText('What happens next:').parentElement;
  expect(followUp).toHaveTextContent(/ The repair service assesses the product .* within 10 days of receipt\.$/);
  expect(followUp?.previousElementSibling).toHaveTextContent(
    /^Please pack and send the product: its RMA number came on Tuesday 3 November\. The RMA number must/,
  );
  const slip = screen.getByRole('button', { name: 'Print slip (A4)' });
  const message = screen.getByRole('button', { name: 'Copy message for customer' });
  expect(slip.compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(slip.className).toMatch(/variant-primary/);
});

test('offers the message for the customer first if the product was received', async () => {
  await open('11-10', rmaEntry, statusOn('received', '11-04'));
  const slip = screen.getByRole('button', { name: 'Print slip (A4)' });
  const message = screen.getByRole('button', { name: 'Copy message for customer' });
  expect(message.compareDocumentPosition(slip)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(slip.className).not.toMatch(/variant-primary/);
  expect(screen.getByText('What happens next:').parentElement).toHaveTextContent(
    'What happens next: The repair service has the product and will assess it.',
  );
});

test.each<[string, string, Parameters<typeof open>]>([
  ['the repair', 'Ask the repair service', ['11-16', rmaEntry, statusOn('received', '11-04')]],
  ['the RMA number', 'Ask for the RMA number', ['11-05']],
])('offers first to ask about %s once it is late', async (_, label, [day, ...timeline]) => {
  const user = await open(day, ...timeline);
  expect(screen.getByText(/^Please ask the repair service/).tagName).toBe('STRONG');
  const ask = screen.getByRole('button', { name: label });
  expect(ask.className).toMatch(/variant-primary/);
  const message = screen.getByRole('button', { name: 'Copy message for customer' });
  expect(ask.compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(ask);
  expect(await screen.findByRole('dialog')).toHaveTextContent('customer support portal');
});

test('offers the message for the customer first while a fee quote is unanswered', async () => {
  await open('11-10', rmaEntry, statusOn('received', '11-04'), statusOn('quoted', '11-05'));
  const message = screen.getByRole('button', { name: 'Copy message for customer' });
  expect(message.className).toMatch(/variant-primary/);
  cleanup();
  await open('11-14', rmaEntry, statusOn('received', '11-04'));
  expect(screen.getByRole('button', { name: 'Copy message for customer' }).className).not.toMatch(/variant-primary/);
});

test('does not ask the repair service before the deadline, or about a late answer of the customer', async () => {
  await open('11-14', rmaEntry, statusOn('received', '11-04'));
  expect(screen.queryByRole('button', { name: 'Ask the repair service' })).toBeNull();
  cleanup();
  await open('12-08', rmaEntry, statusOn('received', '11-04'), statusOn('quoted', '11-05'));
  expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull();
});

test('shows the last day of an expired warranty', async () => {
  await openOn('2027-11-07', [bookedEntry, rmaEntry, ...dispatchedEntries]);
  expect(screen.getByText('The warranty on the repair ran until Saturday 6 November.')).toBeVisible();
});

test('shows only the warranty long after the return', async () => {
  await openOn('2027-02-01', [bookedEntry, rmaEntry, ...dispatchedEntries]);
  expect(screen.getByText('The warranty on the repair runs until 6 November 2027.')).toBeVisible();
  expect(document.body).not.toHaveTextContent(/arrived/);
});

test('shows missed deadlines in the timeline, but not the met ones', async () => {
  await open(
    '12-20',
    rmaEntry,
    statusOn('received', '11-04', { dueAt: '2026-11-10' }),
    statusOn('quoted', '11-05'),
    statusOn('assessed', '11-07'),
    statusOn('repaired', '11-20'),
    statusOn('dispatched', '11-20'),
  );
  expect(readTexts(getTimelineEntries())).toEqual([
    'Booked 02/11/2026, 10:00sam@nuk.example',
    'RMA number RMA-77 assigned 03/11/2026, 10:00',
    'Received 04/11/2026, 10:00',
    'Fee quoted 05/11/2026, 10:00',
    'Assessed 07/11/2026, 10:00',
    expect.stringMatching(/^Repaired.*Target for the repair by Thursday 12 November: 8 days late$/),
    'Dispatched 20/11/2026, 10:00',
  ]);
});

test('copies the message for a customer in a chosen language and saves a calendar file', async () => {
  const savedFiles = captureDownloads();
  const user = await open('11-10', rmaEntry, statusOn('received', '11-04'));
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }));
  await vi.waitFor(() => expect(savedFiles).toHaveLength(1));
  expect(await savedFiles[0]?.file.text()).toContain('SUMMARY:Target for the repair: Nintendo Switch 2\\, REF-1');
  await user.click(screen.getByRole('button', { name: 'Copy message for customer' }));
  await user.click(await screen.findByRole('button', { name: 'Copy message for customer: Deutsch' }));
  expect(await navigator.clipboard.readText()).toBe(
    'Ihr Produkt (Nintendo Switch 2; Referenz REF-1) ist am Mittwoch, 4. November beim Reparaturservice eingegangen; der Reparaturservice ist bestrebt, die Reparatur bis Samstag, 14. November abzuschließen.',
  );
  const dialog = within(screen.getByRole('dialog'));
  expect(
    dialog.getByText(/^Your product \(Nintendo Switch 2; reference REF-1\) was received on Wednesday 4 November; /),
  ).toBeVisible();
  expect(dialog.getByText(/^Votre produit/).closest('[lang]')).toHaveAttribute('lang', 'fr-FR');
});
