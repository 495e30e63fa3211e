import { randomUUID } from 'node:crypto';
import { dynamoDb } from '#lambdas/aws/clients.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { dailyLimits } from '#lambdas/http/daily-limits.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { serve } from '#lambdas/http/serve.ts';
import { limitLog } from '#lambdas/spreadsheets/limit-log.ts';
import { spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { uploadsClient, uploadsOf } from '#lambdas/spreadsheets/uploads.ts';
import { environments } from '#shared/env.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import type { ReturnsReader } from './lines/report.ts';
import { returnFileHandlers } from './return-files.ts';
import { returnTerms, sentReturns } from './store.ts';

const env = environments['return-files'].parse(process.env);
const db = dynamoDb();
const api = behindTheApi(env, db);
// infra/functions/portal-function.ts has the thread bundled beside this file.
const reader: ReturnsReader = spreadsheetReader({ entry: new URL('worker.mjs', import.meta.url) });
reader.warmUp();

const handlers = returnFileHandlers({
  uploads: uploadsOf(uploadsClient(), env.UPLOADS_BUCKET),
  reader,
  terms: returnTerms(db, env.SEARCH_TABLE),
  returns: sentReturns(db, env.RETURNS_TABLE),
  stores: storesStore(db, env.STORES_TABLE),
  settings: env.REGIONS,
  newId: randomUUID,
  onLimit: limitLog(api.log),
  onLeftBehind: (error) => api.log('error', 'file left behind', { error: errorFields(error) }),
  onNotLookedUp: (error) => api.log('warn', 'serial numbers not looked up', { error: errorFields(error) }),
});

export const handler = serve(returnFiles, handlers, { ...api, countForDay: dailyLimits(db, env.ATTEMPTS_TABLE) });
