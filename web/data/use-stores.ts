import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { RegionId } from '#shared/regions.ts';
import type { Output } from '#shared/route.ts';
import { stores } from '#shared/routes/stores.ts';
import type { Store } from '#shared/stores.ts';
import { call } from './api.ts';
import { useQuery } from './use-query.ts';

/** The region's stores from a cursor on; tells all that it has after each page. */
async function* storesFrom(region: RegionId, start: string): AsyncGenerator<readonly Store[]> {
  let found: readonly Store[] = [];
  let cursor: string | undefined = start;
  while (cursor !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const page: Output<typeof stores.listStores> = await call(stores.listStores, { region, cursor });
    found = [...found, ...page.items];
    cursor = page.cursor;
    yield found;
  }
}

type Rest = {
  /** The page that they come after. */
  readonly after: unknown;
  readonly items: readonly Store[];
  readonly status: 'loading' | 'loaded' | 'failed';
};

/** The region's stores: those that are there can be chosen while more come. */
export const useStores = (region: RegionId) => {
  const first = useQuery(stores.listStores, { region });
  const page = first.status === 'loaded' ? first.data : undefined;
  const [kept, setKept] = useState<Rest>();
  const restFrom = useEffectEvent((cursor: string) => storesFrom(region, cursor));

  useEffect(() => {
    if (page?.cursor === undefined) return undefined;
    let isOver = false;
    const keep = (status: Rest['status'], items: readonly Store[]) => {
      if (!isOver) setKept({ after: page, items, status });
    };
    const load = async (cursor: string) => {
      let items: readonly Store[] = [];
      try {
        for await (items of restFrom(cursor)) {
          if (isOver) return;
          keep('loading', items);
        }
        keep('loaded', items);
      } catch {
        keep('failed', items);
      }
    };
    void load(page.cursor);
    return () => {
      isOver = true;
    };
  }, [page]);

  const rest = kept?.after === page ? kept : undefined;
  const items = useMemo(() => page && [...page.items, ...(rest?.items ?? [])], [page, rest]);
  const status = page?.cursor === undefined ? first.status : (rest?.status ?? 'loading');
  return { items, status, reload: first.reload };
};
