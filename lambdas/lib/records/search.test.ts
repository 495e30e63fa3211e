import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { admin, buildContext, staff } from '#lambdas/testing/callers.ts';
import type { AnyRow } from '#lambdas/testing/kinds.ts';
import { addEntries, kinds, rmaEntry } from '#lambdas/testing/kinds.ts';
import { toSearchKey } from '#shared/records/search-key.ts';
import { compareBytes } from './search.ts';

type Query = {
  limit?: number;
  cursor?: string;
  storeId?: string;
  from?: string;
  to?: string;
  state?: 'submitted' | 'registered';
};

const buildUuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const invalidCursorError = { code: 'InvalidParameterException', problems: [{ path: 'cursor', rule: 'pattern' }] };

describe.each(kinds)(
  'searching $name',
  ({ name, createHandlers, buildRow: buildStoredRow, createInMemoryRecords, buildContent }) => {
    const buildRow = (
      number: number,
      { rma, serial, ...change }: { rma?: string; serial?: string; [field: string]: unknown } = {},
    ) => {
      const row = buildStoredRow({
        ...buildContent(serial),
        id: buildUuid(number),
        storeRefNo: `Ref ${number}`,
        ...change,
      });
      return rma ? addEntries(row, { ...rmaEntry, rma }) : row;
    };
    const readSerials = (row: AnyRow) =>
      name === 'repairs'
        ? [String(row['serialNumber'])]
        : (row['lines'] as { serialNumber: string }[]).map(({ serialNumber }) => serialNumber);

    const openHandlers = (rows: readonly AnyRow[]) => {
      const { list } = createHandlers(createInMemoryRecords(...rows));
      const search = async (text: string, caller = staff, query: Query = {}) =>
        (await list({ region: 'nuk', limit: 25, search: text, ...query }, buildContext(caller))).body;
      return {
        search,
        searchAll: async (text: string, caller: typeof staff, limit: number, query: Query) => {
          const ids: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await search(text, caller, { ...query, limit, ...(cursor && { cursor }) });
            expect(page.items.length).toBeLessThanOrEqual(limit);
            ids.push(...page.items.map(({ id }) => id));
            cursor = page.cursor;
          } while (cursor);
          return ids;
        },
        findReferences: async (...args: Parameters<typeof search>) =>
          (await search(...args)).items.map(({ storeRefNo }) => storeRefNo),
      };
    };

    const rows = [
      buildRow(1, { rma: 'UK50000001', serial: 'XTWA' }),
      buildRow(2, { storeRefNo: 'UK-77', serial: 'XTWB' }),
      buildRow(3, { storeId: 'UK-2', storeName: 'Two', serial: 'UK5' }),
      buildRow(4, { region: 'nfr', serial: 'UK5' }),
    ];

    test('returns one region’s records in the order of their terms', async () => {
      const { findReferences } = openHandlers(rows);
      expect(await findReferences(' UK')).toEqual(['Ref 1', 'UK-77']);
      expect(await findReferences('uk5', admin)).toEqual(['Ref 3', 'Ref 1']);
    });

    test('returns every matching record once, at any page size', async () => {
      // Includes an emoji (a surrogate pair) and a full-width A, which normalization turns into A.
      const values = fc.stringMatching(/^[AB\u{1F600}\uFF21]{1,2}$/u);
      const recordFields = fc.record({
        rma: fc.option(values, { nil: '' }),
        reference: values,
        serial: values,
        storeId: fc.constantFrom('UK-1', 'UK-2'),
        day: fc.constantFrom('2026-11-19', '2026-11-20'),
      });
      const filters = fc.record(
        { state: fc.constantFrom('submitted' as const, 'registered' as const), from: fc.constant('2026-11-20') },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(recordFields, { maxLength: 12 }),
          values,
          fc.integer({ min: 1, max: 5 }),
          fc.constantFrom(staff, admin),
          filters,
          async (records, text, limit, caller, filter) => {
            const all = records.map(({ day, reference, ...fields }, number) =>
              buildRow(number, { ...fields, createdAt: `${day}T10:00:00.000Z`, storeRefNo: `${reference}-${number}` }),
            );
            const expected = all
              .filter(({ storeId }) => caller === admin || storeId === caller.storeId)
              .filter(({ state }) => filter.state === undefined || state === filter.state)
              .filter(({ createdAt }) => filter.from === undefined || createdAt > filter.from)
              .filter((row) =>
                [row.rma ?? '', row.storeRefNo, ...readSerials(row)].some((value) =>
                  toSearchKey(value).startsWith(toSearchKey(text)),
                ),
              );
            const ids = await openHandlers(all).searchAll(text, caller, limit, filter);
            expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
          },
        ),
        { numRuns: 1000 },
      );
    });

    const recordsToFind = [
      buildRow(1, { rma: 'UK59000151', serial: 'XKW10012345678' }),
      buildRow(2, { storeRefNo: 'BANK-55171', serial: 'XTWB' }),
      buildRow(3, { storeRefNo: 'CASE 77 12', serial: 'XTWC' }),
    ];

    test.each([
      ['XKW 100 123 456 78', 'Ref 1'],
      ['\u200BXKW10012345678', 'Ref 1'],
      ['uk 5900 0151', 'Ref 1'],
      ['UK-59000151', 'Ref 1'],
      ['BANK\u201155171', 'BANK-55171'],
      ['bank 55171', 'BANK-55171'],
      ['CASE7712', 'CASE 77 12'],
      ['case-77', 'CASE 77 12'],
    ])('finds a record by the spelling %j', async (input, reference) => {
      expect(await openHandlers(recordsToFind).findReferences(input)).toEqual([reference]);
    });

    test('finds items whose terms were stored before search keys were introduced, in order', async () => {
      const memory = createInMemoryRecords(
        ...recordsToFind,
        buildRow(4, { storeRefNo: 'BANK 55-171', serial: 'XTWD' }),
      );
      // Such a term kept the hyphen of the reference; `previous` is the preceding term of the same return.
      const toFormerTerm = (term: string) => term.replace('bank55171', 'bank-55171');
      const toFormerItems = (items: readonly { term: string; reference: string; previous?: string }[]) =>
        items.map((item) =>
          item.reference === 'bank-55171'
            ? {
                ...item,
                term: toFormerTerm(item.term),
                ...(item.previous && { previous: toFormerTerm(item.previous) }),
              }
            : item,
        );
      const find = async (owner: string, prefix: string, limit: number, last?: string) => {
        const all = toFormerItems((await memory.search.find(owner, 'text', 1000)).items)
          .filter(({ term }) => term.startsWith(prefix) && (last === undefined || compareBytes(term, last) > 0))
          .toSorted((a, b) => compareBytes(a.term, b.term));
        return { items: all.slice(0, limit), hasMore: all.length > limit };
      };
      const { list } = createHandlers({ ...memory, search: { find } });
      const listPage = async (cursor?: string) =>
        (await list({ region: 'nuk', limit: 1, search: 'Bank-55', ...(cursor && { cursor }) }, buildContext(staff)))
          .body;
      const first = await listPage();
      const second = await listPage(first.cursor);
      expect([first, second].map(({ items }) => items.map(({ storeRefNo }) => storeRefNo))).toEqual([
        ['BANK-55171'],
        ['BANK 55-171'],
      ]);
      expect(second.cursor).toBeUndefined();
    });

    test('rejects a cursor of another search', async () => {
      const { search } = openHandlers(rows);
      const { cursor } = await search('uk', admin, { limit: 1 });
      await expect(search('u', admin, { limit: 1, ...(cursor && { cursor }) })).rejects.toMatchObject(
        invalidCursorError,
      );
    });
  },
);
