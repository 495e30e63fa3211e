import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { alarmOnNewDeadLetters, createPrivateQueue, createWorkQueue } from '#infra/queues.ts';
import type { Stage } from '#infra/stages.ts';
import { createPortalFunction, consumeQueue } from './portal-function.ts';

/**
 * Checks whether SES reports bounces to this stage: SES uses the default bus in its region, so `sesRegion` must be
 * the stage's region.
 */
export const receivesBounces = ({ email, awsRegion }: Stage): boolean =>
  email !== undefined && (email.sesRegion ?? awsRegion) === awsRegion;

export class Bounces extends Construct {
  readonly configurationSet: ses.ConfigurationSet;
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data }) {
    super(scope, id);
    const configurationSetName = `retailer-support-portal-${props.stage.name}`;
    this.configurationSet = new ses.ConfigurationSet(this, 'Emails', { configurationSetName });
    this.configurationSet.addEventDestination('Bus', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'Default', 'default')),
      events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT],
    });

    const timeout = Duration.seconds(20);
    const deadLetters = createPrivateQueue(this, 'Lost');
    const bounceQueue = createWorkQueue(this, 'Waiting', {
      timeout,
      deadLetters,
      maxAttempts: 10,
      // An invitation may bounce before its user is in the users table and its email index.
      deliveryDelay: Duration.seconds(5),
    });
    new events.Rule(this, 'Rule', {
      description: 'Emails of the portal that came back, or were reported as spam',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName] } } },
      },
      targets: [new SqsQueue(bounceQueue, { deadLetterQueue: deadLetters })],
    });

    const fn = createPortalFunction(this, 'email-bounces', {
      id: 'bounces',
      ...props,
      description: 'emails that came back',
      environment: {},
      timeout,
    });
    props.data.grant(fn, { 'users/byEmail': ['Query'], users: ['UpdateItem'], subscriptions: ['UpdateItem'] });
    consumeQueue(fn, bounceQueue, { batchSize: 10, maxConcurrency: 2 });
    this.alarms = [
      {
        name: 'bounces-lost',
        harm: 'Admins who look why somebody cannot sign in are not told that emails to them come back.',
        ...alarmOnNewDeadLetters(deadLetters),
      },
    ];
  }
}
