import { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { limits } from '#shared/limits.ts';
import type { Data } from './data.ts';
import type { Identity } from './identity.ts';
import { jobWorkerFunction, sliceTimeout } from './job-worker-function.ts';
import { privateQueue } from './queues.ts';
import type { Stage } from './stages.ts';

/** Work on many users at once: slices of rows wait in a queue, and a worker does them at the pace that Cognito allows. */
export class Jobs extends Construct {
  readonly slices: sqs.Queue;
  /** Dead letters: slices whose worker was ended again and again. */
  readonly lostSlices: sqs.Queue;
  readonly worker: lambda.Function;

  constructor(scope: Construct, id: string, props: { stage: Stage; identity: Identity; data: Data }) {
    super(scope, id);
    this.lostSlices = privateQueue(this, 'LostSlices');
    this.slices = privateQueue(this, 'Slices', {
      // AWS advises six times: a slice that was throttled is not handed out twice.
      visibilityTimeout: Duration.seconds(6 * sliceTimeout.toSeconds()),
      deadLetterQueue: { queue: this.lostSlices, maxReceiveCount: limits.bulk.sliceTries },
    });
    this.worker = jobWorkerFunction(this, { ...props, slices: this.slices });
    // What waits for another job is handed back to the end of the queue.
    this.grantHandOver(this.worker);
    this.worker.addEventSource(
      new SqsEventSource(this.slices, {
        batchSize: 1,
        reportBatchItemFailures: true,
        maxConcurrency: limits.bulk.workers,
      }),
    );
  }

  /** The function may hand slices to the worker. */
  grantHandOver(grantee: iam.IGrantable) {
    iam.Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [this.slices.queueArn] });
  }
}
