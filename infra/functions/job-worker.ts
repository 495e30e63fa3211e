import { Duration } from 'aws-cdk-lib';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Identity } from '#infra/identity.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { createErrorMetric } from '#infra/monitoring/alarms.ts';
import { grantSending, alarmOnNewDeadLetters, createPrivateQueue, createWorkQueue } from '#infra/queues.ts';
import type { Stage } from '#infra/stages.ts';
import { limits } from '#shared/config/limits.ts';
import { createPortalFunction, consumeQueue } from './portal-function.ts';

/** Cognito actions for inviting users and changing their permissions, without deleting them. */
export const administrationActions = [
  'AdminAddUserToGroup',
  'AdminCreateUser',
  'AdminDisableUser',
  'AdminEnableUser',
  'AdminGetUser',
  'AdminListGroupsForUser',
  'AdminRemoveUserFromGroup',
  'AdminUserGlobalSignOut',
] as const;

/** Bulk jobs. Revocations have their own queue, and each queue has its own share of the worker's concurrency. */
export class Jobs extends Construct {
  readonly slices: sqs.Queue;
  readonly sliceDeadLetters: sqs.Queue;
  readonly revocations: sqs.Queue;
  readonly revocationDeadLetters: sqs.Queue;
  /** Queue URLs for the functions that send jobs. */
  readonly queueUrls: { readonly JOBS_QUEUE_URL: string; readonly REVOCATIONS_QUEUE_URL: string };
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; identity: Identity; data: Data }) {
    super(scope, id);
    const { identity, data } = props;
    const timeout = Duration.seconds(60);
    const maxAttempts = limits.bulk.maxSliceDeliveries;
    this.sliceDeadLetters = createPrivateQueue(this, 'LostSlices');
    this.slices = createWorkQueue(this, 'Slices', { timeout, deadLetters: this.sliceDeadLetters, maxAttempts });
    this.revocationDeadLetters = createPrivateQueue(this, 'LostRevocations');
    this.revocations = createWorkQueue(this, 'Revocations', {
      timeout,
      deadLetters: this.revocationDeadLetters,
      maxAttempts,
    });
    this.queueUrls = { JOBS_QUEUE_URL: this.slices.queueUrl, REVOCATIONS_QUEUE_URL: this.revocations.queueUrl };
    const queues = [this.slices, this.revocations];
    const worker = createPortalFunction(this, 'job-worker', {
      ...props,
      environment: this.queueUrls,
      timeout,
      // Reserved, so that other functions in the account cannot delay revocations.
      concurrency: queues.length * limits.bulk.concurrentSlices,
    });
    // Undoing an import deletes the users that it invited.
    identity.grant(worker, [...administrationActions, 'AdminDeleteUser']);
    data.grantDirectory(worker);
    data.grant(worker, {
      users: ['ConditionCheckItem'],
      // Undoing an import deletes the stores that it created and that have no users left.
      'users/byStore': ['Query'],
      stores: ['DeleteItem'],
      jobs: ['GetItem', 'UpdateItem', 'ConditionCheckItem', 'Query'],
    });
    for (const queue of queues) {
      // A job that must wait is sent to the end of the queue again.
      grantSending(worker, queue);
      consumeQueue(worker, queue, { batchSize: 1, maxConcurrency: limits.bulk.concurrentSlices });
    }
    this.alarms = [
      {
        name: 'job-worker-failing',
        harm: 'Admins wait for a job on many users that stands still.',
        metric: createErrorMetric(worker),
      },
      {
        name: 'slices-lost',
        harm: 'Users of a bulk job are neither invited nor changed, and the job does not end by itself: an admin has to stop it.',
        ...alarmOnNewDeadLetters(this.sliceDeadLetters),
      },
      {
        name: 'revocations-lost',
        harm: 'Users whom an admin has disabled or removed from a group in bulk still have their access.',
        ...alarmOnNewDeadLetters(this.revocationDeadLetters),
      },
    ];
  }
}
