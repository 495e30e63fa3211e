import { cognito } from '#lambdas/lib/aws/clients.ts';
import { dailyLimits } from '#lambdas/lib/http/daily-limits.ts';
import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { attemptsStore } from '#lambdas/lib/sessions/attempts.ts';
import { sessionsStore } from '#lambdas/lib/sessions/sessions.ts';
import { createDirectory } from '#lambdas/lib/users/wiring.ts';
import { users } from '#shared/api/routes/users.ts';
import { createUserHandlers } from './user-handlers.ts';
import { createAuditPages, createUserPages } from './user-pages-store.ts';

export const handler = createFeatureHandler('users', users, ({ env, db, api }) => {
  const { users: directory, administration } = createDirectory({ cognito: cognito(), db, env, now: api.now });
  return createUserHandlers({
    users: directory,
    sessions: sessionsStore(db, env.SESSIONS_TABLE),
    attempts: attemptsStore(db, env.ATTEMPTS_TABLE),
    countForDay: dailyLimits(db, env.ATTEMPTS_TABLE),
    userPages: createUserPages(db, env.USERS_TABLE),
    auditPages: createAuditPages(db, env.AUDIT_TABLE),
    regions: env.REGIONS,
    configuredGroups: env.GROUP_NAMES,
    adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
    administration,
  });
});
