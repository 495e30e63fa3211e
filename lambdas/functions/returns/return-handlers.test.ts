import { expect, jest, test, describe } from '@jest/globals';
import type { Caller } from '#lambdas/lib/http/caller.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { countItemBytes, maxItemBytes, fitsInItem } from '#lambdas/lib/records/return.ts';
import { admin, buildContext, staff } from '#lambdas/testing/callers.ts';
import { createInMemoryReturns } from '#lambdas/testing/returns.ts';
import { buildLines, buildStoredReturn, addRma } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/config/limits.ts';
import { toSearchOwner } from '#shared/records/search.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { maxReturnTimelineEntries } from '#shared/returns/return.ts';
import { createReturnHandlers } from './return-handlers.ts';

type Collaborators = Parameters<typeof createReturnHandlers>[0];

const book = jest.fn(async (row: ReturnRow) => row);
const findStore = jest.fn(async (_region: string, storeId: string) =>
  storeId === 'UK-2' ? { storeId, storeName: 'Two' } : undefined,
);
const { bookReturn } = createReturnHandlers({
  returns: { book },
  stores: { findMatching: findStore },
} as unknown as Collaborators);

const booking = {
  region: 'nuk' as const,
  id: '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55',
  storeRefNo: ' Ret 1',
  files: ['a1'.repeat(32)],
  lines: buildLines(4),
};

test('bookReturn rejects lines of a file read for another store', async () => {
  await bookReturn({ ...booking, filesStoreId: 'UK-1' }, buildContext(staff));
  expect(book).toHaveBeenCalledWith(expect.not.objectContaining({ filesStoreId: 'UK-1' }));
  for (const [caller, storeId, filesStoreId] of [
    [staff, undefined, 'UK-2'],
    [admin, 'UK-2', 'UK-1'],
    [admin, undefined, 'UK-2'],
  ] as const)
    await expect(bookReturn({ ...booking, storeId, filesStoreId }, buildContext(caller))).rejects.toMatchObject({
      code: 'ReturnsFileOtherStore',
    });
  expect(book).toHaveBeenCalledTimes(1);
});

const bookedReturn = buildStoredReturn();

const openHandlers = (row: ReturnRow) => {
  const { rowByKey, ...memory } = createInMemoryReturns(row);
  const { correctReturn } = createReturnHandlers(memory as unknown as Collaborators);
  const { region, storeId, storeRefNo, id } = row;
  return {
    listStored: () => [...rowByKey.values()],
    correct: async (lines: ReturnRow['lines'], version = 1) =>
      (await correctReturn({ region, storeId, storeRefNo, id, version, lines }, buildContext(staff))).body,
  };
};

test('correctReturn corrects 1,000 lines unless the item would be too large', async () => {
  const usualLine = { productDescription: 'Nintendo Switch 2 – Mario Kart World' };
  const { correct, listStored } = openHandlers(buildStoredReturn({ lines: buildLines(returnLimits.lines, usualLine) }));
  const buildLinesPurchasedOn = (purchaseDate: string) =>
    buildLines(returnLimits.lines, { ...usualLine, purchaseDate });
  expect((await correct(buildLinesPurchasedOn('2026-11-02'))).numberOfProducts).toBe(returnLimits.lines);
  const [row = bookedReturn] = listStored();
  expect(countItemBytes(row)).toBeLessThan(maxItemBytes);
  await expect(correct(buildLinesPurchasedOn('2026-11-03'), 2)).rejects.toMatchObject({ code: 'ReturnHoldsNoMore' });
  expect(listStored()).toEqual([row]);
  // A full record still has room for all provider events.
  let registeredReturn = row;
  for (let number = 10; registeredReturn.timeline.length < maxReturnTimelineEntries; number += 1)
    registeredReturn = addRma(registeredReturn, '任'.repeat(limits.text.rma - 2) + String(number));
  expect(fitsInItem(registeredReturn)).toBe(true);
});

const buildUuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const buildReturn = (
  number: number,
  { serials, ...overrides }: { serials?: readonly string[] } & Partial<ReturnRow> = {},
) => {
  const lines = (serials ?? [`SERIAL${number}`]).flatMap((serialNumber) => buildLines(1, { serialNumber }));
  return buildStoredReturn({ id: buildUuid(number), storeRefNo: `Ret ${number}`, lines, ...overrides });
};

