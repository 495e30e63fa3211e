import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { secretsManager } from '#lambdas/aws/clients.ts';
import type { ApiEnvironment } from '#shared/env.ts';
import { callerRows, authenticate } from './caller.ts';
import { jsonLog } from './log.ts';
import { rotatedSecret } from './secrets.ts';
import { tokenVerifier } from './tokens.ts';

/** What every function behind the API is made of, from its environment. Called once, at start. */
export const behindTheApi = (env: ApiEnvironment, db: DynamoDBDocumentClient) => {
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
