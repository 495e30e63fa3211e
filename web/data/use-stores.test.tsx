import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RegionId } from '#shared/regions.ts';
import { refusal } from '#web/testing/auth.ts';
import { answerCalls } from '#web/testing/page.tsx';
import { QueryScope } from './query-scope.tsx';
import { useStores } from './use-stores.ts';

const named = (storeId: string) => ({ storeId, storeName: `Store ${storeId}` });
const pages: Readonly<Record<string, { items: object[]; cursor?: string }>> = {
  '': { items: [named('UK-1'), named('UK-2')], cursor: 'two' },
  two: { items: [named('UK-3')], cursor: 'three' },
  three: { items: [named('UK-4')] },
};
const all = ['UK-1', 'UK-2', 'UK-3', 'UK-4'];

const open = () => renderHook((region: RegionId) => useStores(region), { wrapper: QueryScope, initialProps: 'nuk' });
const shown = ({ current }: ReturnType<typeof open>['result']) => [
  current.status,
  current.items?.map(({ storeId }) => storeId),
];

test('what is there can be chosen while the rest comes, page after page', async () => {
  const { promise: third, resolve: answer } = Promise.withResolvers<void>();
  const requests = answerCalls(async ({ url }) => {
    const cursor = url.searchParams.get('cursor') ?? '';
    if (cursor === 'three') await third;
    return { body: pages[cursor] };
  });
  const { result } = open();
  await waitFor(() => expect(shown(result)).toEqual(['loading', ['UK-1', 'UK-2', 'UK-3']]));
  await act(async () => answer());
  await waitFor(() => expect(shown(result)).toEqual(['loaded', all]));
  expect(requests.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, 'two', 'three']);
});

test('a page that fails is told, what came before it stays, and all can be asked for again', async () => {
  let isUp = false;
  answerCalls(({ url }) => {
    const cursor = url.searchParams.get('cursor') ?? '';
    return cursor === 'three' && !isUp ? refusal('ServiceUnavailable', 503) : { body: pages[cursor] };
  });
  const { result } = open();
  await waitFor(() => expect(shown(result)).toEqual(['failed', ['UK-1', 'UK-2', 'UK-3']]));
  isUp = true;
  act(() => result.current.reload());
  await waitFor(() => expect(shown(result)).toEqual(['loaded', all]));
});

test('another region’s stores are no more of the first’s', async () => {
  answerCalls(({ url }) => ({
    body: url.pathname.endsWith('/nfr') ? { items: [named('FR-1')] } : pages[url.searchParams.get('cursor') ?? ''],
  }));
  const { result, rerender } = open();
  await waitFor(() => expect(shown(result)).toEqual(['loaded', all]));
  rerender('nfr');
  await waitFor(() => expect(shown(result)).toEqual(['loaded', ['FR-1']]));
});
