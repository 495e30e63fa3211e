import { expect, test } from '@jest/globals';
import { checkRecords } from './check-records.ts';

/** `npm run model` does a thousand. */
const numRuns = 30;

test('bookings, corrections, withdrawals and reports on one record do in any interleaving what the model says', async () => {
  // Time for the shortest run that fails to be found, before the test ends.
  const tally = await checkRecords({ numRuns, interruptAfterTimeLimit: 25_000 });
  expect(tally.get('book')).toBeGreaterThan(0);
});
