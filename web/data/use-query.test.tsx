import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { Activity } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { repairs } from '#shared/api/routes/repairs.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { limits } from '#shared/config/limits.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls } from '#web/testing/page.tsx';
import { preloadData } from '#web/testing/preloaded-data.ts';
import { discardPreloadedResponses, findPreloadedBody, storePreloadedResponse } from './preloaded-requests.ts';
import { QueryScope } from './query-scope.tsx';
import { toGetPath } from './request-path.ts';
import { useQuery } from './use-query.ts';

const bookedRepair = buildRepair();
const withdrawnRepair = buildRepair({ state: 'withdrawn', version: 2 });

const { storeId, storeRefNo, id } = bookedRepair;
const input = { region: 'nuk', storeId, storeRefNo, id } as const;
const open = () => renderHook(() => useQuery(repairs.findRepair, input), { wrapper: QueryScope });
type HookResult = ReturnType<typeof open>['result'];

const getShownData = ({ current }: HookResult) => (current.status === 'loaded' ? current.data : current.status);
const waitUntilLoaded = async (result: HookResult) => {
  await waitFor(() => expect(result.current.status).toBe('loaded'));
  return result;
};
const openQuery = () => open().result;
/** Response that the test sends later. */
const createDeferredResponse = (body: unknown) => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  return { promise, send: () => act(async () => resolve({ body })) };
};

test('does not request without input', async () => {
  const requests = answerCalls(() => ({ body: { items: [] } }));
  const { result } = renderHook(() => useQuery(stores.listStores, undefined), { wrapper: QueryScope });
  expect(result.current.status).toBe('idle');
  expect(await result.current.refresh()).toBe(false);
  expect(requests).toEqual([]);
});

test('reports an error code and retries only on reload', async () => {
  const requests = answerCalls(() => (requests.length === 1 ? apiError('NotFound', 404) : { body: bookedRepair }));
  const result = openQuery();
  await waitFor(() => expect(result.current).toMatchObject({ status: 'failed', code: 'NotFound' }));
  act(() => void dispatchEvent(new Event('online')));
  expect(requests).toHaveLength(1);
  act(() => result.current.reload());
  await waitUntilLoaded(result);
});

test('shows data at once after being hidden', async () => {
  answerCalls(() => ({ body: bookedRepair }));
  const Status = () => <p>{useQuery(repairs.findRepair, input).status}</p>;
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Status />
    </Activity>
  );
  const { rerender } = render(page('visible'), { wrapper: QueryScope });
  await screen.findByText('loaded');
  rerender(page('hidden'));
  rerender(page('visible'));
  expect(screen.getByText('loaded')).toBeVisible();
});

