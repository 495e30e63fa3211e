import { CfnResource, Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { fiveMinutes, createIteratorAgeMetric } from '#infra/monitoring/alarms.ts';
import { alarmOnNewDeadLetters, createPrivateQueue, createWorkQueue } from '#infra/queues.ts';
import type { Stage } from '#infra/stages.ts';
import { streamBatchSizes } from '#infra/throttles.ts';
import { eventSources } from '#shared/back-office/provider-events.ts';
import { createPortalFunction, consumeQueue, consumeStream } from './portal-function.ts';

/** Event exchange with the repair provider: publishes changes of records and applies provider events. */
export class BackOffice extends Construct {
  readonly bus: EventBus;
  readonly recordStream: lambda.Function;
  /** Stream positions of changes that could not be published. */
  readonly recordStreamDeadLetters: sqs.Queue;
  readonly providerEventQueue: sqs.Queue;
  /** Provider events that could not be delivered, parsed or applied, as received on the bus. */
  readonly providerEventDeadLetters: sqs.Queue;
  readonly providerEvents: lambda.Function;
  /** Role with which the provider reads the lines of returns, if the stage sets the provider's account. */
  readonly reader: iam.Role | undefined;
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data }) {
    super(scope, id);
    const { stage, data } = props;
    const events = new Construct(scope, 'Events');
    this.bus = new EventBus(events, 'Bus', { eventBusName: `retailer-support-portal-${stage.name}` });
    const deadLetters = createPrivateQueue(events, 'LostChanges');
    this.recordStreamDeadLetters = deadLetters;
    this.providerEventDeadLetters = createPrivateQueue(events, 'LostReports');
    const providerEventTimeout = Duration.seconds(20);
    // Ten attempts take about twenty minutes, so that a short database outage loses no provider events.
    this.providerEventQueue = createWorkQueue(events, 'Reports', {
      timeout: providerEventTimeout,
      deadLetters: this.providerEventDeadLetters,
      maxAttempts: 10,
    });
    new Rule(events, 'ReportsRule', {
      description: "What the provider's back office reports",
      eventBus: this.bus,
      // Matches every detail type: an unknown one ends in the dead-letter queue and raises its alarm.
      eventPattern: { source: [eventSources.provider] },
      targets: [new SqsQueue(this.providerEventQueue, { deadLetterQueue: this.providerEventDeadLetters })],
    });

    this.recordStream = createPortalFunction(this, 'record-stream', {
      id: 'changes',
      description: 'changes of records',
      stage,
      data,
      environment: { EVENT_BUS_NAME: this.bus.eventBusName, LOST_CHANGES_URL: deadLetters.queueUrl },
      timeout: Duration.seconds(60),
      // Receives failed asynchronous invocations, by which an operator sends lost changes again.
      deadLetters,
    });
    data.grant(this.recordStream, {
      search: ['BatchWriteItem', 'Query'],
      'repairs/byStore': ['Query'],
      'returns/byStore': ['Query'],
      statistics: ['UpdateItem'],
    });
    // Allows only the portal's own event source.
    iam.Grant.addToPrincipal({
      grantee: this.recordStream,
      actions: ['events:PutEvents'],
      resourceArns: [this.bus.eventBusArn],
      conditions: { StringEquals: { 'events:source': eventSources.portal } },
    });
    for (const table of ['repairs', 'returns'] as const)
      // One batch at a time per shard, so that events of one record are published in order.
      consumeStream(this.recordStream, data, table, {
        batchSize: streamBatchSizes[table],
        parallelizationFactor: 1,
        deadLetters,
      });
    this.providerEvents = createPortalFunction(this, 'provider-events', {
      id: 'back-office',
      description: 'reports of the back office',
      stage,
      data,
      environment: {},
      timeout: providerEventTimeout,
    });
    data.grant(this.providerEvents, { repairs: ['GetItem', 'PutItem'], returns: ['GetItem', 'PutItem'] });
    consumeQueue(this.providerEvents, this.providerEventQueue, { batchSize: 10, maxConcurrency: 10 });
    if (stage.backOfficeAccount !== undefined) {
      grantPuttingProviderEvents(this.bus, stage.backOfficeAccount);
      this.reader = new iam.Role(this, 'Reader', {
        description: "The provider's back office reads the lines of returns",
        assumedBy: new iam.AccountPrincipal(stage.backOfficeAccount),
      });
      data.grantProvider(this.reader);
    }
    this.alarms = [
      {
        name: 'changes-late',
        harm: 'The provider hears of new repairs and returns minutes late, nobody finds them by searching, and the overview lacks them.',
        metric: createIteratorAgeMetric(this.recordStream),
        threshold: fiveMinutes.toMilliseconds(),
        triggersRollback: true,
      },
      {
        name: 'changes-lost',
        isEssential: true,
        harm: 'The provider never hears of some repair or return, or of what has become of it, and nobody finds it by searching.',
        ...alarmOnNewDeadLetters(deadLetters),
      },
      {
        name: 'reports-late',
        harm: "The provider's reports about repairs and returns arrive minutes late: RMA numbers stay pending meanwhile.",
        metric: this.providerEventQueue.metricApproximateAgeOfOldestMessage({ period: fiveMinutes }),
        threshold: fiveMinutes.toSeconds(),
        triggersRollback: true,
      },
      {
        name: 'reports-lost',
        isEssential: true,
        harm: "The provider's reports about repairs and returns no longer arrive: RMA numbers stay pending.",
        ...alarmOnNewDeadLetters(this.providerEventDeadLetters),
      },
    ];
  }
}

/** Allows another account to put events with the provider's source only. */
const grantPuttingProviderEvents = (bus: EventBus, account: string) => {
  const sid = 'BackOfficeReports';
  const statement = new iam.PolicyStatement({
    sid,
    principals: [new iam.AccountPrincipal(account)],
    actions: ['events:PutEvents'],
    resources: [bus.eventBusArn],
    conditions: { StringEquals: { 'events:source': eventSources.provider } },
  });
  // Uses the generic resource because CDK's own construct reads one of its deprecated properties and warns at every
  // synthesis.
  new CfnResource(bus, sid, {
    type: 'AWS::Events::EventBusPolicy',
    properties: { EventBusName: bus.eventBusName, StatementId: sid, Statement: statement.toStatementJson() },
  });
};
