import { randomUUID } from 'node:crypto';
import { storesStore } from '#lambdas/directory/stores.ts';
import { feature } from '#lambdas/http/behind-the-api.ts';
import { leftForDay } from '#lambdas/http/daily-limits.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { limitLog, spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { uploadsClient, uploadsOf } from '#lambdas/spreadsheets/uploads.ts';
import { userFiles } from '#shared/routes/user-files.ts';
import type { UsersReader } from './rows/read-users.ts';
import { knownUsers } from './store.ts';
import { userFileHandlers } from './user-files.ts';

// infra/functions/portal-function.ts bundles the worker thread into the same folder as this file.
const reader: UsersReader = spreadsheetReader({ entry: new URL('worker.mjs', import.meta.url) });
reader.warmUp();

export const handler = feature('user-files', userFiles, ({ env, db, api }) =>
  userFileHandlers({
    uploads: uploadsOf(uploadsClient(), env.UPLOADS_BUCKET),
    reader,
    findUsers: knownUsers(db, env.USERS_TABLE, env.GROUP_NAMES),
    stores: storesStore(db, env.STORES_TABLE),
    settings: api.settings,
    leftForDay: leftForDay(db, env.ATTEMPTS_TABLE),
    newId: randomUUID,
    onLimit: limitLog(api.log),
    onLeftBehind: (error) => api.log('error', 'file left behind', { error: errorFields(error) }),
  }),
);
