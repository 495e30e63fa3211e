import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Events } from '#infra/events.ts';
import { reportTimeout } from '#infra/events.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { minutes5 } from '#infra/monitoring/alarms.ts';
import { inDeadLetters } from '#infra/queues.ts';
import type { Stage } from '#infra/stages.ts';
import { changesAlarms, changesFunction } from './changes.ts';
import { portalFunction } from './portal-function.ts';
import { workOff } from './triggers.ts';

/** What becomes of a record beyond its request: others find it and hear of it, and what the back office reports comes into it. */
export class BackOffice extends Construct {
  readonly changes: lambda.Function;
  readonly reports: lambda.Function;
  /** As whom the provider's own account reads a return's lines; on stages that name it. */
  readonly reader: iam.Role | undefined;
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data; events: Events }) {
    super(scope, id);
    const { stage, data, events } = props;
    this.changes = changesFunction(this, props);
    this.reports = portalFunction(this, 'back-office', {
      description: 'reports of the back office',
      stage,
      data,
      environment: {},
      timeout: reportTimeout,
    });
    data.grant(this.reports, { repairs: ['GetItem', 'PutItem'], returns: ['GetItem', 'PutItem'] });
    workOff(this.reports, events.reports, 10, 10);
    this.reader = stage.backOfficeAccount === undefined ? undefined : readerFor(this, stage.backOfficeAccount, data);
    this.alarms = [
      ...changesAlarms(this.changes, events),
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
        threshold: 1,
      },
    ];
  }
}

const readerFor = (scope: Construct, account: string, data: Data) => {
  const role = new iam.Role(scope, 'Reader', {
    description: "The provider's back office reads the lines of returns",
    assumedBy: new iam.AccountPrincipal(account),
  });
  data.grantProvider(role);
  return role;
};
