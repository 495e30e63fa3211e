import { randomUUID } from 'node:crypto';
import { feature } from '#lambdas/lib/http/feature-handler.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { foundReturn } from '#lambdas/lib/records/return.ts';
import { searchIndexOf } from '#lambdas/lib/records/search.ts';
import { limitLog, spreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { uploadsClient, uploadsOf } from '#lambdas/lib/uploads/uploads.ts';
import { storesStore } from '#lambdas/lib/users/stores.ts';
import { returnFiles } from '#shared/api/routes/return-files.ts';
import type { ReturnsReader } from './lines/build-report.ts';
import { returnFileHandlers } from './return-file-handlers.ts';
import { sentReturns } from './sent-returns-store.ts';

// infra/functions/portal-function.ts bundles the worker next to this file.
const reader: ReturnsReader = spreadsheetReader({ entry: new URL('worker.mjs', import.meta.url) });
reader.warmUp();

export const handler = feature('return-files', returnFiles, ({ env, db, api }) =>
  returnFileHandlers({
    uploads: uploadsOf(uploadsClient(), env.UPLOADS_BUCKET),
    reader,
    terms: searchIndexOf(db, env.SEARCH_TABLE, foundReturn.parse),
    returns: sentReturns(db, env.RETURNS_TABLE),
    stores: storesStore(db, env.STORES_TABLE),
    settings: api.settings,
    newId: randomUUID,
    onLimit: limitLog(api.log),
    onLeftBehind: (error) => api.log('error', 'file left behind', { error: errorFields(error) }),
  }),
);
