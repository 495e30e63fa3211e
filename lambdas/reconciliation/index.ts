import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { dynamoDb } from '#lambdas/aws/clients.ts';
import { pace } from '#lambdas/aws/pace.ts';
import { administration } from '#lambdas/directory/administration.ts';
import { poolAdmin } from '#lambdas/directory/pool.ts';
import { reconciliation } from '#lambdas/directory/reconcile.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { newPassword } from '#lambdas/directory/temporary-password.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { environments } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
import { byRegion } from '#shared/regions.ts';
import { reconciliationHandler } from './handler.ts';

const env = environments.reconciliation.parse(process.env);
const db = dynamoDb();
const now = () => new Date();
const configuredGroups = env.GROUP_NAMES;
// Nobody waits for it: it tries for longer than a request may.
const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 8,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});
const pool = poolAdmin(cognito, {
  userPoolIds: byRegion((region) => env.REGIONS[region].userPoolId),
  configuredGroups,
});
const users = usersStore(db, env.USERS_TABLE);

const work = reconciliationHandler({
  reconcile: reconciliation({
    pool,
    users,
    administration: administration({
      pool,
      users,
      stores: storesStore(db, env.STORES_TABLE),
      auditTable: env.AUDIT_TABLE,
      configuredGroups,
      newId: randomUUID,
      newPassword: () => newPassword(randomInt),
      now,
    }),
    configuredGroups,
    now,
    pace: pace(limits.listCallsPerSecond, { now: Date.now, wait }),
  }),
  newId: randomUUID,
  log: jsonLog((line) => process.stdout.write(`${line}\n`)),
});

/** A function that takes no callback has to promise its answer. */
export const handler = async (_: unknown, context: { getRemainingTimeInMillis: () => number }) =>
  work(context.getRemainingTimeInMillis);
