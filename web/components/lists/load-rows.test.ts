import { expect, test } from 'vitest';
import { limits } from '#shared/config/limits.ts';
import type { FoundRows, ListSize } from './load-rows.ts';
import { loadRows } from './load-rows.ts';

type Item = { readonly id: string };

const createItems = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, index) => ({ id: String(from + index) }));

/** Simulates a server with a number of rows, and a maximum per response. */
const createServer = (total: number, maximumPerResponse: number = limits.page.max) => {
  const requests: { limit: number; cursor?: string }[] = [];
  const requestPage = async (page: { limit: number; cursor?: string }): Promise<FoundRows<Item>> => {
    requests.push(page);
    const from = Number(page.cursor ?? 0);
    const to = Math.min(total, from + Math.min(page.limit, maximumPerResponse));
    return { items: createItems(from, to), ...(to < total && { cursor: String(to) }) };
  };
  return { requests, requestPage };
};

type RequestItems = (page: { limit: number; cursor?: string }) => Promise<FoundRows<Item>>;

/** Returns the final result. */
const load = async (requestPage: RequestItems, size: ListSize, cursor?: string) => {
  let result: FoundRows<Item> | undefined;
  for await (result of loadRows({ requestPage, size, cursor }));
  return result;
};
/** Responds to the next calls in order. */
const respondWith =
  (...responses: FoundRows<Item>[]): RequestItems =>
  async () =>
    responses.shift() ?? { items: [] };

test('loads a page in one call, from its cursor', async () => {
  const { requests, requestPage } = createServer(60);
  expect(await load(requestPage, 25)).toEqual({ items: createItems(0, 25), cursor: '25' });
  expect(requests).toEqual([{ limit: 25 }]);
  expect(await load(requestPage, 25, '50')).toEqual({ items: createItems(50, 60), cursor: undefined });
  expect(requests.slice(1)).toEqual([{ limit: 25, cursor: '50' }]);
});

test('adds up short responses until the page is full', async () => {
  const { requests, requestPage } = createServer(60, 10);
  expect(await load(requestPage, 25)).toEqual({ items: createItems(0, 25), cursor: '25' });
  expect(requests).toEqual([{ limit: 25 }, { limit: 15, cursor: '10' }, { limit: 5, cursor: '20' }]);
});

test('requests the largest pages after four responses with few rows', async () => {
  const { requests, requestPage } = createServer(60, 1);
  expect((await load(requestPage, 10))?.items).toHaveLength(10);
  expect(requests.map(({ limit }) => limit).slice(0, 6)).toEqual([10, 9, 8, 7, 500, 500]);
});

test('keeps requesting the page size when the server filters', async () => {
  const requestedLimits: number[] = [];
  const requestPage = async ({ limit }: { limit: number }): Promise<FoundRows<Item>> => {
    requestedLimits.push(limit);
    return { items: [], read: limits.page.max, ...(requestedLimits.length < 6 && { cursor: 'c' }) };
  };
  await load(requestPage, 25);
  expect(requestedLimits).toEqual([25, 25, 25, 25, 25, 25]);
});

test('finds a single match after many empty responses', async () => {
  let callCount = 0;
  const requestPage = async () => {
    callCount += 1;
    return callCount < 50 ? { items: [], cursor: String(callCount) } : { items: createItems(0, 1) };
  };
  expect(await load(requestPage, 25)).toEqual({ items: createItems(0, 1), cursor: undefined });
});

test('loads all rows in the largest pages, up to the cap', async () => {
  const { requests, requestPage } = createServer(limits.allRows + 700);
  const result = await load(requestPage, 'all');
  expect(result?.items).toHaveLength(limits.allRows);
  expect(result?.cursor).toBe(String(limits.allRows));
  expect(new Set(requests.map(({ limit }) => limit))).toEqual(new Set([limits.page.max]));
});

test('deduplicates a record that a search finds twice', async () => {
  const requestPage = respondWith({ items: createItems(0, 2), cursor: 'a' }, { items: createItems(1, 3) });
  expect((await load(requestPage, 25))?.items).toEqual(createItems(0, 3));
});

test.each([
  ['with two references', { storeRefNo: 'B' }],
  ['with two booking dates', { createdAt: '2026-11-21T10:00:00.000Z' }],
])('keeps records of one id %s as two rows', async (_, change) => {
  const firstRow = { id: '1', storeId: 'UK-1', storeRefNo: 'A', createdAt: '2026-11-20T10:00:00.000Z' };
  const similarRows = [firstRow, { ...firstRow, ...change }];
  const requestPage = respondWith({ items: similarRows.slice(0, 1), cursor: 'a' }, { items: similarRows });
  expect((await load(requestPage, 25))?.items).toEqual(similarRows);
});
