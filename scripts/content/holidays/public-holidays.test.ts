import { describe, expect, test } from '@jest/globals';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { addDays, addWorkingDays, isWeekend } from '#shared/dates/dates.ts';
import holidays from '#shared/dates/public-holidays.json' with { type: 'json' };
import { findDaysOff, findPublicHolidays } from './public-holidays.ts';

/**
 * Public holidays by country as published by the governments, collected independently of the package: GOV.UK (England
 * and Wales, with substitute days), citizensinformation.ie, the German states' laws, oesterreich.gv.at, the Swiss
 * cantons' laws, service-public.fr. For Germany, holidays that all states have; for Switzerland, those that most people
 * have. Includes days on weekends.
 */
const publishedByCountry = {
  'GB-ENG': {
    2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
    2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
    2028: '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
  },
  IE: {
    2025: '01-01 02-03 03-17 04-21 05-05 06-02 08-04 10-27 12-25 12-26',
    2026: '01-01 02-02 03-17 04-06 05-04 06-01 08-03 10-26 12-25 12-26',
    2027: '01-01 02-01 03-17 03-29 05-03 06-07 08-02 10-25 12-25 12-26',
    2028: '01-01 02-07 03-17 04-17 05-01 06-05 08-07 10-30 12-25 12-26',
  },
  DE: {
    2025: '01-01 04-18 04-21 05-01 05-29 06-09 10-03 12-25 12-26',
    2026: '01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26',
    2027: '01-01 03-26 03-29 05-01 05-06 05-17 10-03 12-25 12-26',
    2028: '01-01 04-14 04-17 05-01 05-25 06-05 10-03 12-25 12-26',
  },
  AT: {
    2025: '01-01 01-06 04-21 05-01 05-29 06-09 06-19 08-15 10-26 11-01 12-08 12-25 12-26',
    2026: '01-01 01-06 04-06 05-01 05-14 05-25 06-04 08-15 10-26 11-01 12-08 12-25 12-26',
    2027: '01-01 01-06 03-29 05-01 05-06 05-17 05-27 08-15 10-26 11-01 12-08 12-25 12-26',
    2028: '01-01 01-06 04-17 05-01 05-25 06-05 06-15 08-15 10-26 11-01 12-08 12-25 12-26',
  },
  CH: {
    2025: '01-01 04-18 04-21 05-29 06-09 08-01 12-25 12-26',
    2026: '01-01 04-03 04-06 05-14 05-25 08-01 12-25 12-26',
    2027: '01-01 03-26 03-29 05-06 05-17 08-01 12-25 12-26',
    2028: '01-01 04-14 04-17 05-25 06-05 08-01 12-25 12-26',
  },
  FR: {
    2025: '01-01 04-21 05-01 05-08 05-29 06-09 07-14 08-15 11-01 11-11 12-25',
    2026: '01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25',
    2027: '01-01 03-29 05-01 05-08 05-06 05-17 07-14 08-15 11-01 11-11 12-25',
    2028: '01-01 04-17 05-01 05-08 05-25 06-05 07-14 08-15 11-01 11-11 12-25',
  },
} as const;

type Country = keyof typeof publishedByCountry;
const countries = Object.keys(publishedByCountry) as Country[];
const years = [2025, 2026, 2027, 2028] as const;

const listPublishedDays = (country: Country, year: (typeof years)[number]) =>
  publishedByCountry[country][year]
    .split(' ')
    .map((day) => `${year}-${day}`)
    .filter((day) => !isWeekend(day));

const listHolidays = (region: RegionId, year: number) =>
  Array.from({ length: 366 }, (_, day) => addDays(`${year}-01-01`, day)).filter(
    (day) => day.startsWith(String(year)) && calendars[region].isHoliday(day),
  );

describe('public-holidays.json', () => {
  test('equals the package’s holidays', () => expect(holidays).toEqual(findPublicHolidays()));

  test('covers at least five years ahead', () => {
    for (const holidaysByYear of Object.values(holidays))
      expect(holidaysByYear).toHaveProperty(String(new Date().getFullYear() + 5));
  });
});

describe.each(years)('public holidays of %d', (year) => {
  test.each(countries)('%s has its published holidays', (country) => {
    expect(findDaysOff(country, year)).toEqual(expect.arrayContaining(listPublishedDays(country, year)));
  });

  test.each(regionIds)('%s has exactly the holidays of its countries', (region) => {
    const countryHolidays = regions[region].countries.flatMap((country) => listPublishedDays(country as Country, year));
    expect(listHolidays(region, year)).toEqual([...new Set(countryHolidays)].toSorted());
  });
});

test('Ireland has a substitute Monday for St Patrick’s Day on a weekend', () => {
  expect(['2024-03-18', '2029-03-19', '2030-03-18'].map(calendars.nuk.isHoliday)).toEqual([true, true, true]);
});

test('England’s summer bank holiday delays a parcel’s deadline', () => {
  expect(addWorkingDays('2026-08-21', 10, calendars.nuk.isHoliday)).toBe('2026-09-07');
});

test('a calendar of several countries is approximate', () => {
  expect(regionIds.filter((region) => calendars[region].isApproximate)).toEqual(['nuk', 'ndach']);
});
