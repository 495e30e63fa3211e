import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Environment } from './environment.ts';
import type { Kind } from './kinds.ts';
import type { ModelState } from './model.ts';
import { toState } from './model.ts';

const countsByKey = z.record(z.string(), z.int());
const monthCounts = z.looseObject({ weeks: countsByKey, states: countsByKey });

const sum = (values: Readonly<Record<string, number>>) =>
  Object.values(values).reduce((total, value) => total + value, 0);

/** Throws unless the statistics count exactly the model's records. All bookings of a run belong to one store and to one or two months. */
export const expectMatchingStatistics = async (
  kind: Kind,
  { currentRecord, withdrawnByName }: ModelState,
  { scanTable }: Pick<Environment, 'scanTable'>,
): Promise<void> => {
  const records = [...(currentRecord ? [currentRecord] : []), ...Object.values(withdrawnByName)];
  const expectedStates: Record<string, number> = {};
  for (const record of records) expectedStates[toState(record)] = (expectedStates[toState(record)] ?? 0) + 1;
  const expected = {
    states: expectedStates,
    bookedCount: records.filter((record) => toState(record) !== 'withdrawn').length,
    entryCount: records.reduce((entries, { timeline }) => entries + timeline.length, 0),
  };

  const rows = await scanTable('statistics');
  const states: Record<string, number> = {};
  let bookedCount = 0;
  let entryCount = 0;
  for (const row of rows) {
    const month = monthCounts.parse(row[kind.name]);
    for (const [state, count] of Object.entries(month.states)) states[state] = (states[state] ?? 0) + count;
    bookedCount += sum(month.weeks);
    // The attribute `…Clock` is the number of all timeline entries (lambdas/lib/statistics/statistics-writer.ts).
    entryCount += z.int().parse(row[`${kind.name}Clock`]);
  }
  const actual = { states, bookedCount, entryCount };
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`The statistics are ${JSON.stringify(actual)}, should be ${JSON.stringify(expected)}`);
};
