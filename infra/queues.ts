import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Alarm } from './monitoring/alarms.ts';
import { minutes5 } from './monitoring/alarms.ts';

/** Maximum retention of SQS, in days; the privacy policy states it. */
export const messageDays = 14;

type QueueProps = Pick<sqs.QueueProps, 'visibilityTimeout' | 'deadLetterQueue' | 'deliveryDelay'>;

export const privateQueue = (scope: Construct, id: string, props: QueueProps = {}) =>
  new sqs.Queue(scope, id, {
    ...props,
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(messageDays),
  });

type Work = {
  readonly timeout: Duration;
  readonly deadLetters: sqs.IQueue;
  readonly tries: number;
  readonly deliveryDelay?: Duration;
};

/**
 * Creates a queue that a function consumes. The visibility timeout is six times the function's timeout, as AWS
 * recommends, so that throttled messages are not delivered twice.
 */
export const workQueue = (scope: Construct, id: string, { timeout, deadLetters, tries, ...props }: Work) =>
  privateQueue(scope, id, {
    ...props,
    visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: tries },
  });

/** Grants only sending; CDK's own grant also allows reading queue attributes. */
export const grantSending = (grantee: iam.IGrantable, { queueArn }: sqs.IQueue) =>
  iam.Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [queueArn] });

/** Messages in a dead-letter queue. */
export const createDeadLetterMetric = (queue: sqs.IQueue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: minutes5, statistic: 'Maximum' });

/**
 * Alarm on the growth of a dead-letter queue, so that a message that stays does not silence it. SQS's own count of sent
 * messages omits those that a redrive policy moves, and there are no data while a queue is empty and unused.
 */
export const onNewDeadLetters = (queue: sqs.IQueue): Pick<Alarm, 'metric' | 'periods' | 'isEvent'> => ({
  isEvent: true,
  metric: new cloudwatch.MathExpression({
    label: 'New dead letters',
    period: minutes5,
    expression: 'DIFF(FILL(letters, 0))',
    usingMetrics: { letters: createDeadLetterMetric(queue) },
  }),
  // Rings for a quarter of an hour, so that a deployment that loses messages still sees it at its end.
  periods: [1, 3],
});
