import { randomUUID } from 'node:crypto';
import { dynamoDb } from '#lambdas/aws/clients.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { dailyLimits, leftForDay } from '#lambdas/http/daily-limits.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { serve } from '#lambdas/http/serve.ts';
import { limitLog } from '#lambdas/spreadsheets/limit-log.ts';
import { spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { uploadsClient, uploadsOf } from '#lambdas/spreadsheets/uploads.ts';
import { environments } from '#shared/env.ts';
import { userFiles } from '#shared/routes/user-files.ts';
import type { UsersReader } from './rows/read-users.ts';
import { knownUsers } from './store.ts';
import { userFileHandlers } from './user-files.ts';

const env = environments['user-files'].parse(process.env);
const db = dynamoDb();
const api = behindTheApi(env, db);

// infra/functions/portal-function.ts has the thread bundled beside this file.
const reader: UsersReader = spreadsheetReader({ entry: new URL('worker.mjs', import.meta.url) });
reader.warmUp();

const handlers = userFileHandlers({
  uploads: uploadsOf(uploadsClient(), env.UPLOADS_BUCKET),
  reader,
  users: knownUsers(db, env.USERS_TABLE, env.GROUP_NAMES),
  stores: storesStore(db, env.STORES_TABLE),
  settings: env.REGIONS,
  leftForDay: leftForDay(db, env.ATTEMPTS_TABLE),
  newId: randomUUID,
  onLimit: limitLog(api.log),
  onLeftBehind: (error) => api.log('error', 'file left behind', { error: errorFields(error) }),
});

export const handler = serve(userFiles, handlers, { ...api, countForDay: dailyLimits(db, env.ATTEMPTS_TABLE) });
