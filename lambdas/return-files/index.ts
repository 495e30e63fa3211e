import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { dynamoDb } from '#lambdas/aws/clients.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { serve } from '#lambdas/http/serve.ts';
import { spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { environments } from '#shared/env.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import { limitLog, returnFileHandlers } from './return-files.ts';
import { returnTerms, sentReturns } from './store.ts';
import { uploadsOf } from './uploads.ts';

const env = environments['return-files'].parse(process.env);
const db = dynamoDb();
const api = behindTheApi(env, db);
const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  // What a browser has posted may have a checksum that only AWS's own runtime can compute.
  responseChecksumValidation: 'WHEN_REQUIRED',
});

// infra/features.ts has the thread bundled beside this file.
const reader = spreadsheetReader({ entry: new URL('worker.mjs', import.meta.url) });
reader.warmUp();

const handlers = returnFileHandlers({
  uploads: uploadsOf(s3, env.UPLOADS_BUCKET),
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

export const handler = serve(returnFiles, handlers, api);
