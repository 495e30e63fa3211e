import { cognito } from '#lambdas/aws/clients.ts';
import { attemptsStore } from '#lambdas/directory/attempts.ts';
import { sessionsStore } from '#lambdas/directory/sessions.ts';
import { wiredDirectory } from '#lambdas/directory/wiring.ts';
import { feature } from '#lambdas/http/behind-the-api.ts';
import { dailyLimits } from '#lambdas/http/daily-limits.ts';
import { users } from '#shared/routes/users.ts';
import { auditPages, userPages } from './store.ts';
import { userHandlers } from './users.ts';

export const handler = feature('users', users, ({ env, db, api }) => {
  const { users: directory, administration } = wiredDirectory({ cognito: cognito(), db, env, now: api.now });
  return userHandlers({
    users: directory,
    sessions: sessionsStore(db, env.SESSIONS_TABLE),
    attempts: attemptsStore(db, env.ATTEMPTS_TABLE),
    countForDay: dailyLimits(db, env.ATTEMPTS_TABLE),
    userPages: userPages(db, env.USERS_TABLE),
    auditPages: auditPages(db, env.AUDIT_TABLE),
    regions: env.REGIONS,
    configuredGroups: env.GROUP_NAMES,
    adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
    administration,
  });
});
