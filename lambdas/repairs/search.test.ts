import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Caller } from '#lambdas/http/caller.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { admin, by, now, staff } from '#lambdas/testing/callers.ts';
import { memoryOf, repairRowWith } from '#lambdas/testing/repairs.ts';
import { foldTerm, searchTerm } from '#shared/records/search.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { repairHandlers } from './repairs.ts';

type Collaborators = Parameters<typeof repairHandlers>[0];

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const rma = (number: string): RepairEntry => ({
  type: 'rmaAssigned',
  at: now.toISOString(),
  eventId: number,
  rma: number,
});

const repairWith = (number: number, { rma: assigned, ...change }: { rma?: string } & Partial<RepairRow> = {}) => {
  const row = repairRowWith({ id: uuid(number), storeRefNo: `Ref ${number}`, ...change });
  return repairRowWith({ ...row, timeline: [...row.timeline, ...(assigned ? [rma(assigned)] : [])] });
};

type Query = {
  limit?: number;
  cursor?: string;
  storeId?: string;
  from?: string;
  to?: string;
  state?: 'submitted' | 'registered';
};

const deskOf = (rows: readonly RepairRow[], memory = memoryOf(...rows)) => {
  const { listRepairs } = repairHandlers(memory as unknown as Collaborators);
  const search = async (text: string, caller: Caller = staff, query: Query = {}) =>
    (await listRepairs({ region: 'nuk', limit: 25, search: text, ...query }, by(caller))).body;
  return {
    search,
    searchAll: async (text: string, caller: Caller, limit: number, query: Query = {}) => {
      const found: RepairRow['id'][] = [];
      let cursor: string | undefined;
      do {
        const page = await search(text, caller, { ...query, limit, ...(cursor && { cursor }) });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        found.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor);
      return found;
    },
    references: async (...args: Parameters<typeof search>) =>
      (await search(...args)).items.map(({ storeRefNo }) => storeRefNo),
  };
};

describe('searching repairs', () => {
  const rows = [
    repairWith(1, { rma: 'UK50000001', serialNumber: 'XTW1' }),
    repairWith(2, { storeRefNo: 'UK-77', serialNumber: 'XTW2' }),
    repairWith(3, { storeId: 'UK-2', storeName: 'Two', serialNumber: 'UK5' }),
    repairWith(4, { region: 'nfr', serialNumber: 'UK5' }),
  ];
  const { references } = deskOf(rows);

  test.each([
    ['an RMA number', 'uk500', ['Ref 1']],
    ['a reference', ' UK-7', ['UK-77']],
    ['a serial number', 'xtw2', ['UK-77']],
    ['several of them', 'UK', ['UK-77', 'Ref 1']],
    ['nothing', 'zzz', []],
    ['a middle', '7', []],
  ])('by the beginning of %s', async (_, text, found) => {
    expect(await references(text)).toEqual(found);
  });

  test('an admin searches the region, or one store of it', async () => {
    expect(await references('uk5', admin)).toEqual(['Ref 3', 'Ref 1']);
    expect(await references('uk5', admin, { storeId: 'UK-2' })).toEqual(['Ref 3']);
  });

  test('state and period narrow what is found', async () => {
    const old = repairWith(5, { storeRefNo: 'UK-78', createdAt: '2026-11-19T23:59:59.999Z' });
    const desk = deskOf([...rows, old]);
    expect(await desk.references('uk', staff, { state: 'registered' })).toEqual(['Ref 1']);
    expect(await desk.references('uk', staff, { from: '2026-11-20' })).toEqual(['UK-77', 'Ref 1']);
    expect(await desk.references('uk', staff, { to: '2026-11-19' })).toEqual(['UK-78']);
  });

  test('an index that is behind finds nothing that has gone or reads otherwise now', async () => {
    const stale = { store: 'nuk#UK-1', reference: 'ref 1' };
    const gone = { store: 'nuk#UK-1', reference: 'ref 9' };
    const memory = memoryOf(repairWith(1, { serialNumber: 'NEW' }));
    const items = [stale, gone].map((key) => ({
      ...key,
      term: searchTerm('serial', 'OLD', { storeId: 'UK-1', reference: key.reference }),
    }));
    const desk = deskOf([], { ...memory, search: { ...memory.search, find: async () => ({ items, hasMore: false }) } });
    expect(await desk.references('old')).toEqual([]);
  });

  test('pages of any size hold all that begins so and that a filter lets through, once each', async () => {
    const values = fc.stringMatching(/^[AB\u{1F600}\uFF21]{1,2}$/u);
    const repairs = fc.array(
      fc.record({
        rma: fc.option(values, { nil: '' }),
        reference: values,
        serial: values,
        store: fc.constantFrom('UK-1', 'UK-2'),
        day: fc.constantFrom('2026-11-19', '2026-11-20'),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(
        repairs,
        values,
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(staff, admin),
        fc.record(
          { state: fc.constantFrom('submitted' as const, 'registered' as const), from: fc.constant('2026-11-20') },
          { requiredKeys: [] },
        ),
        async (made, text, limit, caller, filter) => {
          const all = made.map(({ rma: assigned, reference, serial, store, day }, number) =>
            repairWith(number, {
              createdAt: `${day}T10:00:00.000Z`,
              rma: assigned,
              storeRefNo: `${reference}-${number}`,
              serialNumber: serial,
              storeId: store,
            }),
          );
          const expected = all
            .filter(({ storeId }) => caller === admin || storeId === caller.storeId)
            .filter(({ state }) => filter.state === undefined || state === filter.state)
            .filter(({ createdAt }) => filter.from === undefined || createdAt > filter.from)
            .filter((row) =>
              [row.rma ?? '', row.storeRefNo, row.serialNumber].some((value) =>
                foldTerm(value).startsWith(foldTerm(text)),
              ),
            );
          const found = await deskOf(all).searchAll(text, caller, limit, filter);
          expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('a cursor of another search, filter or store is refused at its field', async () => {
    const desk = deskOf([...rows, repairWith(6, { storeRefNo: 'UK-79' })]);
    const { cursor } = await desk.search('uk', admin, { limit: 1 });
    const refused = { code: 'InvalidParameterException', problems: [{ path: 'cursor', rule: 'pattern' }] };
    const next: Query = { limit: 1, ...(cursor && { cursor }) };
    expect(next.cursor).toBeDefined();
    expect(await desk.references('uk', admin, next)).toHaveLength(1);
    for (const [text, caller, query] of [
      ['u', admin, {}],
      ['uk', admin, { state: 'submitted' }],
      ['uk', admin, { storeId: 'UK-1' }],
      ['uk', staff, {}],
    ] as const) {
      await expect(desk.search(text, caller, { ...next, ...query })).rejects.toMatchObject(refused);
    }
  });
});
