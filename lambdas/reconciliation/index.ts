import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { dynamoDb } from '#lambdas/aws/clients.ts';
import { pace } from '#lambdas/aws/pace.ts';
import { reconciliation } from '#lambdas/directory/reconcile.ts';
import { wiredDirectory } from '#lambdas/directory/wiring.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { environments } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
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

const work = reconciliationHandler({
  reconcile: reconciliation({
    ...wiredDirectory({ cognito, db, env, now }),
    configuredGroups,
    now,
    pace: pace(limits.listCallsPerSecond, { now: Date.now, wait }),
  }),
  newId: randomUUID,
  log: jsonLog(),
});

/** A function that takes no callback has to promise its answer. */
export const handler = async (_: unknown, context: { getRemainingTimeInMillis: () => number }) =>
  work(context.getRemainingTimeInMillis);
