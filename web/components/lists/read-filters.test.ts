import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repairs } from '#shared/api/routes/repairs.ts';
import { validate } from '#shared/api/validation.ts';
import { readFilters } from './read-filters.ts';

const staffContext = { today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 };
const adminContext = { ...staffContext, isAdmin: true };
const read = (search: string, context = staffContext) => {
  const parsed = readFilters(repairs.listRepairs, 'nuk', new URLSearchParams(search), context);
  const { region: _, limit: __, ...filters } = parsed;
  return filters;
};

describe('readFilters', () => {
  const validSearch = 'search=+abc+&state=quoted&from=2026-01-01&to=2026-01-31';

  test.each([
    ['as parsed by the route', validSearch, { search: 'abc', state: 'quoted', from: '2026-01-01', to: '2026-01-31' }],
    ['without an unknown state', 'state=lost', {}],
    ['without a day that does not exist', 'from=2026-02-30', {}],
    ['without a blank search', 'search=+', {}],
    ['without a search that is too long', `search=${'x'.repeat(41)}`, {}],
    ['without a search with invisible characters', 'search=a%00b', {}],
    ['without other parameters', 'limit=500&cursor=abc&region=nfr&size=50&__proto__=1&constructor=2', {}],
    ['without `due` if there are other filters', 'due=today&state=quoted', { state: 'quoted' }],
    ['without a store for a staff member', 'storeId=UK001', {}],
    ['without an end before the start', 'from=2026-02-01&to=2026-01-01', { from: '2026-02-01' }],
  ])('reads filters %s', (_, search, filters) => expect(read(search)).toEqual(filters));

  test('accepts the store of an admin', () =>
    expect(read('storeId=UK001', adminContext)).toEqual({ storeId: 'UK001' }));

  test('returns valid input for any parameters', () => {
    const name = fc.oneof(
      fc.constantFrom('search', 'state', 'from', 'to', 'storeId', 'limit', 'cursor', 'region'),
      fc.string(),
    );
    const value = fc.oneof(fc.constantFrom('2026-01-01', '2025-01-01', 'quoted', 'UK001', ''), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 60 }), fc.boolean(), (pairs, isAdmin) => {
        const context = { ...staffContext, isAdmin };
        const filters = readFilters(repairs.listRepairs, 'nuk', new URLSearchParams(pairs), context);
        expect(validate(repairs.listRepairs, filters, context).ok).toBe(true);
        expect(filters.region).toBe('nuk');
      }),
      { numRuns: 1000 },
    );
  });
});
