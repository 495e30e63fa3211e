import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkBookings } from './check-bookings.ts';
import { checkRecords } from './check-records.ts';
import type { Environment } from './environment.ts';
import { openEnvironment } from './environment.ts';

/** Number of runs; `npm run model` does 1,000. */
const numRuns = 30;

let environment: Environment;
beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

test('random interleavings of requests on a record conform to the model', () =>
  // No time limit: an interrupted run would continue in the tables of the next test.
  expect(checkRecords(environment, { numRuns })).resolves.toBeUndefined());

test('a retried booking yields one record, even with another store or reference', () =>
  expect(checkBookings(environment, { numRuns })).resolves.toBeUndefined());
