import { Duration } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** As long as SQS keeps anything. The privacy policy names it. */
export const messageDays = 14;

type QueueProps = Pick<sqs.QueueProps, 'visibilityTimeout' | 'deadLetterQueue' | 'deliveryDelay'>;

/** An encrypted queue that speaks TLS only. */
export const privateQueue = (scope: Construct, id: string, props: QueueProps = {}) =>
  new sqs.Queue(scope, id, {
    ...props,
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(messageDays),
  });
