import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import type { FoundReturn } from '#lambdas/records/return-search.ts';
import type { SearchIndexOf } from '#lambdas/records/search-index.ts';
import type { returns } from '#shared/routes/returns.ts';
import type { ReturnsStore } from './store.ts';

export type ReturnHandlers = Handlers<typeof returns>;

export type ReturnsIndex = SearchIndexOf<FoundReturn>;

/** What the handlers of returns work with. */
export type ReturnsCollaborators = {
  readonly returns: ReturnsStore;
  readonly search: ReturnsIndex;
  readonly stores: Pick<StoresStore, 'find'>;
};
