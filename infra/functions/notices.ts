import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { createIteratorAgeMetric, fiveMinutes } from '#infra/monitoring/alarms.ts';
import { alarmOnNewDeadLetters, createPrivateQueue } from '#infra/queues.ts';
import type { Stage } from '#infra/stages.ts';
import type { Bounces } from './bounces.ts';
import { createSenderVariables, grantSendingEmails } from './emails.ts';
import { createPortalFunction, consumeStream } from './portal-function.ts';

type NoticesProps = {
  readonly stage: Stage;
  readonly email: NonNullable<Stage['email']>;
  readonly data: Data;
  readonly bounces: Bounces | undefined;
};

export class Notices extends Construct {
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: NoticesProps) {
    super(scope, id);
    const { stage, data } = props;
    const deadLetters = createPrivateQueue(this, 'Lost');
    const fn = createPortalFunction(this, 'account-notices', {
      id: 'notices',
      stage,
      data,
      environment: {
        ...createSenderVariables(props),
        LOST_NOTICES_URL: deadLetters.queueUrl,
      },
      // Ten emails with a timeout of five seconds each.
      timeout: Duration.seconds(60),
      deadLetters,
    });
    grantSendingEmails(fn, props);
    data.grant(fn, { 'users/byAdmin': ['Query'] });
    consumeStream(fn, data, 'audit', { batchSize: 10, deadLetters });
    this.alarms = [
      {
        name: 'notices-late',
        harm: 'Users whose password, roles or one-time codes have changed hear of it minutes late: whoever took over an account has that much more time.',
        metric: createIteratorAgeMetric(fn),
        threshold: fiveMinutes.toMilliseconds(),
      },
      {
        name: 'notices-lost',
        harm: 'Users are not told that their password, roles or one-time codes have changed, perhaps by somebody else.',
        ...alarmOnNewDeadLetters(deadLetters),
      },
    ];
  }
}
