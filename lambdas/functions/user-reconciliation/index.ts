import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createDynamoDbClient } from '#lambdas/lib/aws/clients.ts';
import { createRateLimiter } from '#lambdas/lib/aws/concurrency.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createDirectory } from '#lambdas/lib/users/directory.ts';
import { createReconciliation } from '#lambdas/lib/users/reconcile.ts';
import { limits } from '#shared/config/limits.ts';
import { createReconciliationHandler } from './handler.ts';

const db = createDynamoDbClient();
const now = () => new Date();
// Background work may be retried for longer than a request.
const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 8,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

export const handler = createEventHandler('user-reconciliation', (env, log) => {
  const reconcileRegions = createReconciliationHandler({
    reconcile: createReconciliation({
      ...createDirectory({ cognito, db, env, now }),
      configuredGroups: env.GROUP_NAMES,
      now,
      waitForTurn: createRateLimiter(limits.listCallsPerSecond, { now: Date.now, wait }),
    }),
    newId: randomUUID,
    log,
  });
  return (_: unknown, context) => reconcileRegions(context.getRemainingTimeInMillis);
});
