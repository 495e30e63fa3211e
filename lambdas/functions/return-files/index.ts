import { randomUUID } from 'node:crypto';
import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { returnHit } from '#lambdas/lib/records/return.ts';
import { createSearchIndex } from '#lambdas/lib/records/search.ts';
import { createLimitLogger, createSpreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { createUploadsClient, createUploads } from '#lambdas/lib/uploads/uploads.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { returnFiles } from '#shared/api/routes/return-files.ts';
import { createBookedReturns } from './booked-returns-store.ts';
import type { ReturnsReader } from './lines/build-report.ts';
import { createReturnFileHandlers } from './return-file-handlers.ts';

// infra/functions/portal-function.ts bundles the worker next to this file.
const reader: ReturnsReader = createSpreadsheetReader({ entry: new URL('worker.mjs', import.meta.url) });
reader.warmUp();

export const handler = createFeatureHandler('return-files', returnFiles, ({ env, db, api }) =>
  createReturnFileHandlers({
    uploads: createUploads(createUploadsClient(), env.UPLOADS_BUCKET),
    reader,
    searchIndex: createSearchIndex(db, env.SEARCH_TABLE, returnHit.parse),
    returns: createBookedReturns(db, env.RETURNS_TABLE),
    stores: createStoresStore(db, env.STORES_TABLE),
    settings: api.settings,
    newId: randomUUID,
    onLimit: createLimitLogger(api.log),
    onDeletionFailure: (error) => api.log('error', 'file left behind', { error: errorFields(error) }),
  }),
);
