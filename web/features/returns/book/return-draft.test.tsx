import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { choose, signedIn } from '#web/testing/page.tsx';
import {
  answerReturns,
  beginDay,
  keepDraft,
  linesWith,
  openReturn,
  recordOf,
  reference,
  submit,
} from '#web/testing/return-booking.tsx';

const kept = () => Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('draft.'));

beforeEach(beginDay);

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

test('an admin’s draft remembers the store', async () => {
  signedIn('nuk', { isAdmin: true, hasReturns: true });
  answerReturns();
  const { user } = await openReturn();
  await choose(user, 'storeId', /Princes Street/);
  dispatchEvent(new Event('pagehide'));
  expect(kept()[0]?.[1]).toContain('"storeId":"UK002"');
});
