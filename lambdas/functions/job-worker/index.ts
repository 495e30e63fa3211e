import { setTimeout as wait } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createDynamoDbClient, createSqsClient } from '#lambdas/lib/aws/clients.ts';
import { createRateLimiter } from '#lambdas/lib/aws/concurrency.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createJobsQueue, createJobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import { createDirectory } from '#lambdas/lib/users/directory.ts';
import { limits } from '#shared/config/limits.ts';
import { createJobHandler } from './handler.ts';
import { createRowProcessor } from './row.ts';
import { createSliceProcessor } from './slice.ts';

const db = createDynamoDbClient();
const now = () => new Date();

// No SDK retries: an invitation whose response was lost must not be sent again without checking whether it was sent.
const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

export const handler = createEventHandler('job-worker', (env, log) => {
  const configuredGroups = env.GROUP_NAMES;
  const directory = createDirectory({ cognito, db, env, now });
  const processSlice = createSliceProcessor({
    jobs: createJobsStore(db, { jobs: env.JOBS_TABLE, audit: env.AUDIT_TABLE }),
    queue: createJobsQueue(createSqsClient(), { jobs: env.JOBS_QUEUE_URL, revocations: env.REVOCATIONS_QUEUE_URL }),
    users: directory.users,
    applyRow: createRowProcessor({ ...directory, configuredGroups, now }),
    configuredGroups,
    now,
    wait,
    random: Math.random,
    waitForTurn: createRateLimiter(limits.bulk.rowsPerSecond / limits.bulk.concurrentSlices, { now: Date.now, wait }),
    log,
  });
  return createJobHandler({ processSlice, log });
});
