import { randomUUID } from 'node:crypto';
import { createRemainingReader } from '#lambdas/lib/http/daily-limits.ts';
import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { createImportDrafts } from '#lambdas/lib/jobs/import-drafts.ts';
import { createLimitLogger, createSpreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { createUploadsClient, createUploads } from '#lambdas/lib/uploads/uploads.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { userFiles } from '#shared/api/routes/user-files.ts';
import { createFindKnownUsers } from './known-users-store.ts';
import type { UsersReader } from './rows/parse-users.ts';
import { createUserFileHandlers } from './user-file-handlers.ts';

// infra/functions/portal-function.ts bundles the worker thread into the same folder as this file.
const reader: UsersReader = createSpreadsheetReader({ entry: new URL('worker.mjs', import.meta.url) });
reader.warmUp();

export const handler = createFeatureHandler('user-files', userFiles, ({ env, db, api }) =>
  createUserFileHandlers({
    uploads: createUploads(createUploadsClient(), env.UPLOADS_BUCKET),
    reader,
    findUsers: createFindKnownUsers(db, env.USERS_TABLE, env.GROUP_NAMES),
    stores: createStoresStore(db, env.STORES_TABLE),
    drafts: createImportDrafts(db, env.JOBS_TABLE),
    settings: api.settings,
    readRemainingForDay: createRemainingReader(db, env.ATTEMPTS_TABLE),
    newId: randomUUID,
    onLimit: createLimitLogger(api.log),
    onDeletionFailure: (error) => api.log('error', 'file left behind', { error: errorFields(error) }),
  }),
);
