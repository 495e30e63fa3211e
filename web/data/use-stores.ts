import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '#shared/api/route.ts';
import { stores } from '#shared/api/routes/stores.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Store } from '#shared/stores/stores.ts';
import { isOutage } from './api-errors.ts';
import { useAutoRetry } from './use-auto-retry.ts';
import { callWithSignal, useFailure } from './use-query.ts';

type Stores = { readonly items: readonly Store[]; readonly isComplete: boolean };

/** Loads all stores of a region page by page; `items` grows while `status` is "loading". */
export const useStores = (region: RegionId) => {
  const client = useQueryClient();
  const queryKey = [stores.listStores.path, region];
  const { data, error } = useQuery<Stores>({
    queryKey,
    queryFn: async ({ signal }) => {
      let items: readonly Store[] = [];
      for (let cursor: string | undefined; ;) {
        const input = { region, ...(cursor !== undefined && { cursor }) };
        // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the previous one
        const page: Output<typeof stores.listStores> = await callWithSignal(signal)(stores.listStores, input);
        items = [...items, ...page.items];
        cursor = page.cursor;
        if (cursor === undefined) return { items, isComplete: true };
        signal.throwIfAborted();
        client.setQueryData<Stores>(queryKey, (previous) =>
          previous?.isComplete ? previous : { items, isComplete: false },
        );
      }
    },
  });
  const failure = useFailure(error);
  const reload = () => void client.resetQueries({ queryKey });
  useAutoRetry(data === undefined && failure !== undefined && isOutage(failure.code), reload);
  const status: 'failed' | 'loaded' | 'loading' = failure ? 'failed' : data?.isComplete ? 'loaded' : 'loading';
  return { items: data?.items, status, reload };
};
