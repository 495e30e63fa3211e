import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as ses from 'aws-cdk-lib/aws-ses';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Data } from './data.ts';
import { portalFunction } from './portal-function.ts';
import { privateQueue } from './queues.ts';
import type { Stage } from './stages.ts';

const timeout = Duration.seconds(20);

/** SES tells only the default bus of its own region, which has to be the stage's: with `sesRegion` elsewhere bounces are not heard of. */
export const hearsOfBounces = ({ email, awsRegion }: Stage): boolean =>
  email !== undefined && (email.sesRegion ?? awsRegion) === awsRegion;

/** Which of the pools' emails came back, noted at the users. */
export class Bounces extends Construct {
  readonly configurationSet: ses.ConfigurationSet;
  readonly fn: lambda.Function;
  /** Dead letters: SES's events that could not be noted, as they were on the bus. */
  readonly lost: sqs.Queue;

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data }) {
    super(scope, id);
    const { stage, data } = props;
    const configurationSetName = `retailer-support-portal-${stage.name}`;
    this.configurationSet = new ses.ConfigurationSet(this, 'Emails', { configurationSetName });
    this.configurationSet.addEventDestination('Bus', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'Default', 'default')),
      events: [ses.EmailSendingEvent.BOUNCE],
    });

    this.lost = privateQueue(this, 'Lost');
    const waiting = privateQueue(this, 'Waiting', {
      // An invitation may come back before its user stands in the directory and in the index by address.
      deliveryDelay: Duration.seconds(5),
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      deadLetterQueue: { queue: this.lost, maxReceiveCount: 10 },
    });
    new events.Rule(this, 'Rule', {
      description: "Emails of the portal's pools that came back",
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced'],
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName] } } },
      },
      targets: [new SqsQueue(waiting, { deadLetterQueue: this.lost })],
    });

    this.fn = portalFunction(this, 'bounces', {
      name: 'bounces',
      description: 'emails that came back',
      stage,
      environment: { STAGE: stage.name, USERS_TABLE: data.tables.users.tableName },
      timeout,
      // Nobody waits for it; its log and its alarm say what a trace would.
      tracing: lambda.Tracing.DISABLED,
    });
    data.grantBounces(this.fn);
    this.fn.addEventSource(
      new SqsEventSource(waiting, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 2 }),
    );
  }
}
