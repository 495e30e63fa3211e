import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { TableName } from '#shared/config/tables.ts';
import { tableNames } from '#shared/config/tables.ts';
import type { Data } from './data.ts';
import type { Alarm } from './monitoring/alarms.ts';
import { fiveMinutes } from './monitoring/alarms.ts';
import type { LogLinePattern } from './monitoring/metrics.ts';
import { createLogMetric } from './monitoring/metrics.ts';
import { toStackName } from './outputs.ts';
import { createLogGroup, toRemovalPolicy } from './retention.ts';
import type { Stage } from './stages.ts';

/**
 * Tables without backup: search and statistics are rebuilt from the records; sessions and attempt counts start empty.
 * Subscriptions also start empty, because an old copy would send emails to users who have switched them off
 * (docs/runbooks/restore.md).
 */
const excludedTables: readonly TableName[] = ['search', 'statistics', 'sessions', 'attempts', 'subscriptions'];

/**
 * Retention in days. Point-in-time recovery covers the same 35 days to the second; these copies protect against loss of
 * the tables themselves.
 */
export const backupDays = { nightly: 7, weekly: 35 };

const schedules = [
  { ruleName: 'nightly', weekDay: 'MON-SAT', days: backupDays.nightly },
  { ruleName: 'weekly', weekDay: 'SUN', days: backupDays.weekly },
];

const toDynamoDbActions = (actions: string) => actions.replaceAll(/\w+/g, 'dynamodb:$&');

/**
 * Nightly copies of the tables, stored in a vault. The vault lock prevents the deletion of recent copies; CloudTrail
 * records its removal.
 */
export class Backups extends Construct {
  readonly vault: backup.BackupVault;
  /** Role with which AWS Backup copies the tables. */
  readonly backupRole: iam.Role;
  /** Role with which AWS Backup restores a table, under the stack's name followed by `-restored-`. */
  readonly restoreRole: iam.Role;
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data }) {
    super(scope, id);
    const { stage, data } = props;
    this.vault = new backup.BackupVault(this, 'Vault', {
      lockConfiguration: { minRetention: Duration.days(backupDays.nightly) },
      removalPolicy: toRemovalPolicy(stage),
    });
    const backedUpTableNames = tableNames.filter((name) => !excludedTables.includes(name));
    const backedUpTables = backedUpTableNames.map((name) => data.tables[name]);
    // AWS's managed policies for backup and restore, limited to these tables. The tables' keys are owned by AWS and
    // need no grant.
    const assumedBy = new iam.ServicePrincipal('backup.amazonaws.com');
    this.backupRole = new iam.Role(this, 'Role', { assumedBy });
    this.restoreRole = new iam.Role(this, 'Restorer', { assumedBy });
    const stackTables = this.formatArn('dynamodb', `table/${toStackName(stage.name)}-*`);
    const restoredTables = this.formatArn('dynamodb', `table/${toStackName(stage.name)}-restored-*`);
    const recoveryPoints = this.formatArn('backup', 'recovery-point:*');
    const allow = (grantee: iam.IGrantable, actions: string, ...resourceArns: string[]) =>
      iam.Grant.addToPrincipal({ grantee, actions: actions.split(' '), resourceArns });
    allow(
      this.backupRole,
      toDynamoDbActions('StartAwsBackupJob CreateBackup DescribeTable ListTagsOfResource'),
      ...backedUpTables.map(({ tableArn }) => tableArn),
    );
    // Without AWS Backup's advanced DynamoDB features, AWS Backup creates and deletes DynamoDB's own backups, whose ARNs
    // start with the table's ARN.
    allow(this.backupRole, toDynamoDbActions('DescribeBackup DeleteBackup'), stackTables);
    allow(this.backupRole, 'backup:TagResource', recoveryPoints);
    allow(
      this.restoreRole,
      toDynamoDbActions('RestoreTableFromAwsBackup RestoreTableFromBackup DescribeTable'),
      stackTables,
    );
    allow(
      this.restoreRole,
      toDynamoDbActions('Scan Query GetItem PutItem UpdateItem DeleteItem BatchWriteItem'),
      restoredTables,
    );
    for (const arn of [stackTables, restoredTables, recoveryPoints])
      Validations.of(this).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${arn.replace(Stack.of(this).account, stage.account ?? '<AWS::AccountId>')}]`,
        reason: 'Which copies there are, and what is restored from them, nobody knows but by the beginning of a name.',
      });

    const plan = new backup.BackupPlan(this, 'Plan', {
      backupVault: this.vault,
      backupPlanRules: schedules.map(
        ({ ruleName, weekDay, days }) =>
          new backup.BackupPlanRule({
            ruleName,
            scheduleExpression: events.Schedule.cron({ weekDay, hour: '2', minute: '0' }),
            // AWS's default of eight hours would allow up to 32 hours between two backups.
            startWindow: Duration.hours(2),
            completionWindow: Duration.hours(8),
            deleteAfter: Duration.days(days),
          }),
      ),
    });
    plan.addSelection('Tables', {
      role: this.backupRole,
      disableDefaultBackupPolicy: true,
      resources: backedUpTables.map((table) => backup.BackupResource.fromDynamoDbTable(table)),
    });
    this.alarms = this.createAlarms(
      stage,
      backedUpTableNames.map((name) => ({ name, arn: data.tables[name].tableArn })),
    );
  }

  /**
   * Logs the results of backup jobs, including the reasons of failures, from the default event bus, and counts them for
   * the alarms.
   */
  private createAlarms(
    stage: Stage,
    backedUpTables: readonly { readonly name: TableName; readonly arn: string }[],
  ): readonly Alarm[] {
    const logGroup = createLogGroup(this, 'Jobs', stage);
    const { logGroupArn } = logGroup;
    logGroup.addToResourcePolicy(
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
      // CDK's own target would add a custom resource function to allow EventBridge to write.
      targets: [{ bind: () => ({ arn: this.formatArn('logs', `log-group:${logGroup.logGroupName}`) }) }],
    });
    const createJobMetric = (name: string, pattern: LogLinePattern, period: Duration) =>
      createLogMetric(this, name, { stage, logGroup, pattern, period });
    return [
      {
        name: 'backups-failing',
        harm: 'Users could lose what they have booked since an earlier night: a backup has failed, was stopped or never began.',
        metric: createJobMetric('backups-failed', { 'detail.state': { comparison: '!= "COMPLETED"' } }, fiveMinutes),
      },
      ...backedUpTables.map(({ name, arn }): Alarm => ({
        name: `${name}-backups-missing`,
        section: 'backups-missing',
        harm: `Users could lose what the table ${name} holds: no backup of it has ended well for 30 hours.`,
        metric: createJobMetric(
          `${name}-backups-completed`,
          { 'detail.state': 'COMPLETED', 'detail.resourceArn': arn },
          Duration.hours(1),
        ),
        firesBelow: true,
        periods: [30, 30],
        // The metric of a table has no data until its first successful backup.
        onMissingData: 'breach',
      })),
    ];
  }

  private formatArn(service: string, resource: string): string {
    return Stack.of(this).formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  }
}
