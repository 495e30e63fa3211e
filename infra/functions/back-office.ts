import { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Events } from '#infra/events.ts';
import { reportTimeout } from '#infra/events.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { minutes5, iteratorAge } from '#infra/monitoring/alarms.ts';
import { inDeadLetters } from '#infra/queues.ts';
import type { Stage } from '#infra/stages.ts';
import { changesAtOnce } from '#infra/throttles.ts';
import { portalFunction, workOff, hearChanges } from './portal-function.ts';

export class BackOffice extends Construct {
  readonly changes: lambda.Function;
  readonly reports: lambda.Function;
  readonly reader: iam.Role | undefined;
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data; events: Events }) {
    super(scope, id);
    const { stage, data, events } = props;
    const deadLetters = events.changeDeadLetters;
    this.changes = portalFunction(this, 'changes', {
      description: 'changes of records',
      stage,
      data,
      environment: { EVENT_BUS_NAME: events.bus.eventBusName, LOST_CHANGES_URL: deadLetters.queueUrl },
      timeout: Duration.seconds(60),
      // For whoever hands it lost changes again.
      deadLetters,
    });
    data.grant(this.changes, { search: ['BatchWriteItem', 'Query'] });
    events.grantTell(this.changes);
    for (const table of ['repairs', 'returns'] as const)
      // One at a time per shard: events of one record are published in their order.
      hearChanges(this.changes, data, table, {
        batchSize: changesAtOnce[table],
        parallelizationFactor: 1,
        deadLetters,
      });
    this.reports = portalFunction(this, 'back-office', {
      description: 'reports of the back office',
      stage,
      data,
      environment: {},
      timeout: reportTimeout,
    });
    data.grant(this.reports, { repairs: ['GetItem', 'PutItem'], returns: ['GetItem', 'PutItem'] });
    workOff(this.reports, events.reports, 10, 10);
    if (stage.backOfficeAccount !== undefined) {
      this.reader = new iam.Role(this, 'Reader', {
        description: "The provider's back office reads the lines of returns",
        assumedBy: new iam.AccountPrincipal(stage.backOfficeAccount),
      });
      data.grantProvider(this.reader);
    }
    this.alarms = [
      {
        name: 'changes-late',
        harm: 'The provider hears of new repairs and returns minutes late, and nobody finds them by searching.',
        metric: iteratorAge(this.changes),
        threshold: minutes5.toMilliseconds(),
        rollsBack: true,
      },
      {
        name: 'changes-lost',
        isEssential: true,
        harm: 'The provider never hears of some repair or return, or of what has become of it, and nobody finds it by searching.',
        metric: inDeadLetters(deadLetters),
      },
      {
        name: 'reports-late',
        harm: "The provider's reports about repairs and returns arrive minutes late: RMA numbers stay pending meanwhile.",
        metric: events.reports.metricApproximateAgeOfOldestMessage({ period: minutes5 }),
        threshold: minutes5.toSeconds(),
        rollsBack: true,
      },
      {
        name: 'reports-lost',
        isEssential: true,
        harm: "The provider's reports about repairs and returns no longer arrive: RMA numbers stay pending.",
        metric: inDeadLetters(events.reportDeadLetters),
      },
    ];
  }
}
