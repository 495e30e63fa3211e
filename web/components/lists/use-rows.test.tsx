import { act, render, renderHook, waitFor } from '@testing-library/react';
import { Activity } from 'react';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/api/errors.ts';
import { QueryScope } from '#web/data/query-scope.tsx';
import type { RequestRows, FoundRows } from './load-rows.ts';
import { mergeRows, useRows } from './use-rows.ts';

type Item = { readonly id: string; readonly rma?: string };

/** Simulates a search among a number of rows, which filters each requested page. */
const createSearch = (total: number, isMatch: (index: number) => boolean) => {
  const requestedCursors: (string | undefined)[] = [];
  const changedItems = new Map<number, Item>();
  const requestRows: RequestRows<Item> = async ({ limit, cursor }) => {
    requestedCursors.push(cursor);
    const from = Number(cursor ?? 0);
    const to = Math.min(total, from + limit);
    const items = Array.from({ length: to - from }, (_, offset) => from + offset)
      .filter(isMatch)
      .map((index) => changedItems.get(index) ?? { id: String(index) });
    return { items, ...(to < total && { cursor: String(to) }) };
  };
  return {
    requestedCursors,
    requestRows,
    change: (index: number) => changedItems.set(index, { id: String(index), rma: `RMA-${index}` }),
  };
};

const endlessRequest = new Promise<FoundRows<Item>>(() => {});

const open = async (requestRows: RequestRows<Item>, size: number | 'all' = 10) => {
  const { result } = renderHook(() => useRows({ query: 'x', size, requestRows }), { wrapper: QueryScope });
  await waitFor(() => expect(result.current.state.status).toBe('loaded'));
  const getLoaded = () => (result.current.state.status === 'loaded' ? result.current.state : undefined);
  const refresh = () => act(() => result.current.refresh());
  return { getLoaded, refresh };
};
const toIds = (found: FoundRows<Item> | undefined) => found?.items.map(({ id }) => id);

describe('preloaded rows', () => {
  const openPreloaded = (found: FoundRows<Item>) => {
    const { requestedCursors, requestRows } = createSearch(20, () => true);
    const statuses: string[] = [];
    const announced: (readonly string[] | undefined)[] = [];
    const List = () => {
      const { state } = useRows({
        query: 'x',
        size: 10,
        requestRows,
        readPreloadedRows: (_, isWanted) => (isWanted(found) ? found : undefined),
        onLoaded: (loaded) => announced.push(toIds(loaded)),
      });
      statuses.push(state.status);
      return null;
    };
    const page = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <List />
      </Activity>
    );
    const { rerender } = render(page('visible'), { wrapper: QueryScope });
    const showAgain = () => {
      rerender(page('hidden'));
      rerender(page('visible'));
    };
    return { requestedCursors, statuses, announced, showAgain };
  };

  test('are in the first render, and announced without a request', () => {
    const { statuses, requestedCursors, announced } = openPreloaded({ items: [{ id: 'a' }, { id: 'a' }] });
    expect(statuses[0]).toBe('loaded');
    expect(requestedCursors).toEqual([]);
    expect(announced).toEqual([['a']]);
  });

  test('are refreshed when they are shown again', async () => {
    const { requestedCursors, showAgain } = openPreloaded({ items: [{ id: 'a' }] });
    showAgain();
    await waitFor(() => expect(requestedCursors).toEqual([undefined]));
  });

  test('are requested if they do not fill the page although more follow', async () => {
    const { statuses, requestedCursors } = openPreloaded({ items: [{ id: 'a' }], cursor: '10' });
    expect(statuses[0]).toBe('loading');
    await waitFor(() => expect(requestedCursors).toEqual([undefined]));
  });
});

