import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RegionId } from '#shared/config/regions.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls } from '#web/testing/page.tsx';
import { QueryScope } from './query-scope.tsx';
import { useStores } from './use-stores.ts';

const buildStore = (storeId: string) => ({ storeId, storeName: `Store ${storeId}` });
const pages: Readonly<Record<string, { items: object[]; cursor?: string }>> = {
  '': { items: [buildStore('UK-1'), buildStore('UK-2')], cursor: 'two' },
  two: { items: [buildStore('UK-3')], cursor: 'three' },
  three: { items: [buildStore('UK-4')] },
};
const allStoreIds = ['UK-1', 'UK-2', 'UK-3', 'UK-4'];

const open = () => renderHook((region: RegionId) => useStores(region), { wrapper: QueryScope, initialProps: 'nuk' });
const getShownStores = ({ current }: ReturnType<typeof open>['result']) => [
  current.status,
  current.items?.map(({ storeId }) => storeId),
];

test('offers loaded pages while further pages are loading', async () => {
  const { promise: thirdPageAllowed, resolve: allowThirdPage } = Promise.withResolvers<void>();
  const requests = answerCalls(async ({ url }) => {
    const cursor = url.searchParams.get('cursor') ?? '';
    if (cursor === 'three') await thirdPageAllowed;
    return { body: pages[cursor] };
  });
  const { result } = open();
  await waitFor(() => expect(getShownStores(result)).toEqual(['loading', ['UK-1', 'UK-2', 'UK-3']]));
  await act(async () => allowThirdPage());
  await waitFor(() => expect(getShownStores(result)).toEqual(['loaded', allStoreIds]));
  expect(requests.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, 'two', 'three']);
});

test('keeps loaded pages when one fails, and can reload', async () => {
  let isUp = false;
  answerCalls(({ url }) => {
    const cursor = url.searchParams.get('cursor') ?? '';
    return cursor === 'three' && !isUp ? apiError('ServiceUnavailable', 503) : { body: pages[cursor] };
  });
  const { result } = open();
  await waitFor(() => expect(getShownStores(result)).toEqual(['failed', ['UK-1', 'UK-2', 'UK-3']]));
  isUp = true;
  act(() => result.current.reload());
  await waitFor(() => expect(getShownStores(result)).toEqual(['loaded', allStoreIds]));
});

test('replaces the stores when the region changes', async () => {
  answerCalls(({ url }) => ({
    body: url.pathname.endsWith('/nfr') ? { items: [buildStore('FR-1')] } : pages[url.searchParams.get('cursor') ?? ''],
  }));
  const { result, rerender } = open();
  await waitFor(() => expect(getShownStores(result)).toEqual(['loaded', allStoreIds]));
  rerender('nfr');
  await waitFor(() => expect(getShownStores(result)).toEqual(['loaded', ['FR-1']]));
});
