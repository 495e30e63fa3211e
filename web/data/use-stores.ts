import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { RegionId } from '#shared/regions.ts';
import { stores } from '#shared/routes/stores.ts';
import { isOutage } from './api-errors.ts';
import { call } from './api.ts';
import { useFailure } from './use-query.ts';
import { useTryAgain } from './use-try-again.ts';

/** The region's stores: those that are there can be chosen while more come. */
export const useStores = (region: RegionId) => {
  const client = useQueryClient();
  const queryKey = [stores.listStores.path, region];
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(stores.listStores, { region, ...(cursor !== undefined && { cursor }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });
  const failure = useFailure(error);
  const hasMore = hasNextPage && !isFetching && failure === undefined;
  useEffect(() => {
    if (hasMore) void fetchNextPage();
  }, [hasMore, fetchNextPage]);

  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  const reload = () => void client.resetQueries({ queryKey });
  useTryAgain(items === undefined && failure !== undefined && isOutage(failure.code), reload);
  const isComplete = data !== undefined && !hasNextPage;
  const status: 'failed' | 'loaded' | 'loading' = failure ? 'failed' : isComplete ? 'loaded' : 'loading';
  return { items, status, reload };
};
