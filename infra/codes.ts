import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Identity } from './identity.ts';
import { portalFunction } from './portal-function.ts';
import { privateQueue } from './queues.ts';
import { regionSettings } from './region-settings.ts';
import type { Stage } from './stages.ts';

const timeout = Duration.seconds(15);

/** Codes for forgotten passwords, sent apart from the answer: how long that takes, and whether it works, tells strangers who is known. */
export class Codes extends Construct {
  readonly requests: sqs.Queue;
  /** Dead letters: requests that Cognito was too busy for, again and again. */
  readonly lost: sqs.Queue;
  /** Codes that could not be sent, or of which nobody knows whether they were. */
  readonly failures: logs.MetricFilter;

  constructor(scope: Construct, id: string, props: { stage: Stage; identity: Identity }) {
    super(scope, id);
    const { stage, identity } = props;
    this.lost = privateQueue(this, 'Lost');
    this.requests = privateQueue(this, 'Requests', {
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      deadLetterQueue: { queue: this.lost, maxReceiveCount: 3 },
    });
    const fn = portalFunction(this, 'codes', {
      name: 'codes',
      description: 'codes for forgotten passwords',
      stage,
      environment: { STAGE: stage.name, REGIONS: Stack.of(this).toJsonString(regionSettings(stage, identity)) },
      timeout,
      // Nobody waits for it; its log and its alarms say what a trace would.
      tracing: lambda.Tracing.DISABLED,
    });
    identity.grantCodes(fn);
    fn.addEventSource(
      new SqsEventSource(this.requests, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency: 5 }),
    );
    this.failures = fn.logGroup.addMetricFilter('NotSent', {
      filterPattern: logs.FilterPattern.stringValue('$.message', '=', 'code not sent'),
      metricNamespace: `RetailerSupportPortal/${stage.name}`,
      metricName: 'CodesNotSent',
      metricValue: '1',
    });
  }

  /** The function may ask for codes. */
  grantAsking(grantee: iam.IGrantable) {
    iam.Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [this.requests.queueArn] });
  }
}
