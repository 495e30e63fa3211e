import { expect, test } from '@jest/globals';
import { checkBookings } from './check-bookings.ts';
import { checkRecords } from './check-records.ts';
import { openSetting } from './setting.ts';

/** `npm run model` does a thousand. */
const numRuns = 30;

test('bookings, corrections, withdrawals and reports on one record do in any interleaving what the model says', async () => {
  // Time for the shortest run that fails to be found, before the test ends.
  const tally = await checkRecords({ numRuns, interruptAfterTimeLimit: 25_000 });
  expect(tally.get('book')).toBeGreaterThan(0);
});

test('one id is one record, whatever reference it is sent again under after its answer was lost', async () => {
  const setting = await openSetting();
  await checkBookings(setting, { numRuns }).finally(setting.close);
});
