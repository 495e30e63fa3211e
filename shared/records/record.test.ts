import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { storeRefNo } from '#shared/api/fields.ts';
import { routes } from '#shared/api/routes/table.ts';
import { validate } from '#shared/api/validation.ts';
import { limits } from '#shared/config/limits.ts';
import { normalizeReference, toWithdrawnReference } from './record.ts';

describe('normalizeReference', () => {
  test.each([
    ['  AB-1 ', 'ab-1'],
    ['\u1E9E 1', 'ss 1'],
    ['Gr\u00F6\u00DFe 7', 'GRO\u0308SSE 7'],
    ['\u00C9t\u00E9', 'e\u0301te\u0301'],
  ])('treats %j and %j as equal', (a, b) => {
    expect(normalizeReference(a)).toBe(normalizeReference(b));
  });

  test('distinguishes references by inner white space', () => {
    expect(normalizeReference('AB 1')).not.toBe(normalizeReference('AB1'));
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeReference(normalizeReference(text))).toBe(normalizeReference(text));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('toWithdrawnReference', () => {
  const references = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => storeRefNo.safeParse(text).success);

  test('never equals a reference that can be booked', () => {
    fc.assert(
      fc.property(references, references, fc.uuid(), (withdrawn, booked, id) => {
        expect(toWithdrawnReference(withdrawn, id)).not.toBe(normalizeReference(booked));
        expect(storeRefNo.safeParse(toWithdrawnReference(withdrawn, id)).success).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('is unique per record, for any spelling of its reference', () => {
    fc.assert(
      fc.property(references, fc.uuid(), fc.uuid(), (reference, idA, idB) => {
        expect(toWithdrawnReference(` ${reference} `, idA)).toBe(toWithdrawnReference(reference, idA));
        expect(toWithdrawnReference(reference, idA) === toWithdrawnReference(reference, idB)).toBe(idA === idB);
      }),
      { numRuns: 1000 },
    );
  });
});

const staffContext = { today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 };
const validateQuery = (query: Record<string, unknown>) =>
  validate(routes.repairs.listRepairs, { region: 'nuk', ...query }, staffContext);
const findProblems = (query: Record<string, unknown>) => {
  const result = validateQuery(query);
  return result.ok ? [] : result.problems.map(({ path, rule }) => `${path}: ${rule}`);
};

describe('listRepairs', () => {
  test('requires no filter and uses the default page size', () => {
    expect(validateQuery({})).toEqual({ ok: true, data: { region: 'nuk', limit: limits.page.default } });
  });

  test('accepts all filters as text', () => {
    const query = {
      limit: '100',
      from: '2026-01-01',
      to: '2026-01-01',
      search: ' ab ',
      state: 'submitted',
      cursor: 'abc',
    };
    expect(validateQuery(query)).toEqual({ ok: true, data: { region: 'nuk', ...query, limit: 100, search: 'ab' } });
  });

  test.each([
    ['no rows', { limit: '0' }, 'limit: required'],
    ['half a row', { limit: '1.5' }, 'limit: pattern'],
    ['more rows than a page holds', { limit: String(limits.page.max + 1) }, 'limit: maxLength'],
    ['rows in words', { limit: 'all' }, 'limit: pattern'],
    ['an end before the beginning', { from: '2026-02-01', to: '2026-01-31' }, 'to: period'],
    ['a day that does not exist', { from: '2026-02-30' }, 'from: date'],
    ['an instant instead of a day', { to: '2026-01-31T00:00:00Z' }, 'to: date'],
    ['an unknown state', { state: 'lost' }, 'state: pattern'],
    ['a blank search', { search: '  ' }, 'search: required'],
    ['a search with the separator of search terms', { search: 'a\u001Fb' }, 'search: pattern'],
    ['a search longer than any searchable text', { search: 'x'.repeat(limits.text.search + 1) }, 'search: maxLength'],
    ['a cursor with invalid characters', { cursor: 'a+b' }, 'cursor: pattern'],
    ['an unknown field', { owner: 'nuk' }, 'owner: pattern'],
  ])('rejects %s', (_, query, problem) => {
    expect(findProblems(query)).toEqual([problem]);
  });

  test('never throws for arbitrary queries', () => {
    const names = ['limit', 'cursor', 'storeId', 'from', 'to', 'search', 'state'];
    fc.assert(
      fc.property(
        fc.record(
          Object.fromEntries(names.map((name) => [name, fc.oneof(fc.string({ unit: 'binary' }), fc.anything())])),
          { requiredKeys: [] },
        ),
        (query) => {
          expect(typeof validateQuery(query).ok).toBe('boolean');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
