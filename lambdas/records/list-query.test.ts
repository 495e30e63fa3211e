import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { calendarDate } from '#shared/dates.ts';
import { regionIds, regions } from '#shared/regions.ts';
import { isWithin, instantsOf } from './list.ts';

describe('a period of days', () => {
  test.each([
    ['nuk', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
    ['ndach', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['nfr', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['nuk', '2026-10-25', '2026-10-24T23:00:00.000Z', '2026-10-25T23:59:59.999Z'],
  ] as const)('in %s the %s runs from %s to %s', (region, day, from, to) => {
    expect(instantsOf(region, { from: day, to: day })).toEqual({ from, to });
  });

  test('may be open at either end', () => {
    expect(instantsOf('nuk', {})).toEqual({});
    expect(instantsOf('nuk', { from: '2026-11-21' })).toEqual({ from: '2026-11-21T00:00:00.000Z' });
    expect(instantsOf('nuk', { to: '2026-11-21' })).toEqual({ to: '2026-11-21T23:59:59.999Z' });
  });

  test('holds an instant exactly when its day in the region does', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
    const days = instants.map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...regionIds), days, days, instants, (region, from, to, instant) => {
        const day = calendarDate(instant, regions[region].timeZone);
        expect(isWithin(instant.toISOString(), instantsOf(region, { from, to }))).toBe(from <= day && day <= to);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['0001-01-01', '0000-01-01', '1899-12-31', '9999-12-31'])('with %s in it is still one', (date) => {
    const now = '2026-11-21T10:00:00.000Z';
    expect(isWithin(now, instantsOf('nuk', { from: date }))).toBe(date < now);
    expect(isWithin(now, instantsOf('nuk', { to: date }))).toBe(date > now);
  });
});
