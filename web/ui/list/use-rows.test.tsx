import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { QueryScope } from '#web/data/query-scope.tsx';
import type { AskRows, Found } from './load-rows.ts';
import { mergeRows, useRows } from './use-rows.ts';

type Item = { readonly id: string; readonly rma?: string };

/** A search of so many terms; an answer holds of those it went through what passes the filter. */
const search = (total: number, passes: (at: number) => boolean) => {
  const asked: (string | undefined)[] = [];
  const found = new Map<number, Item>();
  const ask: AskRows<Item> = async ({ limit, cursor }) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const to = Math.min(total, from + limit);
    const items = Array.from({ length: to - from }, (_, at) => from + at)
      .filter(passes)
      .map((at) => found.get(at) ?? { id: String(at) });
    return { items, ...(to < total && { cursor: String(to) }) };
  };
  return { asked, ask, change: (at: number) => found.set(at, { id: String(at), rma: `RMA-${at}` }) };
};

const never = new Promise<Found<Item>>(() => {});

const open = async (ask: AskRows<Item>, size: number | 'all' = 10) => {
  const { result } = renderHook(() => useRows({ question: 'x', size, ask }), { wrapper: QueryScope });
  await waitFor(() => expect(result.current.state.status).toBe('loaded'));
  const shown = () => (result.current.state.status === 'loaded' ? result.current.state : undefined);
  const refresh = () => act(() => result.current.refresh());
  return { shown, refresh };
};
const ids = (found: Found<Item> | undefined) => found?.items.map(({ id }) => id);

test('of many rows those of the first answer are there while the next is waited for, but not for another question', async () => {
  const { ask } = search(2000, () => true);
  const seen: { question: string; count: number }[] = [];
  const firstOnly: AskRows<Item> = (page, by) => (page.cursor === undefined ? ask(page, by) : never);
  const { rerender } = renderHook(
    ({ question }: { readonly question: string }) => {
      const { state } = useRows({ question, size: 'all', ask: question === 'one' ? firstOnly : () => never });
      seen.push({ question, count: state.status === 'loading' ? state.found.items.length : Number.NaN });
    },
    { wrapper: QueryScope, initialProps: { question: 'one' } },
  );
  await waitFor(() => expect(seen).toContainEqual({ question: 'one', count: 500 }));
  rerender({ question: 'two' });
  const counts = seen.filter(({ question }) => question === 'two').map(({ count }) => count);
  expect(new Set(counts)).toEqual(new Set([0]));
});

test('a refresh is one call, keeps what that doesn’t reach, and says whether it brought news', async () => {
  const { asked, ask, change } = search(100_000, (at) => at % 9 === 0);
  const { shown, refresh } = await open(ask);
  const before = shown();
  const calls = asked.length;
  expect(calls).toBeGreaterThan(1);
  expect(await refresh()).toBe(false);
  expect(asked.slice(calls)).toEqual([undefined]);
  expect(shown()).toBe(before);

  change(9);
  expect(await refresh()).toBe(true);
  expect(ids(shown()?.found)).toEqual(ids(before?.found));
  expect(shown()?.found.items[1]).toEqual({ id: '9', rma: 'RMA-9' });
  expect(shown()?.found.cursor).toBe(before?.found.cursor);
  expect(asked.slice(calls)).toEqual([undefined, undefined]);
});

const row = (id: string, rma: string | null = null) => ({ id, rma });
const [a, b, c, d] = [row('a'), row('b'), row('c'), row('d')];

describe('rows brought up to date', () => {
  test('nothing new: the very same list', () => {
    const shown = [a, b];
    expect(mergeRows(shown, [row('a'), row('b')], true)).toBe(shown);
    expect(mergeRows(shown, [row('a')], false)).toBe(shown);
  });

  test('a row that changed is another object, its neighbours are the same', () => {
    const merged = mergeRows([a, b, c], [row('a'), row('b', 'RMA-1'), row('c')], true);
    expect(merged).toEqual([a, row('b', 'RMA-1'), c]);
    expect(merged[0]).toBe(a);
    expect(merged[2]).toBe(c);
  });

  test('new rows come where the server has them', () => {
    expect(mergeRows([b, c], [a, b, c], true)).toEqual([a, b, c]);
    expect(mergeRows([b, c, d], [a, b], false)).toEqual([a, b, c, d]);
  });

  test('rows that no longer match go, as far as was asked', () => {
    expect(mergeRows([a, b, c, d], [a, c], false)).toEqual([a, c, d]);
    expect(mergeRows([a, b, c], [a], true)).toEqual([a]);
  });

  test('only new rows: all that was shown follows', () => {
    expect(mergeRows([c, d], [a, b], false)).toEqual([a, b, c, d]);
  });
});
