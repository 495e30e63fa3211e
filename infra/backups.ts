import { Duration } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { tableNames } from '#shared/tables.ts';
import type { TableName } from '#shared/tables.ts';
import type { Data } from './data.ts';
import { removalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

/** What is worth a backup: search is built anew from the records, sessions and counts of attempts begin empty (docs/runbooks/restore.md). */
const rebuilt: readonly TableName[] = ['search', 'sessions', 'attempts'];

/** A copy of the data each night, apart from the tables: in a vault from which nobody deletes what is younger than a week without taking its lock off first (which CloudTrail shows). */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, props: { stage: Stage; days: number; data: Data }) {
    super(scope, id);
    const { stage, days, data } = props;
    const vault = new backup.BackupVault(this, 'Vault', {
      lockConfiguration: { minRetention: Duration.days(7) },
      removalPolicy: removalPolicy(stage),
    });
    const plan = new backup.BackupPlan(this, 'Plan', {
      backupVault: vault,
      backupPlanRules: [
        new backup.BackupPlanRule({
          ruleName: 'nightly',
          scheduleExpression: events.Schedule.cron({ hour: '2', minute: '0' }),
          deleteAfter: Duration.days(days),
        }),
      ],
    });
    const kept = tableNames.filter((name) => !rebuilt.includes(name));
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('backup.amazonaws.com') });
    // What AWS Backup asks for of DynamoDB, of these tables only; its own policy would be for every resource of the account.
    iam.Grant.addToPrincipal({
      grantee: role,
      actions: ['StartAwsBackupJob', 'CreateBackup', 'DescribeTable', 'ListTagsOfResource'].map(
        (action) => `dynamodb:${action}`,
      ),
      resourceArns: kept.map((name) => data.tables[name].tableArn),
    });
    plan.addSelection('Tables', {
      role,
      disableDefaultBackupPolicy: true,
      resources: kept.map((name) => backup.BackupResource.fromDynamoDbTable(data.tables[name])),
    });
  }
}
