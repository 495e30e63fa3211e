import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { findResourceProperties, readSynthesized } from './testing/synthesized.ts';
import { testedStages } from './testing/tested-stages.ts';

const findStageTitles = (keepsData: boolean) =>
  Object.entries(testedStages).flatMap(([title, stage]) => (stage.keepsData === keepsData ? [title] : []));

type Resource = {
  Type: string;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  Properties?: Record<string, unknown>;
};

const listResources = (template: Template): [id: string, resource: Resource][] =>
  Object.entries(template.toJSON()['Resources']);

const toLogicalId = (reference: unknown) => (reference as { Ref?: string } | undefined)?.Ref;

describe.each(findStageTitles(false))('deleting %s leaves nothing:', (title) => {
  const { portal, edge, edgeWatch } = readSynthesized(title);
  const resources = [portal, edge, edgeWatch].flatMap(listResources);

  test('no resource is retained or protected', () => {
    for (const [id, { DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete', Properties = {} }] of resources) {
      expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, 'Delete', 'Delete']);
      expect(['INACTIVE', false, undefined]).toContain(
        Properties['DeletionProtection'] ?? Properties['DeletionProtectionEnabled'],
      );
    }
    expect(resources.map(([, { Type }]) => Type)).not.toContain('AWS::Backup::BackupVault');
  });

  test('each bucket is emptied before its policy is deleted', () => {
    const buckets = Object.keys(portal.findResources('AWS::S3::Bucket'));
    const emptyingResources = Object.values(portal.findResources('Custom::S3AutoDeleteObjects'));
    expect(buckets.length).toBeGreaterThan(0);
    expect(emptyingResources.map(({ Properties }) => toLogicalId(Properties.BucketName)).toSorted()).toEqual(
      buckets.toSorted(),
    );
    for (const { Properties, DependsOn } of emptyingResources) {
      const [policy] = findResourceProperties(portal, 'AWS::S3::BucketPolicy').filter(
        ({ Bucket }) => toLogicalId(Bucket) === toLogicalId(Properties.BucketName),
      );
      expect(DependsOn).toEqual([policy?.id]);
      expect(policy?.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({
          Effect: 'Allow',
          Action: expect.arrayContaining(['s3:DeleteObject*', 's3:List*', 's3:PutBucketPolicy']),
          Principal: { AWS: { 'Fn::GetAtt': [expect.stringMatching(/^CustomS3AutoDeleteObjects/), 'Arn'] } },
        }),
      );
    }
    // The other stacks have no buckets.
    for (const template of [edge, edgeWatch]) expect(template.findResources('AWS::S3::Bucket')).toEqual({});
  });

  test('each function writes to a log group of the stack only', () => {
    const logs = Object.keys(portal.findResources('AWS::Logs::LogGroup'));
    for (const { id, LoggingConfig } of findResourceProperties(portal, 'AWS::Lambda::Function'))
      expect([id, logs.includes(toLogicalId(LoggingConfig?.LogGroup) ?? '')]).toEqual([id, true]);
    expect(JSON.stringify(portal.toJSON())).not.toMatch(/logs:(CreateLogGroup|\*)|ManagedPolicyArns/);
  });
});

describe.each(findStageTitles(true))('deleting %s', (title) => {
  const { portal, edge, edgeWatch } = readSynthesized(title);

  test('retains and protects data, and retains other resources after the first deployment', () => {
    const policyByType: Partial<Record<string, string>> = {
      'AWS::Cognito::UserPool': 'Retain',
      'AWS::DynamoDB::Table': 'Retain',
      'AWS::S3::Bucket': 'RetainExceptOnCreate',
      'AWS::Logs::LogGroup': 'RetainExceptOnCreate',
      'AWS::SecretsManager::Secret': 'RetainExceptOnCreate',
      'AWS::KMS::Key': 'RetainExceptOnCreate',
    };
    for (const [id, { Type, DeletionPolicy, Properties = {} }] of listResources(portal)) {
      // The uploads bucket is not retained, because its objects expire after a day.
      const policy = id.startsWith('FilesUploads') ? undefined : policyByType[Type];
      if (policy) expect([id, DeletionPolicy]).toEqual([id, policy]);
      const protection = Properties['DeletionProtection'] ?? Properties['DeletionProtectionEnabled'];
      if (policy === 'Retain') expect(['ACTIVE', true]).toContain(protection);
    }
  });

  test('empties only the uploads bucket', () => {
    const emptiedBuckets = findResourceProperties(portal, 'Custom::S3AutoDeleteObjects').map(
      ({ BucketName }) => toLogicalId(BucketName) ?? '',
    );
    expect(emptiedBuckets).toEqual([expect.stringMatching(/^FilesUploads/)]);
    for (const { id, PolicyDocument } of findResourceProperties(portal, 'AWS::S3::BucketPolicy'))
      expect([id, JSON.stringify(PolicyDocument).includes('AutoDeleteObjects')]).toEqual([
        id,
        id.startsWith('FilesUploads'),
      ]);
  });

  test('retains no resource whose name the next deployment needs', () => {
    const keptResources = [portal, edge, edgeWatch]
      .flatMap(listResources)
      .filter(([, { DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete');
    expect(keptResources.length).toBeGreaterThan(10);
    const explicitNames = keptResources.flatMap(([, { Type, Properties = {} }]) =>
      Object.entries(Properties).flatMap(([name, value]) => (name.endsWith('Name') ? [[Type, name, value]] : [])),
    );
    // Two pools may have the same name, a vault requires a name, and a restored table is adopted by its name.
    const { adoptedTables = {} } = testedStages[title] ?? {};
    const reservedNames = explicitNames.filter(
      ([type]) => type !== 'AWS::Cognito::UserPool' && type !== 'AWS::Backup::BackupVault',
    );
    expect(reservedNames).toEqual(
      Object.values(adoptedTables).map((table) => ['AWS::DynamoDB::Table', 'TableName', table]),
    );
  });
});
