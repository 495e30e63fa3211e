import { Duration, Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Data } from './data.ts';
import type { Identity } from './identity.ts';
import { portalFunction } from './portal-function.ts';
import { regionSettings } from './region-settings.ts';
import type { Stage } from './stages.ts';

/** How long the worker may take over a slice of rows. */
export const sliceTimeout = Duration.seconds(60);

/** Does what jobs ask for, row by row. */
export const jobWorkerFunction = (
  scope: Construct,
  { stage, identity, data, slices }: { stage: Stage; identity: Identity; data: Data; slices: sqs.IQueue },
): lambda.Function => {
  const { users, stores, audit, jobs } = data.tables;
  const fn = portalFunction(scope, 'job-worker', {
    name: 'job-worker',
    description: 'job-worker',
    stage,
    environment: {
      STAGE: stage.name,
      GROUP_NAMES: JSON.stringify(Object.values(stage.groupNames)),
      REGIONS: Stack.of(scope).toJsonString(regionSettings(stage, identity)),
      USERS_TABLE: users.tableName,
      STORES_TABLE: stores.tableName,
      AUDIT_TABLE: audit.tableName,
      JOBS_TABLE: jobs.tableName,
      JOBS_QUEUE_URL: slices.queueUrl,
    },
    timeout: sliceTimeout,
    // Nobody waits for it; its log and its alarms say what a trace would, and a trace costs more than the run.
    tracing: lambda.Tracing.DISABLED,
  });
  identity.grantBulkWork(fn);
  data.grantJobWork(fn);
  return fn;
};
