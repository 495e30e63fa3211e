import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoDb, secretsManager } from '#lambdas/lib/aws/clients.ts';
import type { Route } from '#shared/api/route.ts';
import type { Feature } from '#shared/api/routes/table.ts';
import type { ApiEnvironment, Environment } from '#shared/config/env.ts';
import { environments } from '#shared/config/env.ts';
import { callerRows, authenticate, tokenVerifier } from './caller.ts';
import { dailyLimits } from './daily-limits.ts';
import { jsonLog } from './log.ts';
import { rotatedSecret, secret } from './secrets.ts';
import type { Handlers } from './serve.ts';
import { serve } from './serve.ts';

const createApiDependencies = (env: ApiEnvironment, db: DynamoDBDocumentClient) => {
  const tokens = tokenVerifier(env.REGIONS);
  const rows = callerRows(db, { users: env.USERS_TABLE, sessions: env.SESSIONS_TABLE });
  return {
    tokens,
    rows,
    originSecrets: rotatedSecret(secretsManager(), env.ORIGIN_SECRET_ARN),
    settings: env.REGIONS,
    authenticate: authenticate({
      tokens,
      rows,
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
  make: (dependencies: FeatureDependencies<Name>) => Handlers<Routes>,
) => {
  const env = environments[name].parse(process.env) as Environment<Feature>;
  const db = dynamoDb();
  const api = createApiDependencies(env, db);
  return serve(routes, make({ env: env as Environment<Name>, db, api }), {
    ...api,
    ...('ATTEMPTS_TABLE' in env && { countForDay: dailyLimits(db, env.ATTEMPTS_TABLE) }),
    ...('ADDRESS_KEY_SECRET_ARN' in env && { logHashKey: secret(secretsManager(), env.ADDRESS_KEY_SECRET_ARN) }),
  });
};
