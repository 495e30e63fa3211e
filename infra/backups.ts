import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { TableName } from '#shared/tables.ts';
import { tableNames } from '#shared/tables.ts';
import type { Data } from './data.ts';
import type { Alarm } from './monitoring/alarms.ts';
import { minutes5 } from './monitoring/alarms.ts';
import { metricOf } from './monitoring/metrics.ts';
import { stackName } from './outputs.ts';
import { logGroup, removalPolicy } from './retention.ts';
import type { Stage } from './stages.ts';

/** What is worth a backup: search is built anew from the records, sessions and counts of attempts begin empty (docs/runbooks/restore.md). */
const rebuilt: readonly TableName[] = ['search', 'sessions', 'attempts'];

/** How long a copy is kept. To any second of the same 35 days there is DynamoDB's own recovery: these are for what happens to the tables themselves. */
export const backupDays = { nightly: 7, weekly: 35 };

const plan = [
  { ruleName: 'nightly', weekDay: 'MON-SAT', days: backupDays.nightly },
  { ruleName: 'weekly', weekDay: 'SUN', days: backupDays.weekly },
];

const onDynamoDb = (actions: string) => actions.replaceAll(/\w+/g, 'dynamodb:$&');

/** A copy of the data each night, apart from the tables: in a vault from which nobody deletes what is younger than a week without taking its lock off first (which CloudTrail shows). */
export class Backups extends Construct {
  readonly vault: backup.BackupVault;
  readonly role: iam.Role;
  /** As whom AWS Backup makes a table again, under a name that begins with the stack's and `-restored-`. */
  readonly restorer: iam.Role;
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data }) {
    super(scope, id);
    const { stage, data } = props;
    this.vault = new backup.BackupVault(this, 'Vault', {
      lockConfiguration: { minRetention: Duration.days(backupDays.nightly) },
      removalPolicy: removalPolicy(stage),
    });
    const kept = tableNames.filter((name) => !rebuilt.includes(name)).map((name) => data.tables[name]);
    // AWS's own policies for backups and restores, as far as they are about our tables. Their keys are AWS's own: no grant.
    const assumedBy = new iam.ServicePrincipal('backup.amazonaws.com');
    this.role = new iam.Role(this, 'Role', { assumedBy });
    this.restorer = new iam.Role(this, 'Restorer', { assumedBy });
    const ours = this.arn('dynamodb', `table/${stackName(stage.name)}-*`);
    const restored = this.arn('dynamodb', `table/${stackName(stage.name)}-restored-*`);
    const points = this.arn('backup', 'recovery-point:*');
    const allow = (grantee: iam.IGrantable, actions: string, ...resourceArns: string[]) =>
      iam.Grant.addToPrincipal({ grantee, actions: actions.split(' '), resourceArns });
    allow(
      this.role,
      onDynamoDb('StartAwsBackupJob CreateBackup DescribeTable ListTagsOfResource'),
      ...kept.map(({ tableArn }) => tableArn),
    );
    // Where AWS Backup's advanced features for DynamoDB are off, a copy is DynamoDB's, below its table's ARN, and deleted as such.
    allow(this.role, onDynamoDb('DescribeBackup DeleteBackup'), ours);
    allow(this.role, 'backup:TagResource', points);
    allow(this.restorer, onDynamoDb('RestoreTableFromAwsBackup RestoreTableFromBackup DescribeTable'), ours);
    allow(this.restorer, onDynamoDb('Scan Query GetItem PutItem UpdateItem DeleteItem BatchWriteItem'), restored);
    for (const arn of [ours, restored, points])
      Validations.of(this).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${arn.replace(Stack.of(this).account, stage.account ?? '<AWS::AccountId>')}]`,
        reason: 'Which copies there are, and what is restored from them, nobody knows but by the beginning of a name.',
      });

    const plans = new backup.BackupPlan(this, 'Plan', {
      backupVault: this.vault,
      backupPlanRules: plan.map(
        ({ ruleName, weekDay, days }) =>
          new backup.BackupPlanRule({
            ruleName,
            scheduleExpression: events.Schedule.cron({ weekDay, hour: '2', minute: '0' }),
            // AWS's own eight hours would leave up to 32 between two nights.
            startWindow: Duration.hours(2),
            completionWindow: Duration.hours(8),
            deleteAfter: Duration.days(days),
          }),
      ),
    });
    plans.addSelection('Tables', {
      role: this.role,
      disableDefaultBackupPolicy: true,
      resources: kept.map((table) => backup.BackupResource.fromDynamoDbTable(table)),
    });
    this.alarms = this.watch(stage);
  }

  /** How each job has ended is told by AWS Backup on the account's bus, and counted out of a log, which also says why. */
  private watch(stage: Stage): readonly Alarm[] {
    const group = logGroup(this, 'Jobs', stage);
    const { logGroupArn } = group;
    group.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: ['events', 'delivery.logs'].map((name) => new iam.ServicePrincipal(`${name}.amazonaws.com`)),
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroupArn],
      }),
    );
    new events.Rule(this, 'Ended', {
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change'],
        detail: {
          backupVaultName: [this.vault.backupVaultName],
          state: ['COMPLETED', 'FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'],
        },
      },
      // CDK's own target would bring a function of its own to let EventBridge write.
      targets: [{ bind: () => ({ arn: this.arn('logs', `log-group:${group.logGroupName}`) }) }],
    });
    const jobs = (name: string, condition: string, period: Duration) =>
      metricOf(this, name, { stage, group, lines: { 'detail.state': { is: condition } }, period });
    return [
      {
        name: 'backups-failing',
        harm: 'Users could lose what they have booked since an earlier night: a backup has failed, was stopped or never began.',
        metric: jobs('backups-failed', '!= "COMPLETED"', minutes5),
      },
      {
        name: 'backups-missing',
        harm: 'Users could lose what they have booked: no backup has ended well for 30 hours.',
        metric: jobs('backups-completed', '= "COMPLETED"', Duration.hours(1)),
        below: true,
        periods: [30, 30],
        ringsWhenSilent: true,
      },
    ];
  }

  private arn(service: string, resource: string): string {
    return Stack.of(this).formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  }
}