describe('preloaded data', () => {
  const openAndRecord = () => {
    const statuses: string[] = [];
    const Status = () => {
      const { status, reload } = useQuery(repairs.findRepair, input);
      statuses.push(status);
      return <button onClick={reload}>{status}</button>;
    };
    const page = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <Status />
      </Activity>
    );
    const { rerender } = render(page('visible'), { wrapper: QueryScope });
    const showAgain = () => {
      rerender(page('hidden'));
      rerender(page('visible'));
    };
    return { statuses, showAgain };
  };

  test('are in the first render, without a request', async () => {
    const requests = answerCalls(() => ({ body: withdrawnRepair }));
    await preloadData(repairs.findRepair, input, bookedRepair);
    const { statuses, showAgain } = openAndRecord();
    showAgain();
    expect(statuses[0]).toBe('loaded');
    expect(requests).toEqual([]);
  });

  test('are requested when they are shown again later', async () => {
    const requests = answerCalls(() => ({ body: withdrawnRepair }));
    await preloadData(repairs.findRepair, input, bookedRepair);
    const { showAgain } = openAndRecord();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + limits.web.preloadedFreshSeconds * 1000);
    showAgain();
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  test('are used once', async () => {
    const requests = answerCalls(() => ({ body: withdrawnRepair }));
    await preloadData(repairs.findRepair, input, bookedRepair);
    openAndRecord();
    act(() => screen.getByRole('button', { name: 'loaded' }).click());
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  test('of another session are not shown', async () => {
    answerCalls(() => ({ body: withdrawnRepair }));
    let isSameSession = true;
    const path = toGetPath(repairs.findRepair.path, input);
    storePreloadedResponse('GET', path, {
      response: Promise.resolve(Response.json(bookedRepair)),
      isUsable: () => isSameSession,
      isPageData: true,
    });
    await waitFor(() => expect(findPreloadedBody(path)).toBeDefined());
    isSameSession = false;
    expect(openAndRecord().statuses[0]).toBe('loading');
    discardPreloadedResponses();
  });

  test('that the route does not return are not shown', async () => {
    answerCalls(() => ({ body: withdrawnRepair }));
    await preloadData(repairs.findRepair, input, { id: 'invalid' });
    expect(openAndRecord().statuses[0]).toBe('loading');
    discardPreloadedResponses();
  });
});

test('refresh reports whether data changed, and keeps the object of equal data', async () => {
  const requests = answerCalls(() => ({ body: requests.length < 3 ? bookedRepair : withdrawnRepair }));
  const result = await waitUntilLoaded(openQuery());
  const previous = getShownData(result);
  await act(async () => expect(await result.current.refresh()).toBe(false));
  expect(requests).toHaveLength(2);
  expect(getShownData(result)).toBe(previous);
  await act(async () => expect(await result.current.refresh()).toBe(true));
  expect(getShownData(result)).toEqual(withdrawnRepair);
});

test('aborts the request on unmount', async () => {
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

test('ignores a refresh that started before a change', async () => {
  const lateResponse = createDeferredResponse(bookedRepair);
  const requests = answerCalls(() => (requests.length === 1 ? { body: bookedRepair } : lateResponse.promise));
  const result = await waitUntilLoaded(openQuery());
  const refresh = result.current.refresh();
  act(() => result.current.replace(withdrawnRepair));
  await lateResponse.send();
  expect(await refresh).toBe(true);
  expect(getShownData(result)).toEqual(withdrawnRepair);
});

test('a refresh replaces a load that started before it', async () => {
  const staleResponse = createDeferredResponse(bookedRepair);
  const requests = answerCalls(() => (requests.length === 1 ? staleResponse.promise : { body: withdrawnRepair }));
  const result = openQuery();
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => void (await result.current.refresh()));
  await staleResponse.send();
  await waitUntilLoaded(result);
  expect(getShownData(result)).toEqual(withdrawnRepair);
});

test('shows the later of two refreshes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const earlyResponse = createDeferredResponse({ ...bookedRepair, version: 2 });
  const lateResponse = createDeferredResponse(withdrawnRepair);
  const requests = answerCalls(() => {
    if (requests.length === 1) return { body: bookedRepair };
    return requests.length === 2 ? earlyResponse.promise : lateResponse.promise;
  });
  const result = await waitUntilLoaded(openQuery());
  vi.setSystemTime(Date.now() + 1);
  const firstRefresh = result.current.refresh();
  vi.setSystemTime(Date.now() + 1);
  const secondRefresh = result.current.refresh();
  await earlyResponse.send();
  await firstRefresh;
  await lateResponse.send();
  expect(await secondRefresh).toBe(true);
  expect(getShownData(result)).toEqual(withdrawnRepair);
});

test('ignores a reload that started before a change', async () => {
  const lateResponse = createDeferredResponse(bookedRepair);
  const requests = answerCalls(() => (requests.length === 1 ? { body: bookedRepair } : lateResponse.promise));
  const result = await waitUntilLoaded(openQuery());
  await act(async () => result.current.reload());
  expect(result.current.status).toBe('loading');
  act(() => result.current.replace(withdrawnRepair));
  await lateResponse.send();
  await waitUntilLoaded(result);
  expect(getShownData(result)).toEqual(withdrawnRepair);
});

test('keeps the data when a refresh fails', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? { body: bookedRepair } : apiError('ServiceUnavailable', 503),
  );
  const result = await waitUntilLoaded(openQuery());
  await act(() => expect(result.current.refresh()).rejects.toMatchObject({ code: 'ServiceUnavailable' }));
  expect(getShownData(result)).toEqual(bookedRepair);
});

test('retries after an outage once the browser is online', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? apiError('ServiceUnavailable', 503, { requestId: 'r1=' }) : { body: bookedRepair },
  );
  const result = openQuery();
  await waitFor(() => expect(result.current).toMatchObject({ status: 'failed', requestId: 'r1=' }));
  act(() => void dispatchEvent(new Event('online')));
  await waitUntilLoaded(result);
  expect(requests).toHaveLength(2);
  act(() => void dispatchEvent(new Event('online')));
  expect(requests).toHaveLength(2);
});
