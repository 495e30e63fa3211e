import { CfnResource, Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { eventSources } from '#shared/back-office/events.ts';
import { privateQueue, workQueue } from './queues.ts';
import type { Stage } from './stages.ts';

export const reportTimeout = Duration.seconds(20);

export class Events extends Construct {
  readonly bus: events.EventBus;
  readonly reports: sqs.Queue;
  /** Reports that could not be delivered, read or applied: events as they were on the bus. */
  readonly reportDeadLetters: sqs.Queue;
  /** Where changes stand (in the stream) that could not be published. */
  readonly changeDeadLetters: sqs.Queue;

  constructor(scope: Construct, id: string, props: { stage: Stage }) {
    super(scope, id);
    const { stage } = props;
    this.bus = new events.EventBus(this, 'Bus', { eventBusName: `retailer-support-portal-${stage.name}` });
    this.changeDeadLetters = privateQueue(this, 'LostChanges');
    this.reportDeadLetters = privateQueue(this, 'LostReports');
    // Ten tries are some twenty minutes: a database that is away for a while loses no reports.
    this.reports = workQueue(this, 'Reports', {
      timeout: reportTimeout,
      deadLetters: this.reportDeadLetters,
      tries: 10,
    });

    new events.Rule(this, 'ReportsRule', {
      description: "What the provider's back office reports",
      eventBus: this.bus,
      // Of every type: one that nobody knows ends among the lost ones, and its alarm rings.
      eventPattern: { source: [eventSources.provider] },
      targets: [new SqsQueue(this.reports, { deadLetterQueue: this.reportDeadLetters })],
    });
    if (stage.backOfficeAccount !== undefined) letReport(this.bus, stage.backOfficeAccount);
  }

  /** May put the portal's events on the bus, and nobody else's. */
  grantTell(grantee: iam.IGrantable) {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['events:PutEvents'],
      resourceArns: [this.bus.eventBusArn],
      conditions: { StringEquals: { 'events:source': eventSources.portal } },
    });
  }
}

/** Another account may speak as the provider, and as nobody else. */
const letReport = (bus: events.EventBus, account: string) => {
  const sid = 'BackOfficeReports';
  const statement = new iam.PolicyStatement({
    sid,
    principals: [new iam.AccountPrincipal(account)],
    actions: ['events:PutEvents'],
    resources: [bus.eventBusArn],
    conditions: { StringEquals: { 'events:source': eventSources.provider } },
  });
  // By its type: CDK's own construct reads a property of itself that CDK has deprecated, and warns at every synthesis.
  new CfnResource(bus, sid, {
    type: 'AWS::Events::EventBusPolicy',
    properties: { EventBusName: bus.eventBusName, StatementId: sid, Statement: statement.toStatementJson() },
  });
};
