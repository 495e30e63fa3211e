import { randomUUID } from 'node:crypto';
import { leftForDay } from '#lambdas/lib/http/daily-limits.ts';
import { feature } from '#lambdas/lib/http/feature-handler.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { limitLog, spreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { uploadsClient, uploadsOf } from '#lambdas/lib/uploads/uploads.ts';
import { storesStore } from '#lambdas/lib/users/stores.ts';
import { userFiles } from '#shared/api/routes/user-files.ts';
import { knownUsers } from './known-users-store.ts';
import type { UsersReader } from './rows/parse-users.ts';
import { userFileHandlers } from './user-file-handlers.ts';

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
