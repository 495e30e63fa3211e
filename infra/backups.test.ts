import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { readAllStages, findResourceProperties, renderIntrinsic, readSynthesized } from './testing/synthesized.ts';
import { testedStages } from './testing/tested-stages.ts';

const allStages = readAllStages();

describe('backups', () => {
  const stagesWithBackups = allStages.filter(({ stage }) => stage.backups);

  test('exist only for stages with backups enabled', () => {
    for (const { stage, portal } of allStages)
      expect(findResourceProperties(portal, 'AWS::Backup::BackupPlan')).toHaveLength(stage.backups ? 1 : 0);
    expect(testedStages['prod']?.backups).toBe(true);
  });

  test.each(stagesWithBackups)('of $title run nightly for tables that cannot be rebuilt', ({ portal }) => {
    const [plan] = findResourceProperties(portal, 'AWS::Backup::BackupPlan');
    // With this start window, two consecutive backups end less than the alarm's 30 hours apart.
    expect(plan?.BackupPlan.BackupPlanRule).toMatchObject([
      {
        RuleName: 'nightly',
        ScheduleExpression: 'cron(0 2 ? * MON-SAT *)',
        StartWindowMinutes: 120,
        Lifecycle: { DeleteAfterDays: 7 },
      },
      {
        RuleName: 'weekly',
        ScheduleExpression: 'cron(0 2 ? * SUN *)',
        StartWindowMinutes: 120,
        Lifecycle: { DeleteAfterDays: 35 },
      },
    ]);
    expect(findResourceProperties(portal, 'AWS::Backup::BackupVault')).toMatchObject([
      { LockConfiguration: { MinRetentionDays: 7 } },
    ]);
    const [selection] = findResourceProperties(portal, 'AWS::Backup::BackupSelection');
    const selectedArns = selection?.BackupSelection.Resources.map((arn: unknown) => renderIntrinsic(arn));
    for (const table of ['audit', 'jobs', 'repairs', 'returns', 'stores', 'users'])
      expect(selectedArns.filter((arn: string) => arn.includes(`Data${table}`))).toHaveLength(1);
    expect(selectedArns).toHaveLength(6);
  });

  const findAllowedResources = (portal: Template, role: string) =>
    Object.fromEntries(
      findResourceProperties(portal, 'AWS::IAM::Policy')
        .filter(({ Roles: [{ Ref }] }) => new RegExp(`^Backups${role}[0-9A-F]{8}$`).test(Ref))
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .flatMap(({ Action, Resource }: { Action: string | string[]; Resource: unknown }) =>
          [Action]
            .flat()
            .map((action) => [
              action,
              [Resource].flat().map((arn) => renderIntrinsic(arn).replace(/^.*:(?=table|recovery)/, '')),
            ]),
        ),
    );

  // DynamoDB permissions of AWSBackupServiceRolePolicyForBackup and -ForRestores, February 2026.
  test.each(stagesWithBackups)('of $title use another role than restores', ({ stage, portal }) => {
    const name = `table/retailer-support-portal-${stage.name}`;
    const tableArns = Array.from({ length: 6 }, () => expect.stringMatching(/^<Data.*\.Arn>$/));
    expect(findAllowedResources(portal, 'Role')).toEqual({
      ...Object.fromEntries(
        ['StartAwsBackupJob', 'CreateBackup', 'DescribeTable', 'ListTagsOfResource'].map((action) => [
          `dynamodb:${action}`,
          tableArns,
        ]),
      ),
      'dynamodb:DescribeBackup': [`${name}-*`],
      'dynamodb:DeleteBackup': [`${name}-*`],
      'backup:TagResource': ['recovery-point:*'],
    });
    const itemActions = ['Scan', 'Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
    expect(findAllowedResources(portal, 'Restorer')).toEqual({
      'dynamodb:RestoreTableFromAwsBackup': [`${name}-*`],
      'dynamodb:DescribeTable': [`${name}-*`],
      'dynamodb:RestoreTableFromBackup': [`${name}-*`],
      ...Object.fromEntries(itemActions.map((action) => [`dynamodb:${action}`, [`${name}-restored-*`]])),
    });
    const outputs = portal.findOutputs('*');
    expect(outputs['BackupVaultName']?.['Value']).toEqual({
      'Fn::GetAtt': [expect.stringMatching(/^BackupsVault/), 'BackupVaultName'],
    });
    expect(outputs['RestoreRoleArn']?.['Value']).toEqual({
      'Fn::GetAtt': [expect.stringMatching(/^BackupsRestorer/), 'Arn'],
    });
  });
});

describe('backup jobs', () => {
  const { portal } = readSynthesized('prod');
  const findAlarm = (name: string) =>
    findResourceProperties(portal, 'AWS::CloudWatch::Alarm').find(({ AlarmName }) => AlarmName.endsWith(`-${name}`));
  const [rule] = findResourceProperties(portal, 'AWS::Events::Rule').filter(({ id }) => id.startsWith('Backups'));
  const findFilter = (metric: string) =>
    findResourceProperties(portal, 'AWS::Logs::MetricFilter').find(
      ({ MetricTransformations: [{ MetricName }] }) => MetricName === metric,
    );

  test('are logged by EventBridge in every final state', () => {
    const [group] = findResourceProperties(portal, 'AWS::Logs::LogGroup').filter(({ id }) =>
      id.startsWith('BackupsJobs'),
    );
    expect(rule?.EventPattern).toEqual({
      source: ['aws.backup'],
      'detail-type': ['Backup Job State Change'],
      detail: {
        backupVaultName: [{ 'Fn::GetAtt': [expect.stringMatching(/^BackupsVault/), 'BackupVaultName'] }],
        state: ['COMPLETED', 'FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'],
      },
    });
    expect(renderIntrinsic(rule?.Targets[0].Arn)).toMatch(new RegExp(`:log-group:<${group?.id}>$`));
    const [policy] = findResourceProperties(portal, 'AWS::Logs::ResourcePolicy').filter(({ id }) =>
      id.startsWith('BackupsJobs'),
    );
    expect(renderIntrinsic(policy?.PolicyDocument)).toContain(String(group?.id));
    for (const name of ['backups-failed', 'repairs-backups-completed'])
      expect(findFilter(name)?.LogGroupName).toEqual({ Ref: group?.id });
  });

  test('raise an alarm on failure', () => {
    expect(findFilter('backups-failed')?.FilterPattern).toBe('{ ($.detail.state != "COMPLETED") }');
    expect(findAlarm('backups-failing')).toMatchObject({ MetricName: 'backups-failed', Threshold: 1 });
  });

  test('raise an alarm for each table without a successful backup in 30 hours', () => {
    const selectedArns = findResourceProperties(portal, 'AWS::Backup::BackupSelection').flatMap(
      ({ BackupSelection }) => BackupSelection.Resources,
    );
    const patterns = findResourceProperties(portal, 'AWS::CloudWatch::Alarm')
      .filter(({ AlarmName }) => AlarmName.endsWith('-backups-missing'))
      .map(({ AlarmName, MetricName, ...properties }) => {
        const table = AlarmName.replace(/^retailer-support-portal-prod-|-backups-missing$/g, '');
        expect(MetricName).toBe(`${table}-backups-completed`);
        expect(properties).toMatchObject({
          Period: 3600,
          EvaluationPeriods: 30,
          DatapointsToAlarm: 30,
          ComparisonOperator: 'LessThanThreshold',
          Threshold: 1,
          TreatMissingData: 'breaching',
        });
        return renderIntrinsic(findFilter(MetricName)?.FilterPattern);
      });
    expect(patterns.toSorted()).toEqual(
      selectedArns
        .map((arn) => `{ ($.detail.state = "COMPLETED") && ($.detail.resourceArn = "${renderIntrinsic(arn)}") }`)
        .toSorted(),
    );
    expect(patterns).toHaveLength(6);
  });
});
