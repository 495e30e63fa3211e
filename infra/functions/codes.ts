import { Duration } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Identity } from '#infra/identity.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { fiveMinutes } from '#infra/monitoring/alarms.ts';
import { toNamespace } from '#infra/monitoring/metrics.ts';
import { alarmOnNewDeadLetters, createPrivateQueue, createWorkQueue } from '#infra/queues.ts';
import type { Secrets } from '#infra/secrets.ts';
import type { Stage } from '#infra/stages.ts';
import { createPortalFunction, consumeQueue } from './portal-function.ts';

/**
 * Sends codes for forgotten passwords asynchronously: the time and result of sending would reveal which emails are
 * registered.
 */
export class Codes extends Construct {
  readonly requests: sqs.Queue;
  readonly deadLetters: sqs.Queue;
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; identity: Identity; secrets: Secrets }) {
    super(scope, id);
    const timeout = Duration.seconds(15);
    this.deadLetters = createPrivateQueue(this, 'Lost');
    this.requests = createWorkQueue(this, 'Requests', { timeout, deadLetters: this.deadLetters, maxAttempts: 3 });
    const fn = createPortalFunction(this, 'code-sender', {
      id: 'codes',
      ...props,
      description: 'codes for forgotten passwords',
      environment: {},
      timeout,
    });
    // The client's secret authorizes sending a code; no IAM permission is needed.
    props.secrets.grantReading(fn, 'clients');
    consumeQueue(fn, this.requests, { batchSize: 1, maxConcurrency: 5 });
    const unsentCodes = fn.logGroup.addMetricFilter('NotSent', {
      filterPattern: logs.FilterPattern.stringValue('$.message', '=', 'code not sent'),
      metricNamespace: toNamespace(props.stage),
      metricName: 'CodesNotSent',
      metricValue: '1',
    });
    this.alarms = [
      {
        name: 'codes-failing',
        harm: 'Staff who forgot their password wait for a code in vain: Cognito, or its email, failed.',
        metric: unsentCodes.metric({ period: fiveMinutes, statistic: 'Sum' }),
      },
      {
        name: 'codes-lost',
        harm: 'Staff who forgot their password wait for a code in vain: Cognito was too busy.',
        ...alarmOnNewDeadLetters(this.deadLetters),
      },
    ];
  }
}
