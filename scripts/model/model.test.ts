import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkBookings } from './check-bookings.ts';
import { checkRecords } from './check-records.ts';
import type { Setting } from './setting.ts';
import { openSetting } from './setting.ts';

/** `npm run model` does a thousand. */
const numRuns = 30;

let setting: Setting;
beforeAll(async () => {
  setting = await openSetting();
});
afterAll(() => setting.close());

test('bookings, corrections, withdrawals and reports on one record do in any interleaving what the model says', () =>
  // Time for the shortest run that fails to be found, before the test ends.
  expect(checkRecords(setting, { numRuns, interruptAfterTimeLimit: 25_000 })).resolves.toBeUndefined());

test('one id is one record, whatever reference it is sent again under after its answer was lost', () =>
  expect(checkBookings(setting, { numRuns })).resolves.toBeUndefined());
