import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { Activity } from 'react';
import { expect, test, vi } from 'vitest';
import { repairs } from '#shared/routes/repairs.ts';
import { stores } from '#shared/routes/stores.ts';
import { refusal } from '#web/testing/auth.ts';
import { answerCalls } from '#web/testing/page.tsx';
import { repairWith } from '#web/testing/repair.ts';
import { QueryScope } from './query-scope.tsx';
import { useQuery } from './use-query.ts';

const booked = repairWith();
const withdrawn = repairWith({ state: 'withdrawn', version: 2 });

const { storeId, storeRefNo, id } = booked;
const question = { region: 'nuk', storeId, storeRefNo, id } as const;
const open = () => renderHook(() => useQuery(repairs.findRepair, question), { wrapper: QueryScope });
type Opened = ReturnType<typeof open>['result'];

const shown = ({ current }: Opened) => (current.status === 'loaded' ? current.data : current.status);
const loaded = async (result: Opened) => {
  await waitFor(() => expect(result.current.status).toBe('loaded'));
  return result;
};
const use = () => open().result;
/** An answer that comes when it is told to. */
const later = (body: unknown) => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  return { promise, answer: () => act(async () => resolve({ body })) };
};

test('without a question nothing is asked', async () => {
  const requests = answerCalls(() => ({ body: { items: [] } }));
  const { result } = renderHook(() => useQuery(stores.listStores, undefined), { wrapper: QueryScope });
  expect(result.current.status).toBe('idle');
  expect(await result.current.refresh()).toBe(false);
  expect(requests).toEqual([]);
});

test('a refusal says its code, is not asked for again by itself, and can be asked again', async () => {
  const requests = answerCalls(() => (requests.length === 1 ? refusal('NotFound', 404) : { body: booked }));
  const result = use();
  await waitFor(() => expect(result.current).toMatchObject({ status: 'failed', code: 'NotFound' }));
  act(() => void dispatchEvent(new Event('online')));
  expect(requests).toHaveLength(1);
  act(() => result.current.reload());
  await loaded(result);
});

test('what was hidden for a while is shown again at once', async () => {
  answerCalls(() => ({ body: booked }));
  const One = () => <p>{useQuery(repairs.findRepair, question).status}</p>;
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <One />
    </Activity>
  );
  const { rerender } = render(page('visible'), { wrapper: QueryScope });
  await screen.findByText('loaded');
  rerender(page('hidden'));
  rerender(page('visible'));
  expect(screen.getByText('loaded')).toBeVisible();
});

test('a refresh says whether it brought anything new; if not, the very same data stay', async () => {
  const requests = answerCalls(() => ({ body: requests.length < 3 ? booked : withdrawn }));
  const result = await loaded(use());
  const before = shown(result);
  await act(async () => expect(await result.current.refresh()).toBe(false));
  expect(requests).toHaveLength(2);
  expect(shown(result)).toBe(before);
  await act(async () => expect(await result.current.refresh()).toBe(true));
  expect(shown(result)).toEqual(withdrawn);
});

test('what nobody waits for any more is called off', async () => {
  let signal: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    signal = init.signal;
    return new Promise(() => {});
  });
  const { unmount } = open();
  await waitFor(() => expect(signal?.aborted).toBe(false));
  unmount();
  expect(signal?.aborted).toBe(true);
});

test('a refresh that was asked before a change, and answered after it, shows nothing old', async () => {
  const late = later(booked);
  const requests = answerCalls(() => (requests.length === 1 ? { body: booked } : late.promise));
  const result = await loaded(use());
  const refreshed = result.current.refresh();
  act(() => result.current.replace(withdrawn));
  await late.answer();
  expect(await refreshed).toBe(true);
  expect(shown(result)).toEqual(withdrawn);
});

test('a change that is answered while it loads again is not overwritten by what was asked before', async () => {
  const late = later(booked);
  const requests = answerCalls(() => (requests.length === 1 ? { body: booked } : late.promise));
  const result = await loaded(use());
  await act(async () => result.current.reload());
  expect(result.current.status).toBe('loading');
  act(() => result.current.replace(withdrawn));
  await late.answer();
  await loaded(result);
  expect(shown(result)).toEqual(withdrawn);
});

test('a refresh that fails leaves what is shown, and says so to whoever asked', async () => {
  const requests = answerCalls(() => (requests.length === 1 ? { body: booked } : refusal('ServiceUnavailable', 503)));
  const result = await loaded(use());
  await act(() => expect(result.current.refresh()).rejects.toMatchObject({ code: 'ServiceUnavailable' }));
  expect(shown(result)).toEqual(booked);
});

test('what was out of reach is asked for again as soon as there is a network', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? refusal('ServiceUnavailable', 503, { requestId: 'r1=' }) : { body: booked },
  );
  const result = use();
  await waitFor(() => expect(result.current).toMatchObject({ status: 'failed', requestId: 'r1=' }));
  act(() => void dispatchEvent(new Event('online')));
  await loaded(result);
  expect(requests).toHaveLength(2);
  act(() => void dispatchEvent(new Event('online')));
  expect(requests).toHaveLength(2);
});
