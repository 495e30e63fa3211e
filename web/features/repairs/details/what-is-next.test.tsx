import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { answerCalls, texts } from '#web/testing/page.tsx';
import { entries, openDetails } from '#web/testing/repair-details.tsx';
import { repairOn } from '#web/testing/repair.ts';
import { keepSavedFiles } from '#web/testing/saved-files.ts';

type Reported = Extract<RepairEntry, { type: 'status' }>;
const at = (day: string) => `2026-${day}T10:00:00.000Z`;
const booked: RepairEntry = { type: 'booked', at: at('11-02'), by: 'sam@nuk.example' };
const rma: RepairEntry = { type: 'rmaAssigned', at: at('11-03'), eventId: 'r', rma: 'RMA-77' };
const is = (status: Reported['status'], day: string, more: Partial<Reported> = {}): Reported => ({
  type: 'status',
  at: at(day),
  eventId: day,
  status,
  ...more,
});
const sentBack = [is('received', '11-04'), is('repaired', '11-05'), is('dispatched', '11-06')];

/** Opens the details of a repair of this timeline on a day, as the server would answer them. */
const openOn = async (today: string, timeline: readonly [RepairEntry, ...RepairEntry[]]) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00Z`) });
  answerCalls(() => ({ body: repairOn(today, timeline) }));
  const { user } = await openDetails();
  await screen.findByRole('list', { name: 'Timeline' });
  return user;
};
const open = (day: string, ...timeline: RepairEntry[]) => openOn(`2026-${day}`, [booked, ...timeline]);

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
    ['11-10', rma, is('confirmed', '11-03'), is('received', '11-04')],
  ],
  [
    'quoted',
    [
      'The customer has to answer the fee quote by Saturday 5 December, in 5 days.',
      'If there is no reply, the product comes back unrepaired.',
      'The target for the repair waits until the fee quote is answered.',
    ],
    ['Answer to the fee quote still to comeexpected by Saturday 5 December', 'Repaired still to come'],
    ['11-30', rma, is('received', '11-04'), is('assessed', '11-04'), is('quoted', '11-05')],
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
    ['11-20', rma, ...sentBack],
  ],
  [
    'returned unrepaired',
    [
      'The product should arrive by Friday 20 November, today.',
      'If it has not arrived by then, please report this to the repair service through the customer support portal.',
    ],
    ['Arrival of the product still to comeexpected by Friday 20 November'],
    ['11-20', rma, is('received', '11-04'), is('returnedUnrepaired', '11-06')],
  ],
  [
    'on its way for longer than it should be',
    [
      'The product should have arrived by Friday 20 November.',
      'If it has not arrived, please report this to the repair service through the customer support portal.',
    ],
    [],
    ['11-22', rma, ...sentBack],
  ],
  [
    'without an RMA number for too long',
    ['The RMA number was expected by Wednesday 4 November: 1 day late.', 'Please keep the product', 'Please ask the'],
    [],
    ['11-05'],
  ],
  [
    'quoted too long ago',
    [
      'The customer had to answer the fee quote by Saturday 5 December: 3 days late.',
      'If there is no reply, the product comes back unrepaired.',
    ],
    [],
    ['12-08', rma, is('received', '11-04'), is('quoted', '11-05')],
  ],
  [
    'received too long ago',
    [
      'The repair service aimed to complete the repair by Saturday 14 November: 2 days late.',
      'Please ask the repair service through the customer support portal.',
    ],
    ['Assessed still to come', 'Repaired still to comeexpected by Saturday 14 November2 days late'],
    ['11-16', rma, is('received', '11-04')],
  ],
])('%s: what happens next, by whom and by when, and what else runs', async (state, said, ahead, [day, ...timeline]) => {
  await open(day, ...timeline);
  for (const text of said) expect(document.body).toHaveTextContent(text);
  expect(texts(entries())).toEqual(expect.arrayContaining([...ahead]));
  expect(/days? late/.test(document.body.textContent)).toBe(state.includes('too long'));
  // What is over goes into no calendar.
  expect(screen.queryByRole('button', { name: 'Add to calendar' }) === null).toBe(/too long|longer/.test(state));
});

test.each<[string, RegExp, Parameters<typeof open>]>([
  ['a target of a product that was never received', /aim|late/, ['12-20', rma, is('confirmed', '11-03')]],
  ['a right to cancel that has lapsed', /cancel/, ['11-18', rma, is('confirmed', '11-03'), is('received', '11-17')]],
  ['an arrival that is over as still to come', /still to come|by then/, ['11-22', rma, ...sentBack]],
  [
    'a product on its way that has long been back',
    /on its way|arrive/,
    ['12-20', rma, is('received', '11-04'), is('returnedUnrepaired', '11-06')],
  ],
])('the details do not show %s', async (_, lapsed, [day, ...timeline]) => {
  await open(day, ...timeline);
  expect(document.body).not.toHaveTextContent(lapsed);
});

test('a warranty that has ended is told with its last day', async () => {
  await openOn('2027-11-07', [booked, rma, ...sentBack]);
  expect(screen.getByText('The warranty on the repair ran until Saturday 6 November.')).toBeVisible();
});

test('long back, a repair says only until when its warranty runs', async () => {
  await openOn('2027-02-01', [booked, rma, ...sentBack]);
  expect(screen.getByText('The warranty on the repair runs until 6 November 2027.')).toBeVisible();
  expect(document.body).not.toHaveTextContent(/arrived/);
});

test('the timeline tells what was kept and what was broken, where it was settled', async () => {
  await open(
    '12-20',
    rma,
    is('received', '11-04', { dueAt: '2026-11-10' }),
    is('quoted', '11-05'),
    is('assessed', '11-07'),
    is('repaired', '11-20'),
    is('dispatched', '11-20'),
  );
  expect(texts(entries())).toEqual([
    'Booked02/11/2026, 10:00 · sam@nuk.example',
    expect.stringMatching(/Repair serviceRMA number by Wednesday 4 November: in time$/),
    expect.stringMatching(/^Received.*Repair service$/),
    expect.stringMatching(/^Fee quoted.*Repair service$/),
    expect.stringMatching(/^Assessed.*Answer to the fee quote by Saturday 5 December: in time$/),
    expect.stringMatching(/^Repaired.*Target for the repair by Thursday 12 November: 8 days late$/),
    expect.stringMatching(/^Dispatched.*Repair service$/),
  ]);
});

test('an answer for a caller can be copied in each language, and what is due is saved as a file for a calendar', async () => {
  const saved = keepSavedFiles();
  const user = await open('11-10', rma, is('received', '11-04'));
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.file.text()).toContain('SUMMARY:Target for the repair: Nintendo Switch 2\\, REF-1');
  await user.click(screen.getByRole('button', { name: 'Copy an answer' }));
  await user.click(await screen.findByRole('button', { name: 'Copy an answer: Deutsch' }));
  expect(await navigator.clipboard.readText()).toBe(
    'Ihr Produkt (Nintendo Switch 2; Referenz REF-1) ist am Mittwoch, 4. November beim Reparaturservice eingegangen; der Reparaturservice ist bestrebt, die Reparatur bis Samstag, 14. November abzuschließen.',
  );
  const dialog = within(screen.getByRole('dialog'));
  expect(
    dialog.getByText(/^Your Nintendo Switch 2, reference REF-1, was received on Wednesday 4 November; /),
  ).toBeVisible();
  expect(dialog.getByText(/^Votre produit/).closest('[lang]')).toHaveAttribute('lang', 'fr-FR');
});
