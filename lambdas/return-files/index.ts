import { randomUUID } from 'node:crypto';
import { storesStore } from '#lambdas/directory/stores.ts';
import { feature } from '#lambdas/http/behind-the-api.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { foundReturn } from '#lambdas/records/return.ts';
import { searchIndexOf } from '#lambdas/records/search.ts';
import { limitLog, spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { uploadsClient, uploadsOf } from '#lambdas/spreadsheets/uploads.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import type { ReturnsReader } from './lines/report.ts';
import { returnFileHandlers } from './return-files.ts';
import { sentReturns } from './store.ts';

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
