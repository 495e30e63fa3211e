import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import { senderDomain } from '#infra/identity.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { createIteratorAgeMetric, minutes5 } from '#infra/monitoring/alarms.ts';
import { onNewDeadLetters, privateQueue } from '#infra/queues.ts';
import type { Stage } from '#infra/stages.ts';
import type { Bounces } from './bounces.ts';
import { createEmailSenders } from './emails.ts';
import { portalFunction, consumeStream } from './portal-function.ts';

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
    const { stage, email, data, bounces } = props;
    const configurationSet = bounces?.configurationSet.configurationSetName;
    const sesRegion = email.sesRegion ?? stage.awsRegion;
    const deadLetters = privateQueue(this, 'Lost');
    const fn = portalFunction(this, 'account-notices', {
      id: 'notices',
      stage,
      data,
      environment: {
        EMAIL_FROM: email.from,
        SES_REGION: sesRegion,
        ...(configurationSet && { CONFIGURATION_SET: configurationSet }),
        LOST_NOTICES_URL: deadLetters.queueUrl,
        WRITERS: createEmailSenders(stage),
      },
      // Ten emails with a timeout of five seconds each.
      timeout: Duration.seconds(60),
      deadLetters,
    });
    const toSesArn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', region: sesRegion, resource, resourceName });
    iam.Grant.addToPrincipal({
      grantee: fn,
      actions: ['ses:SendEmail'],
      resourceArns: [
        toSesArn('identity', senderDomain(email.from)),
        ...(configurationSet ? [toSesArn('configuration-set', configurationSet)] : []),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': email.from } },
    });
    data.grant(fn, { 'users/byAdmin': ['Query'] });
    consumeStream(fn, data, 'audit', { batchSize: 10, deadLetters });
    this.alarms = [
      {
        name: 'notices-late',
        harm: 'Users whose password, roles or one-time codes have changed hear of it minutes late: whoever took over an account has that much more time.',
        metric: createIteratorAgeMetric(fn),
        threshold: minutes5.toMilliseconds(),
      },
      {
        name: 'notices-lost',
        harm: 'Users are not told that their password, roles or one-time codes have changed, perhaps by somebody else.',
        ...onNewDeadLetters(deadLetters),
      },
    ];
  }
}
