import { randomInt, randomUUID } from 'node:crypto';
import { cognito, dynamoDb } from '#lambdas/aws/clients.ts';
import { administration } from '#lambdas/directory/administration.ts';
import { attemptsStore } from '#lambdas/directory/attempts.ts';
import { poolAdmin } from '#lambdas/directory/pool.ts';
import { sessionsStore } from '#lambdas/directory/sessions.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { newPassword } from '#lambdas/directory/temporary-password.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { serve } from '#lambdas/http/serve.ts';
import { environments } from '#shared/env.ts';
import { byRegion } from '#shared/regions.ts';
import { users } from '#shared/routes/users.ts';
import { auditPages, userPages } from './store.ts';
import { userHandlers } from './users.ts';

const env = environments.users.parse(process.env);
const db = dynamoDb();
const api = behindTheApi(env, db);
const directory = usersStore(db, env.USERS_TABLE);

const handlers = userHandlers({
  users: directory,
  sessions: sessionsStore(db, env.SESSIONS_TABLE),
  attempts: attemptsStore(db, env.ATTEMPTS_TABLE),
  userPages: userPages(db, env.USERS_TABLE),
  auditPages: auditPages(db, env.AUDIT_TABLE),
  regions: env.REGIONS,
  configuredGroups: env.GROUP_NAMES,
  adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
  administration: administration({
    pool: poolAdmin(cognito(), {
      userPoolIds: byRegion((region) => env.REGIONS[region].userPoolId),
      configuredGroups: env.GROUP_NAMES,
    }),
    users: directory,
    stores: storesStore(db, env.STORES_TABLE),
    auditTable: env.AUDIT_TABLE,
    configuredGroups: env.GROUP_NAMES,
    newId: randomUUID,
    newPassword: () => newPassword(randomInt),
    now: api.now,
  }),
});

export const handler = serve(users, handlers, api);
