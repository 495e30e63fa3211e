import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Alarm } from './monitoring/alarms.ts';
import { fiveMinutes } from './monitoring/alarms.ts';

/** Maximum retention of SQS, in days; the privacy policy states it. */
export const messageDays = 14;

type QueueProps = Pick<sqs.QueueProps, 'visibilityTimeout' | 'deadLetterQueue' | 'deliveryDelay'>;

export const createPrivateQueue = (scope: Construct, id: string, props: QueueProps = {}) =>
  new sqs.Queue(scope, id, {
    ...props,
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(messageDays),
  });

type WorkQueueProps = {
  readonly timeout: Duration;
  readonly deadLetters: sqs.IQueue;
  readonly maxAttempts: number;
  readonly deliveryDelay?: Duration;
};

/**
 * Creates a queue that a function consumes. The visibility timeout is six times the function's timeout, as AWS
 * recommends, so that throttled messages are not delivered twice.
 */
export const createWorkQueue = (
  scope: Construct,
  id: string,
  { timeout, deadLetters, maxAttempts, ...props }: WorkQueueProps,
) =>
  createPrivateQueue(scope, id, {
    ...props,
    visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: maxAttempts },
  });

/** Grants only sending; CDK's own grant also allows reading queue attributes. */
export const grantSending = (grantee: iam.IGrantable, { queueArn }: sqs.IQueue) =>
  iam.Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [queueArn] });

/** Messages in a dead-letter queue. */
export const createDeadLetterMetric = (queue: sqs.IQueue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes, statistic: 'Maximum' });

/**
 * Creates the condition of an alarm on the growth of a dead-letter queue, so that an old message does not hide a new one.
 * SQS's own count of sent messages omits those that a redrive policy moves, and an empty, unused queue has no data.
 */
export const alarmOnNewDeadLetters = (queue: sqs.IQueue): Pick<Alarm, 'metric' | 'periods' | 'isEvent'> => ({
  isEvent: true,
  metric: new cloudwatch.MathExpression({
    label: 'New dead letters',
    period: fiveMinutes,
    expression: 'DIFF(FILL(letters, 0))',
    usingMetrics: { letters: createDeadLetterMetric(queue) },
  }),
  // Stays active for a quarter of an hour, so that the check at the end of a deployment still sees it.
  periods: [1, 3],
});
