import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { dynamoDb } from '#lambdas/aws/clients.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { serve } from '#lambdas/http/serve.ts';
import { foundReturn } from '#lambdas/records/return.ts';
import { searchIndexOf } from '#lambdas/records/search.ts';
import { environments } from '#shared/env.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import { fileReader } from './file-reader.ts';
import { returnFileHandlers } from './handlers.ts';
import { limitLog } from './limit-log.ts';
import { sentReturns, uploadsOf } from './store.ts';

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
const reader = fileReader({ entry: new URL('worker.mjs', import.meta.url) });
reader.warmUp();

const handlers = returnFileHandlers({
  uploads: uploadsOf(s3, env.UPLOADS_BUCKET),
  reader,
  search: searchIndexOf(db, env.SEARCH_TABLE, (item) => foundReturn.parse(item)),
  returns: sentReturns(db, env.RETURNS_TABLE),
  stores: storesStore(db, env.STORES_TABLE),
  settings: env.REGIONS,
  newId: randomUUID,
  onLimit: limitLog(api.log),
  onLeftBehind: (error) => api.log('error', 'file left behind', { error: errorFields(error) }),
});

export const handler = serve(returnFiles, handlers, api);
