import { createCognitoClient } from '#lambdas/lib/aws/clients.ts';
import { createDailyCounter } from '#lambdas/lib/http/daily-limits.ts';
import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { createAttemptsStore } from '#lambdas/lib/sessions/attempts.ts';
import { createSessionsStore } from '#lambdas/lib/sessions/sessions.ts';
import { createDirectory } from '#lambdas/lib/users/directory.ts';
import { users } from '#shared/api/routes/users.ts';
import { createUserHandlers } from './user-handlers.ts';
import { createAuditPages, createUserPages } from './user-pages-store.ts';

export const handler = createFeatureHandler('users', users, ({ env, db, api }) => {
  const { users: usersStore, administration } = createDirectory({
    cognito: createCognitoClient(),
    db,
    env,
    now: api.now,
  });
  return createUserHandlers({
    users: usersStore,
    sessions: createSessionsStore(db, env.SESSIONS_TABLE),
    attempts: createAttemptsStore(db, env.ATTEMPTS_TABLE),
    countForDay: createDailyCounter(db, env.ATTEMPTS_TABLE),
    userPages: createUserPages(db, env.USERS_TABLE),
    auditPages: createAuditPages(db, env.AUDIT_TABLE),
    regions: env.REGIONS,
    configuredGroups: env.GROUP_NAMES,
    adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
    administration,
  });
});
