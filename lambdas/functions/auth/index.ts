import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createCognitoClient, createSecretsManagerClient, createSqsClient } from '#lambdas/lib/aws/clients.ts';
import { createSubscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { createRotatedSecretReader, createSecretReader } from '#lambdas/lib/http/secrets.ts';
import { createCodeRequests } from '#lambdas/lib/sessions/code-requests.ts';
import { createSessionsStore } from '#lambdas/lib/sessions/sessions.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { createUsersStore } from '#lambdas/lib/users/users.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { createUserPools } from './auth-pools.ts';
import { createAuthStore } from './auth-store.ts';
import { createCallerSessions, createOwnSessionHandlers } from './caller-sessions.ts';
import { createCaptchaVerifier } from './captcha.ts';
import { createDailyEmailHandlers } from './daily-email.ts';
import { createKnownDevices } from './known-device.ts';
import { createOwnAccountChanges } from './own-account-changes.ts';
import { createPasswordHandlers } from './passwords.ts';
import { createSecondFactorHandlers } from './second-factor.ts';
import { createSessionLifecycle } from './session-lifecycle.ts';
import { createSessionHandlers } from './session.ts';
import { createSignInHandlers } from './sign-in.ts';
import { createChallenges } from './signatures.ts';

export const handler = createFeatureHandler('auth', auth, ({ env, db, api }) => {
  const { tokens, readRows, now } = api;
  const regions = env.REGIONS;
  const pools = createUserPools(
    createCognitoClient(),
    regions,
    createRotatedSecretReader(createSecretsManagerClient(), env.CLIENTS_SECRET_ARN),
  );
  const users = createUsersStore(db, env.USERS_TABLE);
  const userSessions = createSessionsStore(db, env.SESSIONS_TABLE);
  const authStore = createAuthStore(db, {
    sessions: env.SESSIONS_TABLE,
    attempts: env.ATTEMPTS_TABLE,
    users: env.USERS_TABLE,
  });
  const verifyCaptcha = createCaptchaVerifier({
    verifyUrl: env.CAPTCHA_VERIFY_URL,
    secret: createSecretReader(createSecretsManagerClient(), env.CAPTCHA_SECRET_ARN),
    acceptsAnySite: env.CAPTCHA_OF_ANY_SITE,
    fetch,
    timeoutMs: 3000,
  });
  const devices = createKnownDevices(pools);
  const signInChallenges = createChallenges(pools);
  const codes = createCodeRequests(createSqsClient(), env.CODES_QUEUE_URL);
  const ownAccountChanges = createOwnAccountChanges({
    users,
    pools,
    auditTable: env.AUDIT_TABLE,
    newId: randomUUID,
    now,
    wait,
  });
  const sessions = createSessionLifecycle({
    regions,
    configuredGroups: env.GROUP_NAMES,
    adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
    pools,
    tokens,
    users,
    store: authStore,
    devices,
    ownAccountChanges,
    now,
  });
  const callerSessions = createCallerSessions({ tokens, users, userSessions, ownAccountChanges });
  return {
    ...createSignInHandlers({
      verifyCaptcha,
      attemptCounts: authStore,
      devices,
      challenges: signInChallenges,
      pools,
      tokens,
      users,
      ownAccountChanges,
      sessions,
    }),
    ...createSessionHandlers({ regions, tokens, readRows, store: authStore, pools, sessions }),
    ...createPasswordHandlers({
      verifyCaptcha,
      pools,
      attemptCounts: authStore,
      devices,
      challenges: signInChallenges,
      codes,
      ownAccountChanges,
      sessions,
      wait,
    }),
    ...createOwnSessionHandlers(callerSessions),
    ...createDailyEmailHandlers({
      subscriptions: env.HAS_DAILY_EMAIL ? createSubscriptions(db, env.SUBSCRIPTIONS_TABLE) : undefined,
      stores: createStoresStore(db, env.STORES_TABLE),
      sign: pools.sign,
    }),
    ...createSecondFactorHandlers({ pools, users, attemptCounts: authStore, ownAccountChanges, callerSessions }),
  };
});
