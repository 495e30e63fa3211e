import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Caller } from '#lambdas/http/caller.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { admin, by, staff } from '#lambdas/testing/callers.ts';
import { bookedReturn, storedLines, withdrawnReturn, withRma } from '#lambdas/testing/return-row.ts';
import { memoryOf } from '#lambdas/testing/returns.ts';
import { foldTerm, searchOwner } from '#shared/records/search.ts';
import { returnHandlers } from './returns.ts';

type Collaborators = Parameters<typeof returnHandlers>[0];

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const returnWith = (
  number: number,
  { rma, serials, ...change }: { rma?: string; serials?: readonly string[] } & Partial<ReturnRow> = {},
) => {
  const lines = (serials ?? [`SERIAL${number}`]).flatMap((serialNumber) => storedLines(1, { serialNumber }));
  const row = bookedReturn({ id: uuid(number), storeRefNo: `Ret ${number}`, lines, ...change });
  return rma ? withRma(row, rma) : row;
};

type Query = {
  limit?: number;
  cursor?: string;
  storeId?: string;
  from?: string;
  to?: string;
  state?: 'submitted' | 'registered';
};

const deskOf = (rows: readonly ReturnRow[], memory = memoryOf(...rows)) => {
  const { listReturns } = returnHandlers(memory as unknown as Collaborators);
  const { findSerialNumbers } = returnHandlers(memory as unknown as Collaborators);
  const search = async (text: string, caller: Caller = staff, query: Query = {}) =>
    (await listReturns({ region: 'nuk', limit: 25, search: text, ...query }, by(caller))).body;
  return {
    search,
    pages: async (text: string, caller: Caller, limit: number, query: Query = {}) => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await search(text, caller, { ...query, limit, ...(cursor && { cursor }) });
        pages.push(page.items.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor);
      return pages;
    },
    references: async (...args: Parameters<typeof search>) =>
      (await search(...args)).items.map(({ storeRefNo }) => storeRefNo),
    serials: async (serialNumbers: string[], caller: Caller = staff, storeId?: string) =>
      (await findSerialNumbers({ region: 'nuk', serialNumbers, storeId }, by(caller))).body.items,
  };
};

