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
  // Without a limit of time: an interrupted run would go on in the tables of the next test.
  expect(checkRecords(setting, { numRuns })).resolves.toBeUndefined());

test('one id is one record, whatever store and reference it is sent again for after its answer was lost', () =>
  expect(checkBookings(setting, { numRuns })).resolves.toBeUndefined());
