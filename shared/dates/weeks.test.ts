import { expect, test } from '@jest/globals';
import { startOfWeek, toWeekNumber } from './weeks.ts';

test.each([
  ['2026-11-29', '2026-11-23', 48],
  ['2026-11-30', '2026-11-30', 49],
  // Week 1 contains the first Thursday of a year: 2026 starts on a Thursday, 2027 on a Friday.
  ['2026-01-01', '2025-12-29', 1],
  ['2027-01-01', '2026-12-28', 53],
  ['2027-01-04', '2027-01-04', 1],
])('%s is in the week that starts on %s and has the number %i', (date, monday, number) => {
  expect([startOfWeek(date), toWeekNumber(date)]).toEqual([monday, number]);
});
