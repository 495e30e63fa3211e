import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { cognito, secretsManager, sqs } from '#lambdas/lib/aws/clients.ts';
import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { rotatedSecret, secret } from '#lambdas/lib/http/secrets.ts';
import { codeRequests } from '#lambdas/lib/sessions/code-requests.ts';
import { sessionsStore } from '#lambdas/lib/sessions/sessions.ts';
import { usersStore } from '#lambdas/lib/users/users.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { userPools } from './auth-pools.ts';
import { authStore } from './auth-store.ts';
import { createCaptchaVerifier } from './captcha.ts';
import { knownDevices } from './known-device.ts';
import { ownChanges } from './own-changes.ts';
import { ownSessionHandlers } from './own-sessions.ts';
import { passwordHandlers } from './passwords.ts';
import { secondFactorHandlers } from './second-factor.ts';
import type { Collaborators } from './session-lifecycle.ts';
import { createSessionLifecycle } from './session-lifecycle.ts';
import { sessionHandlers } from './session.ts';
import { signInHandlers } from './sign-in.ts';
import { challenges } from './signatures.ts';

export const handler = createFeatureHandler('auth', auth, ({ env, db, api }) => {
  const users = usersStore(db, env.USERS_TABLE);
  const pools = userPools(cognito(), env.REGIONS, rotatedSecret(secretsManager(), env.CLIENTS_SECRET_ARN));
  const collaborators: Collaborators = {
    regions: env.REGIONS,
    configuredGroups: env.GROUP_NAMES,
    adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
    verifyCaptcha: createCaptchaVerifier({
      verifyUrl: env.CAPTCHA_VERIFY_URL,
      secret: secret(secretsManager(), env.CAPTCHA_SECRET_ARN),
      acceptsAnySite: env.CAPTCHA_OF_ANY_SITE,
      fetch,
      timeoutMs: 3000,
    }),
    pools,
    tokens: api.tokens,
    users,
    rows: api.rows,
    store: authStore(db, { sessions: env.SESSIONS_TABLE, attempts: env.ATTEMPTS_TABLE, users: env.USERS_TABLE }),
    devices: knownDevices(pools),
    challenges: challenges(pools),
    codes: codeRequests(sqs(), env.CODES_QUEUE_URL),
    userSessions: sessionsStore(db, env.SESSIONS_TABLE),
    ownChanges: ownChanges({ users, pools, auditTable: env.AUDIT_TABLE, newId: randomUUID, now: api.now, wait }),
    now: api.now,
    wait,
  };
  const parts = { ...collaborators, sessions: createSessionLifecycle(collaborators) };
  return {
    ...signInHandlers(parts),
    ...sessionHandlers(parts),
    ...passwordHandlers(parts),
    ...ownSessionHandlers(parts),
    ...secondFactorHandlers(parts),
  };
});
