import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import type { Found, ListSize } from './load-rows.ts';
import { loadRows } from './load-rows.ts';

type Item = { readonly id: string };

const items = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, at) => ({ id: String(from + at) }));

/** A server with so many rows, which answers at most so many at once. */
const server = (total: number, atMost: number = limits.page.max) => {
  const asked: { limit: number; cursor?: string }[] = [];
  const ask = async (page: { limit: number; cursor?: string }): Promise<Found<Item>> => {
    asked.push(page);
    const from = Number(page.cursor ?? 0);
    const to = Math.min(total, from + Math.min(page.limit, atMost));
    return { items: items(from, to), ...(to < total && { cursor: String(to) }) };
  };
  return { asked, ask };
};

type Ask = (page: { limit: number; cursor?: string }) => Promise<Found<Item>>;

/** What has been found in the end. */
const load = async (ask: Ask, size: ListSize, cursor?: string) => {
  let found: Found<Item> | undefined;
  for await (found of loadRows({ ask, size, cursor }));
  return found;
};
/** Answers one call after the other. */
const answering =
  (...answers: Found<Item>[]): Ask =>
  async () =>
    answers.shift() ?? { items: [] };

test('a page is one call, and knows where it goes on; a later one begins at its cursor, the last one goes on nowhere', async () => {
  const { asked, ask } = server(60);
  expect(await load(ask, 25)).toEqual({ items: items(0, 25), cursor: '25' });
  expect(asked).toEqual([{ limit: 25 }]);
  expect(await load(ask, 25, '50')).toEqual({ items: items(50, 60), cursor: undefined });
  expect(asked.slice(1)).toEqual([{ limit: 25, cursor: '50' }]);
});

test('answers with fewer rows than asked for are added up until the page is full', async () => {
  const { asked, ask } = server(60, 10);
  expect(await load(ask, 25)).toEqual({ items: items(0, 25), cursor: '25' });
  expect(asked).toEqual([{ limit: 25 }, { limit: 15, cursor: '10' }, { limit: 5, cursor: '20' }]);
});

test('where hardly anything matches it asks for whole pages, not row by row', async () => {
  const { asked, ask } = server(60, 1);
  expect((await load(ask, 10))?.items).toHaveLength(10);
  expect(asked.map(({ limit }) => limit).slice(0, 6)).toEqual([10, 9, 8, 7, 500, 500]);
});

test('where the server itself goes through more, a page gets no longer than it may', async () => {
  const limitsAsked: number[] = [];
  const ask = async ({ limit }: { limit: number }): Promise<Found<Item>> => {
    limitsAsked.push(limit);
    return { items: [], read: limits.page.max, ...(limitsAsked.length < 6 && { cursor: 'c' }) };
  };
  await load(ask, 25);
  expect(limitsAsked).toEqual([25, 25, 25, 25, 25, 25]);
});

test('the one row that passes a filter is found, however many there are before it', async () => {
  let calls = 0;
  const ask = async () => {
    calls += 1;
    return calls < 50 ? { items: [], cursor: String(calls) } : { items: items(0, 1) };
  };
  expect(await load(ask, 25)).toEqual({ items: items(0, 1), cursor: undefined });
});

test('all rows come in calls of the most that one may ask for, up to the cap', async () => {
  const { asked, ask } = server(limits.allRows + 700);
  const last = await load(ask, 'all');
  expect(last?.items).toHaveLength(limits.allRows);
  expect(last?.cursor).toBe(String(limits.allRows));
  expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([limits.page.max]));
});

test('a record that a search finds twice is one row', async () => {
  const twice = answering({ items: items(0, 2), cursor: 'a' }, { items: items(1, 3) });
  expect((await load(twice, 25))?.items).toEqual(items(0, 3));
});

test.each([
  ['under two references', { storeRefNo: 'B' }],
  ['of which one was withdrawn before the other was booked', { createdAt: '2026-11-21T10:00:00.000Z' }],
])('records of one id %s are two rows', async (_, change) => {
  const one = { id: '1', storeId: 'UK-1', storeRefNo: 'A', createdAt: '2026-11-20T10:00:00.000Z' };
  const twins = [one, { ...one, ...change }];
  const twice = answering({ items: twins.slice(0, 1), cursor: 'a' }, { items: twins });
  expect((await load(twice, 25))?.items).toEqual(twins);
});
