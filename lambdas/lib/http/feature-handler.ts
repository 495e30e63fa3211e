import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbClient, createSecretsManagerClient } from '#lambdas/lib/aws/clients.ts';
import type { Route } from '#shared/api/route.ts';
import type { Feature } from '#shared/api/routes/table.ts';
import type { ApiEnvironment, Environment } from '#shared/config/env.ts';
import { environments } from '#shared/config/env.ts';
import { createCallerRowsReader, createAuthenticate, createTokenVerifier } from './caller.ts';
import { createDailyCounter } from './daily-limits.ts';
import { jsonLog } from './log.ts';
import { createRotatedSecretReader, createSecretReader } from './secrets.ts';
import type { Handlers } from './serve.ts';
import { serve } from './serve.ts';

const createApiDependencies = (env: ApiEnvironment, db: DynamoDBDocumentClient) => {
  const tokens = createTokenVerifier(env.REGIONS);
  const readRows = createCallerRowsReader(db, { users: env.USERS_TABLE, sessions: env.SESSIONS_TABLE });
  return {
    tokens,
    readRows,
    originSecrets: createRotatedSecretReader(createSecretsManagerClient(), env.ORIGIN_SECRET_ARN),
    settings: env.REGIONS,
    authenticate: createAuthenticate({
      tokens,
      readRows,
      configuredGroups: env.GROUP_NAMES,
      adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
    }),
    now: () => new Date(),
    traceHeader: () => process.env['_X_AMZN_TRACE_ID'],
    log: jsonLog(),
  };
};

type FeatureDependencies<Name extends Feature> = {
  readonly env: Environment<Name>;
  readonly db: DynamoDBDocumentClient;
  readonly api: ReturnType<typeof createApiDependencies>;
};

/** Creates the Lambda handler of a feature. Parses the environment on cold start and throws if it is invalid. */
export const createFeatureHandler = <Name extends Feature, Routes extends Record<string, Route>>(
  name: Name,
  routes: Routes,
  createHandlers: (dependencies: FeatureDependencies<Name>) => Handlers<Routes>,
) => {
  const env = environments[name].parse(process.env) as Environment<Feature>;
  const db = createDynamoDbClient();
  const api = createApiDependencies(env, db);
  return serve(routes, createHandlers({ env: env as Environment<Name>, db, api }), {
    ...api,
    ...('ATTEMPTS_TABLE' in env && { countForDay: createDailyCounter(db, env.ATTEMPTS_TABLE) }),
    ...('ADDRESS_KEY_SECRET_ARN' in env && {
      logHashKey: createSecretReader(createSecretsManagerClient(), env.ADDRESS_KEY_SECRET_ARN),
    }),
  });
};
