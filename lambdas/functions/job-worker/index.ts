import { setTimeout as wait } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { dynamoDb, sqs } from '#lambdas/lib/aws/clients.ts';
import { pace } from '#lambdas/lib/aws/concurrency.ts';
import { triggered } from '#lambdas/lib/aws/event-handler.ts';
import { jobsQueue, jobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import { wiredDirectory } from '#lambdas/lib/users/wiring.ts';
import { limits } from '#shared/config/limits.ts';
import { jobHandler } from './handler.ts';
import { rowWork } from './row.ts';
import { sliceWork } from './slice.ts';

const db = dynamoDb();
const now = () => new Date();

// No SDK retries: an invitation whose response was lost must not be sent again without checking whether it was sent.
const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

export const handler = triggered('job-worker', (env, log) => {
  const configuredGroups = env.GROUP_NAMES;
  const directory = wiredDirectory({ cognito, db, env, now });
  const work = sliceWork({
    jobs: jobsStore(db, { jobs: env.JOBS_TABLE, audit: env.AUDIT_TABLE }),
    queue: jobsQueue(sqs(), { jobs: env.JOBS_QUEUE_URL, revocations: env.REVOCATIONS_QUEUE_URL }),
    users: directory.users,
    doRow: rowWork({ ...directory, configuredGroups, now }),
    configuredGroups,
    now,
    wait,
    random: Math.random,
    pace: pace(limits.bulk.rowsPerSecond / limits.bulk.workers, { now: Date.now, wait }),
    log,
  });
  return jobHandler({ work, log });
});
