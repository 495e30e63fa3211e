import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import type { SearchIndex } from '#lambdas/records/search-index.ts';
import type { routes } from '#shared/routes/table.ts';
import type { RepairsStore } from './store.ts';

export type RepairHandlers = Handlers<typeof routes.repairs>;

/** What the handlers of repairs work with. */
export type RepairsCollaborators = {
  readonly repairs: RepairsStore;
  readonly search: SearchIndex;
  readonly stores: Pick<StoresStore, 'find'>;
};
