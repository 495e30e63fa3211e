import type { SearchIndex } from '#lambdas/lib/search-index.ts';
import type { Handlers } from '#lambdas/lib/serve.ts';
import type { StoresStore } from '#lambdas/lib/stores.ts';
import type { routes } from '#shared/routes/table.ts';
import type { RepairsStore } from './store.ts';

export type RepairHandlers = Handlers<typeof routes.repairs>;

/** What the handlers of repairs work with. */
export type RepairsCollaborators = {
  readonly repairs: RepairsStore;
  readonly search: SearchIndex;
  readonly stores: Pick<StoresStore, 'find'>;
};
