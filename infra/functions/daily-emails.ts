import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Identity } from '#infra/identity.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { fifteenMinutes, fiveMinutes } from '#infra/monitoring/alarms.ts';
import { createLogMetric } from '#infra/monitoring/metrics.ts';
import { grantSending, alarmOnNewDeadLetters, createPrivateQueue, createWorkQueue } from '#infra/queues.ts';
import type { Secrets } from '#infra/secrets.ts';
import type { Stage } from '#infra/stages.ts';
import { limits } from '#shared/config/limits.ts';
import type { Bounces } from './bounces.ts';
import { createSenderVariables, grantSendingEmails } from './emails.ts';
import { consumeQueue, createPortalFunction, scheduleFunction } from './portal-function.ts';

type DailyEmailsProps = {
  readonly stage: Stage;
  readonly email: NonNullable<Stage['email']>;
  readonly identity: Identity;
  readonly data: Data;
  readonly secrets: Secrets;
  readonly bounces: Bounces | undefined;
  readonly siteUrl: string;
};

/** Daily emails to the users who have switched them on: a schedule queues those of a region, and a consumer sends them. */
export class DailyEmails extends Construct {
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: DailyEmailsProps) {
    super(scope, id);
    const { stage, identity, data, secrets, siteUrl } = props;
    const timeout = Duration.seconds(30);
    const deadLetters = createPrivateQueue(this, 'Lost');
    const emailQueue = createWorkQueue(this, 'Waiting', {
      timeout,
      deadLetters,
      maxAttempts: limits.dailyEmail.maxDeliveries,
    });

    const schedule = createPortalFunction(this, 'daily-email-schedule', {
      id: 'schedule',
      description: 'queues the daily emails',
      stage,
      data,
      environment: { DAILY_EMAILS_QUEUE_URL: emailQueue.queueUrl },
      // Ten thousand messages take about two minutes.
      timeout: Duration.minutes(5),
    });
    data.grant(schedule, { subscriptions: ['Query'] });
    data.grantQueuedDays(schedule);
    grantSending(schedule, emailQueue);
    // Emails come at most five minutes after the hour, and a run that failed is repeated after five minutes.
    scheduleFunction(
      this,
      'Often',
      schedule,
      fiveMinutes,
      'Queues the daily emails of regions whose morning has begun',
    );

    const sender = createPortalFunction(this, 'daily-email-sender', {
      id: 'sender',
      description: 'sends the daily emails',
      stage,
      data,
      identity,
      secrets,
      environment: { ...createSenderVariables(props), SITE_URL: siteUrl },
      timeout,
    });
    data.grant(sender, {
      subscriptions: ['GetItem', 'UpdateItem', 'DeleteItem'],
      users: ['GetItem'],
      stores: ['GetItem'],
      search: ['Query'],
      'repairs/byStoreAndState': ['Query'],
      'returns/byStoreAndState': ['Query'],
    });
    secrets.grantReading(sender, 'clients');
    grantSendingEmails(sender, props);
    consumeQueue(sender, emailQueue, { batchSize: 1, maxConcurrency: limits.dailyEmail.concurrency });

    this.alarms = [
      {
        name: 'daily-emails-missed',
        harm: 'Users are not sent the daily email that they have switched on: its run fails, or has missed the morning.',
        // Each run records a data point, so that hours without one mean that the rule is disabled.
        metric: schedule.metricErrors({ period: Duration.hours(1) }),
        onMissingData: 'alarm',
      },
      {
        name: 'daily-emails-lost',
        harm: "Users miss today's email: sending it to them failed ten times, or until noon.",
        ...alarmOnNewDeadLetters(deadLetters),
      },
      {
        name: 'daily-emails-uncertain',
        harm: "Users perhaps miss today's email: the email service did not say whether it was sent, and it is never sent twice.",
        metric: createLogMetric(this, 'daily-emails-uncertain', {
          stage,
          logGroup: sender.logGroup,
          pattern: { message: 'daily email perhaps sent' },
          period: fifteenMinutes,
        }),
      },
    ];
  }
}
