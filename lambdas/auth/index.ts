import { setTimeout as wait } from 'node:timers/promises';
import { cognito, dynamoDb, secretsManager } from '#lambdas/aws/clients.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { secret } from '#lambdas/http/secrets.ts';
import { serve } from '#lambdas/http/serve.ts';
import { environments } from '#shared/env.ts';
import { auth } from '#shared/routes/auth.ts';
import { reCaptcha } from './captcha.ts';
import { authHandlers } from './handlers.ts';
import { userPools } from './pools.ts';
import { authStore } from './store.ts';

const env = environments.auth.parse(process.env);
const db = dynamoDb();
const api = behindTheApi(env, db);

export const handler = serve(
  auth,
  authHandlers({
    regions: env.REGIONS,
    configuredGroups: env.GROUP_NAMES,
    verifyCaptcha: reCaptcha({
      verifyUrl: env.CAPTCHA_VERIFY_URL,
      secret: secret(secretsManager(), env.CAPTCHA_SECRET_ARN),
      fetch,
      timeoutMs: 3000,
    }),
    pools: userPools(cognito(), env.REGIONS),
    tokens: api.tokens,
    users: usersStore(db, env.USERS_TABLE),
    rows: api.rows,
    store: authStore(db, { sessions: env.SESSIONS_TABLE, attempts: env.ATTEMPTS_TABLE }),
    now: api.now,
    wait,
  }),
  api,
);