describe('searching returns', () => {
  const rows = [
    returnWith(1, { rma: 'UK60000001', serials: ['XTW1', 'XTW2', 'XTW3'] }),
    returnWith(2, { storeRefNo: 'UK-77', serials: ['UK6', 'XKW9'] }),
    returnWith(3, { storeId: 'UK-2', storeName: 'Two', serials: ['UK6'] }),
    returnWith(4, { region: 'ndach', serials: ['UK6'] }),
  ];
  const { references } = deskOf(rows);

  test.each([
    ['an RMA number', 'uk600', ['Ret 1']],
    ['a reference', ' UK-7', ['UK-77']],
    ['a serial number', 'xtw2', ['Ret 1']],
    ['several serial numbers of one return, once', 'xtw', ['Ret 1']],
    ['several returns', 'UK', ['UK-77', 'Ret 1']],
    ['nothing', 'zzz', []],
    ['a middle', '77', []],
  ])('by the beginning of %s', async (_, text, found) => {
    expect(await references(text)).toEqual(found);
  });

  test('an admin searches the region, or one store of it', async () => {
    expect(await references('uk6', admin)).toEqual(['UK-77', 'Ret 3', 'Ret 1']);
    expect(await references('uk6', admin, { storeId: 'UK-2' })).toEqual(['Ret 3']);
  });

  test('state and period narrow what is found', async () => {
    const desk = deskOf([...rows, returnWith(5, { storeRefNo: 'UK-78', createdAt: '2026-11-19T23:59:59.999Z' })]);
    expect(await desk.references('uk', staff, { state: 'registered' })).toEqual(['Ret 1']);
    expect(await desk.references('uk', staff, { from: '2026-11-20' })).toEqual(['UK-77', 'Ret 1']);
    expect(await desk.references('uk', staff, { to: '2026-11-19' })).toEqual(['UK-78']);
  });

  test('one return of a thousand lines is one row, on one page', async () => {
    const serials = storedLines(1000).map(({ serialNumber }) => serialNumber);
    expect(await deskOf([returnWith(1, { serials }), ...rows]).pages('xkw', staff, 10)).toEqual([[uuid(1), uuid(2)]]);
  });

  test('a page that ends inside a return goes on behind it', async () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      returnWith(index, {
        serials: Array.from({ length: 700 }, (__, line) => `X${String(line).padStart(3, '0')}${index}`),
      }),
    );
    const pages = await deskOf(many).pages('x', staff, 2);
    expect(pages.flat()).toEqual(many.map(({ id }) => id));
    expect(pages[0]).toHaveLength(2);
  });

  test('pages of any size hold all that begins so and that a filter lets through, once each', async () => {
    const values = fc.stringMatching(/^[AB\u{1F600}\uFF21]{1,2}$/u);
    const returns = fc.array(
      fc.record({
        rma: fc.option(values, { nil: '' }),
        reference: values,
        serials: fc.array(values, { minLength: 1, maxLength: 4 }),
        store: fc.constantFrom('UK-1', 'UK-2'),
        day: fc.constantFrom('2026-11-19', '2026-11-20'),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(
        returns,
        values,
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(staff, admin),
        fc.record(
          { state: fc.constantFrom('submitted' as const, 'registered' as const), from: fc.constant('2026-11-20') },
          { requiredKeys: [] },
        ),
        async (made, text, limit, caller, filter) => {
          const all = made.map(({ rma, reference, serials, store, day }, number) =>
            returnWith(number, {
              createdAt: `${day}T10:00:00.000Z`,
              rma,
              serials,
              storeRefNo: `${reference}-${number}`,
              storeId: store,
            }),
          );
          const expected = all
            .filter(({ storeId }) => caller === admin || storeId === caller.storeId)
            .filter(({ state }) => filter.state === undefined || state === filter.state)
            .filter(({ createdAt }) => filter.from === undefined || createdAt > filter.from)
            .filter((row) =>
              [row.rma ?? '', row.storeRefNo, ...row.lines.map(({ serialNumber }) => serialNumber)].some((value) =>
                foldTerm(value).startsWith(foldTerm(text)),
              ),
            );
          const found = await deskOf(all).pages(text, caller, limit, filter);
          for (const page of found) expect(page.length).toBeLessThanOrEqual(limit);
          expect(found.flat().toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('a cursor of another search, filter or store is refused at its field', async () => {
    const desk = deskOf([...rows, returnWith(6, { storeRefNo: 'UK-79' })]);
    const { cursor } = await desk.search('uk', admin, { limit: 1 });
    const next: Query = { limit: 1, ...(cursor && { cursor }) };
    expect(next.cursor).toBeDefined();
    for (const [text, caller, query] of [
      ['u', admin, {}],
      ['uk', admin, { state: 'submitted' }],
      ['uk', admin, { storeId: 'UK-1' }],
      ['uk', staff, {}],
    ] as const) {
      await expect(desk.search(text, caller, { ...next, ...query })).rejects.toMatchObject({
        code: 'InvalidParameterException',
        problems: [{ path: 'cursor', rule: 'pattern' }],
      });
    }
  });
});

describe('serial numbers that are typed in or read from a file', () => {
  const rows = [
    returnWith(1, { serials: ['XTW1', 'XTW2'] }),
    returnWith(2, { serials: ['XTW1'], createdAt: '2026-11-21T09:00:00.000Z' }),
    returnWith(3, { serials: ['XTW12'] }),
    returnWith(4, { storeRefNo: 'XTW1', serials: ['XTW4'] }),
    returnWith(5, { serials: ['XTW1'], storeId: 'UK-2', storeName: 'Two' }),
  ];
  const found = async (...args: Parameters<ReturnType<typeof deskOf>['serials']>) =>
    (await deskOf(rows).serials(...args)).map(({ serialNumber, storeRefNo }) => `${serialNumber} in ${storeRefNo}`);

  test('are found in the store’s returns of those very devices, the newest first, each asked for once', async () => {
    expect(await found(['XTW2', 'XTW1', 'XTW9', 'XTW1'])).toEqual(['XTW2 in Ret 1', 'XTW1 in Ret 2', 'XTW1 in Ret 1']);
  });

  test('of an admin are those of the own store, or of the store that they name', async () => {
    expect(await found(['XTW1'], admin)).toEqual(['XTW1 in Ret 2', 'XTW1 in Ret 1']);
    expect(await found(['XTW1'], admin, 'UK-2')).toEqual(['XTW1 in Ret 5']);
  });

  test('say which return, and when', async () => {
    expect(await deskOf(rows).serials(['XTW4'])).toEqual([
      { serialNumber: 'XTW4', storeRefNo: 'XTW1', id: uuid(4), createdAt: rows[3]?.createdAt },
    ]);
  });

  test('are not those of a return that was withdrawn', async () => {
    const aside = withdrawnReturn(returnWith(6, { serials: ['XTW4'] }));
    expect(await deskOf([...rows, aside]).serials(['XTW4'])).toMatchObject([{ storeRefNo: 'XTW1' }]);
  });

  test('are looked for in one partition, the store’s, a few at once', async () => {
    const memory = memoryOf(...rows);
    const owners = new Set<string>();
    let [running, most] = [0, 0];
    const find: typeof memory.search.find = async (owner, ...rest) => {
      owners.add(owner);
      running += 1;
      most = Math.max(most, running);
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      running -= 1;
      return memory.search.find(owner, ...rest);
    };
    await deskOf([], { ...memory, search: { find } }).serials(Array.from({ length: 100 }, (_, index) => `S${index}`));
    expect(owners).toEqual(new Set([searchOwner('returns', 'nuk', 'UK-1')]));
    expect(most).toBe(25);
  });
});