const openSearch = (rows: readonly ReturnRow[], memory: object = createInMemoryReturns(...rows)) => {
  const { listReturns, findSerialNumbers } = createReturnHandlers(memory as unknown as Collaborators);
  return {
    listPages: async (search: string, limit: number) => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const { body } = await listReturns(
          { region: 'nuk', search, limit, ...(cursor && { cursor }) },
          buildContext(staff),
        );
        pages.push(body.items.map(({ id }) => id));
        cursor = body.cursor;
      } while (cursor);
      return pages;
    },
    findSerials: async (serialNumbers: string[], caller: Caller = staff, storeId?: string) =>
      (await findSerialNumbers({ region: 'nuk', serialNumbers, storeId }, buildContext(caller))).body.items,
  };
};

test('listReturns does not repeat a return across pages', async () => {
  const returns = Array.from({ length: 5 }, (_, index) =>
    buildReturn(index, {
      serials: Array.from({ length: 700 }, (__, line) => `X${String(line).padStart(3, '0')}${index}`),
    }),
  );
  const pages = await openSearch(returns).listPages('x', 2);
  expect(pages.flat()).toEqual(returns.map(({ id }) => id));
  expect(pages[0]).toHaveLength(2);
});

describe('findSerialNumbers', () => {
  const rows = [
    buildReturn(1, { serials: ['XTW1', 'XTW2'] }),
    buildReturn(2, { serials: ['XTW1'], createdAt: '2026-11-21T09:00:00.000Z' }),
    buildReturn(3, { serials: ['XTW12'] }),
    buildReturn(4, { storeRefNo: 'XTW1', serials: ['XTW4'] }),
    buildReturn(5, { serials: ['XTW1'], storeId: 'UK-2', storeName: 'Two' }),
  ];
  const findLabels = async (...args: Parameters<ReturnType<typeof openSearch>['findSerials']>) =>
    (await openSearch(rows).findSerials(...args)).map(
      ({ serialNumber, storeRefNo }) => `${serialNumber} in ${storeRefNo}`,
    );

  test('finds exact serial numbers in the store’s returns, newest first', async () => {
    expect(await findLabels(['XTW2', 'XTW1', 'XTW9', 'XTW1'])).toEqual([
      'XTW2 in Ret 1',
      'XTW1 in Ret 2',
      'XTW1 in Ret 1',
    ]);
  });

  test('omits withdrawn returns, however many there are', async () => {
    const at = '2026-11-20T09:00:00.000Z';
    const withdrawnReturns = Array.from({ length: 12 }, (_, index) =>
      buildReturn(10 + index, {
        storeRefNo: `A${index}`,
        serials: ['XTW1'],
        timeline: [
          { type: 'booked', at, by: staff.email },
          { type: 'withdrawn', at, by: staff.email },
        ],
      }),
    );
    const activeReturn = buildReturn(1, { storeRefNo: 'Z', serials: ['XTW1'] });
    expect(await openSearch([...withdrawnReturns, activeReturn]).findSerials(['XTW1'])).toMatchObject([
      { storeRefNo: 'Z' },
    ]);
  });

  test('queries only the store’s partition, 25 serial numbers at a time', async () => {
    const memory = createInMemoryReturns(...rows);
    const owners = new Set<string>();
    let runningCount = 0;
    let maxRunningCount = 0;
    const find: typeof memory.search.find = async (owner, ...query) => {
      owners.add(owner);
      runningCount += 1;
      maxRunningCount = Math.max(maxRunningCount, runningCount);
      // Lets the other calls start.
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      runningCount -= 1;
      return memory.search.find(owner, ...query);
    };
    await openSearch([], { ...memory, search: { find } }).findSerials(
      Array.from({ length: 100 }, (_, index) => `S${index}`),
    );
    expect(owners).toEqual(new Set([toSearchOwner('returns', 'nuk', 'UK-1')]));
    expect(maxRunningCount).toBe(25);
  });
});
