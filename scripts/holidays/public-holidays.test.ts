import { expect, test } from '@jest/globals';
import { calendars } from '#lambdas/records/repair.ts';
import holidays from '#shared/public-holidays.json' with { type: 'json' };
import { publicHolidays } from './public-holidays.ts';

test('the holidays that the functions know are those of the package (npm run holidays brings them up to date)', () =>
  expect(holidays).toEqual(publicHolidays()));

test('they reach as far as anything booked in the next years can be promised', () => {
  for (const years of Object.values(holidays)) expect(years).toHaveProperty(String(new Date().getFullYear() + 5));
});

test('a day is a holiday where it is one in any of the region’s countries, and moves with Easter', () => {
  const { nuk, ndach, nfr } = calendars;
  // St Patrick’s Day, the Austrian National Day, and Easter Monday of two years.
  expect([nuk, ndach, nfr].map(({ isHoliday }) => isHoliday('2027-03-17'))).toEqual([true, false, false]);
  expect([nuk, ndach, nfr].map(({ isHoliday }) => isHoliday('2026-10-26'))).toEqual([true, true, false]);
  for (const { isHoliday } of [nuk, ndach, nfr])
    expect(['2026-04-06', '2027-03-29', '2027-04-06'].map(isHoliday)).toEqual([true, true, false]);
  expect([nuk, ndach, nfr].map(({ isAbout }) => isAbout)).toEqual([true, true, false]);
});
