import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import type { FoundReturn } from '#lambdas/records/return.ts';
import type { SearchIndexOf } from '#lambdas/records/search.ts';
import type { RegionId } from '#shared/regions.ts';
import type { returnFiles } from '#shared/routes/return-files.ts';
import type { FileReader } from './file-reader.ts';
import type { SentReturns, Uploads } from './store.ts';

export type ReturnFileHandlers = Handlers<typeof returnFiles>;

/** What the handlers of files work with. */
export type ReturnFilesCollaborators = {
  readonly uploads: Uploads;
  readonly reader: FileReader;
  readonly search: SearchIndexOf<FoundReturn>;
  readonly returns: SentReturns;
  readonly stores: Pick<StoresStore, 'find'>;
  readonly settings: Readonly<Record<RegionId, { readonly returnPeriodDays: number }>>;
  readonly newId: () => string;
  /** Hears why a file took the reader to its limits. */
  readonly onLimit: (cause: string) => void;
  /** Hears of a file that couldn't be removed; the bucket forgets it within a day. */
  readonly onLeftBehind: (error: unknown) => void;
};