test('shows the first rows while loading, except for another query', async () => {
  const { requestRows } = createSearch(2000, () => true);
  const renders: { query: string; count: number }[] = [];
  const requestFirstPage: RequestRows<Item> = (page, callRoute) =>
    page.cursor === undefined ? requestRows(page, callRoute) : endlessRequest;
  const { rerender } = renderHook(
    ({ query }: { readonly query: string }) => {
      const { state } = useRows({
        query,
        size: 'all',
        requestRows: query === 'one' ? requestFirstPage : () => endlessRequest,
      });
      renders.push({ query, count: state.status === 'loading' ? state.found.items.length : Number.NaN });
    },
    { wrapper: QueryScope, initialProps: { query: 'one' } },
  );
  await waitFor(() => expect(renders).toContainEqual({ query: 'one', count: 500 }));
  rerender({ query: 'two' });
  const counts = renders.filter(({ query }) => query === 'two').map(({ count }) => count);
  expect(new Set(counts)).toEqual(new Set([0]));
});

test('refreshes in one call and reports changes', async () => {
  const { requestedCursors, requestRows, change } = createSearch(100_000, (index) => index % 9 === 0);
  const { getLoaded, refresh } = await open(requestRows);
  const previous = getLoaded();
  const callCount = requestedCursors.length;
  expect(callCount).toBeGreaterThan(1);
  expect(await refresh()).toBe(false);
  expect(requestedCursors.slice(callCount)).toEqual([undefined]);
  expect(getLoaded()).toBe(previous);

  change(9);
  expect(await refresh()).toBe(true);
  expect(toIds(getLoaded()?.found)).toEqual(toIds(previous?.found));
  expect(getLoaded()?.found.items[1]).toEqual({ id: '9', rma: 'RMA-9' });
  expect(getLoaded()?.found.cursor).toBe(previous?.found.cursor);
  expect(requestedCursors.slice(callCount)).toEqual([undefined, undefined]);
});

test('reloads the rows if they cannot be refreshed when the list is shown again', async () => {
  const { requestRows: requestFromServer, change } = createSearch(5, () => true);
  let remainingFailures = 0;
  const requestRows: RequestRows<Item> = async (page, callRoute) => {
    if (remainingFailures === 0) return requestFromServer(page, callRoute);
    remainingFailures -= 1;
    throw new AppError('ServiceUnavailable');
  };
  const List = () => {
    const { state } = useRows({ query: 'x', size: 10, requestRows });
    return state.status === 'loaded' ? state.found.items.map(({ rma }) => rma).join('') : 'not loaded';
  };
  const { rerender, container } = render(<List key="first" />, { wrapper: QueryScope });
  await waitFor(() => expect(container).toHaveTextContent(/^$/));
  change(3);
  remainingFailures = 1;
  rerender(<List key="second" />);
  await waitFor(() => expect(container).toHaveTextContent(/^RMA-3$/));
});

const row = (id: string, rma: string | null = null) => ({ id, rma });
const a = row('a');
const b = row('b');
const c = row('c');
const d = row('d');

describe('mergeRows', () => {
  test('returns the same list without changes', () => {
    const shownRows = [a, b];
    expect(mergeRows(shownRows, [row('a'), row('b')], true)).toBe(shownRows);
    expect(mergeRows(shownRows, [row('a')], false)).toBe(shownRows);
  });

  test('replaces only the changed row', () => {
    const merged = mergeRows([a, b, c], [row('a'), row('b', 'RMA-1'), row('c')], true);
    expect(merged).toEqual([a, row('b', 'RMA-1'), c]);
    expect(merged[0]).toBe(a);
    expect(merged[2]).toBe(c);
  });

  test('inserts new rows in the server’s order', () => {
    expect(mergeRows([b, c], [a, b, c], true)).toEqual([a, b, c]);
    expect(mergeRows([b, c, d], [a, b], false)).toEqual([a, b, c, d]);
  });

  test('removes rows that no longer match, within the refreshed range', () => {
    expect(mergeRows([a, b, c, d], [a, c], false)).toEqual([a, c, d]);
    expect(mergeRows([a, b, c], [a], true)).toEqual([a]);
  });

  test('prepends new rows when no known row follows', () => {
    expect(mergeRows([c, d], [a, b], false)).toEqual([a, b, c, d]);
  });
});
