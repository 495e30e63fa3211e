import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  answerReturns,
  field,
  item,
  keepDraft,
  linesWith,
  openReturn,
  recordOf,
  reference,
  rows,
  scanLine,
  signInAs,
  submit,
  today,
} from '#web/testing/return-booking.tsx';

const kept = () => Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('draft.'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T09:00:00Z`) });
  localStorage.clear();
  signInAs('sam@nuk.example');
});

test('header and lines are kept before the page goes', async () => {
  answerReturns();
  const { user } = await openReturn();
  await user.type(reference(), 'RET-1');
  await scanLine(user, 'AXA1');
  dispatchEvent(new Event('pagehide'));
  expect(kept()).toHaveLength(1);
  expect(JSON.parse(kept()[0]?.[1] as string)).toMatchObject({
    values: { storeRefNo: 'RET-1', lines: [{ key: 1, ean: item.ean, serialNumber: 'AXA1' }] },
  });
});

test('they come back with a notice, and sending them is the booking that it was', async () => {
  keepDraft(linesWith(1000), { storeRefNo: 'RET-9' });
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  expect(screen.getAllByText(/^Your unfinished entries from 21\/11\/2026/)[0]).toBeVisible();
  expect(reference()).toHaveValue('RET-9');
  expect(screen.getByText('1,000 of 1,000 lines')).toBeVisible();
  await submit(user);
  await screen.findByRole('heading', { name: 'Return RET-9 is booked' });
  expect(bookings()[0]?.body?.['id']).toBe('3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11');
  expect(bookings()[0]?.body?.['lines']).toHaveLength(1000);
  expect(kept()).toEqual([]);
});

test('they can be discarded', async () => {
  keepDraft(linesWith(3));
  answerReturns();
  const { user } = await openReturn();
  await user.click(screen.getByRole('button', { name: 'Discard and start again' }));
  expect(rows()).toEqual([]);
  expect(reference()).toHaveValue('');
  expect(kept()).toEqual([]);
});

test('what was sent of them is asked for no more once they are discarded: it takes nothing of what is typed next', async () => {
  keepDraft(linesWith(3), { storeRefNo: 'RET-9' });
  let isReachable = false;
  const away = () => {
    throw new TypeError('no network');
  };
  const { bookings, requests } = answerReturns({
    booking: away,
    others: () => (isReachable ? { body: recordOf(bookings()[0]?.body) } : away()),
  });
  const { user } = await openReturn();
  await submit(user);
  await screen.findByRole('button', { name: 'Check again' });
  await user.click(screen.getByRole('button', { name: 'Discard and start again' }));
  await user.type(reference(), 'RET-10');
  isReachable = true;
  const asked = requests.length;
  dispatchEvent(new Event('online'));
  await new Promise((answered) => setTimeout(answered));
  expect([reference(), requests.length]).toEqual([expect.objectContaining({ value: 'RET-10' }), asked]);
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
});

test('somebody else sees nothing of them', async () => {
  keepDraft(linesWith(3));
  signInAs('kim@nuk.example');
  answerReturns();
  await openReturn();
  expect(rows()).toEqual([]);
});

test('an admin’s draft remembers the store', async () => {
  signInAs('admin@nuk.example', { isAdminUser: true });
  answerReturns();
  const { user } = await openReturn();
  await user.click(field('storeId').getAllByRole('button')[0] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: /Princes Street/ }));
  dispatchEvent(new Event('pagehide'));
  expect(kept()[0]?.[1]).toContain('"storeId":"UK002"');
});
