import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { propertiesOf, synthesized } from './testing/synthesized.ts';
import { testedStages } from './testing/tested-stages.ts';

const titlesOf = (keepsData: boolean) =>
  Object.entries(testedStages).flatMap(([title, stage]) => (stage.keepsData === keepsData ? [title] : []));

type Resource = {
  Type: string;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  Properties?: Record<string, unknown>;
};

const resourcesOf = (template: Template): [id: string, resource: Resource][] =>
  Object.entries(template.toJSON()['Resources']);

const idOf = (reference: unknown) => (reference as { Ref?: string } | undefined)?.Ref;

describe.each(titlesOf(false))('deleting %s leaves nothing:', (title) => {
  const { portal, edge, edgeWatch } = synthesized(title);
  const all = [portal, edge, edgeWatch].flatMap(resourcesOf);

  test('no resource is kept or protected', () => {
    for (const [id, { DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete', Properties = {} }] of all) {
      expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, 'Delete', 'Delete']);
      expect(['INACTIVE', false, undefined]).toContain(
        Properties['DeletionProtection'] ?? Properties['DeletionProtectionEnabled'],
      );
    }
    expect(all.map(([, { Type }]) => Type)).not.toContain('AWS::Backup::BackupVault');
  });

  test('each bucket is emptied first, while its policy still allows that', () => {
    const buckets = Object.keys(portal.findResources('AWS::S3::Bucket'));
    const emptied = Object.values(portal.findResources('Custom::S3AutoDeleteObjects'));
    expect(buckets.length).toBeGreaterThan(0);
    expect(emptied.map(({ Properties }) => idOf(Properties.BucketName)).toSorted()).toEqual(buckets.toSorted());
    for (const { Properties, DependsOn } of emptied) {
      const [policy] = propertiesOf(portal, 'AWS::S3::BucketPolicy').filter(
        ({ Bucket }) => idOf(Bucket) === idOf(Properties.BucketName),
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
    // Other stacks have none.
    for (const other of [edge, edgeWatch]) expect(other.findResources('AWS::S3::Bucket')).toEqual({});
  });

  test('each function writes into a log of the stack, and none may make itself another', () => {
    const logs = Object.keys(portal.findResources('AWS::Logs::LogGroup'));
    for (const { id, LoggingConfig } of propertiesOf(portal, 'AWS::Lambda::Function'))
      expect([id, logs.includes(idOf(LoggingConfig?.LogGroup) ?? '')]).toEqual([id, true]);
    expect(JSON.stringify(portal.toJSON())).not.toMatch(/logs:(CreateLogGroup|\*)|ManagedPolicyArns/);
  });
});

describe.each(titlesOf(true))('deleting %s', (title) => {
  const { portal, edge, edgeWatch } = synthesized(title);

  test('keeps its data, protected; and all else of value, but for a first deployment that fails and must be repeatable', () => {
    const kept: Partial<Record<string, string>> = {
      'AWS::Cognito::UserPool': 'Retain',
      'AWS::DynamoDB::Table': 'Retain',
      'AWS::S3::Bucket': 'RetainExceptOnCreate',
      'AWS::Logs::LogGroup': 'RetainExceptOnCreate',
      'AWS::SecretsManager::Secret': 'RetainExceptOnCreate',
      'AWS::KMS::Key': 'RetainExceptOnCreate',
    };
    for (const [id, { Type, DeletionPolicy, Properties = {} }] of resourcesOf(portal)) {
      // Nothing is there for longer than a day.
      const policy = id.startsWith('FilesUploads') ? undefined : kept[Type];
      if (policy) expect([id, DeletionPolicy]).toEqual([id, policy]);
      const protection = Properties['DeletionProtection'] ?? Properties['DeletionProtectionEnabled'];
      if (policy === 'Retain') expect(['ACTIVE', true]).toContain(protection);
    }
  });

  test('empties no bucket but that of files on their way, which forgets each after a day', () => {
    const emptied = propertiesOf(portal, 'Custom::S3AutoDeleteObjects').map(({ BucketName }) => idOf(BucketName) ?? '');
    expect(emptied).toEqual([expect.stringMatching(/^FilesUploads/)]);
    for (const { id, PolicyDocument } of propertiesOf(portal, 'AWS::S3::BucketPolicy'))
      expect([id, JSON.stringify(PolicyDocument).includes('AutoDeleteObjects')]).toEqual([
        id,
        id.startsWith('FilesUploads'),
      ]);
  });

  test('keeps nothing under a name that the next deployment would want', () => {
    const kept = [portal, edge, edgeWatch]
      .flatMap(resourcesOf)
      .filter(([, { DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete');
    expect(kept.length).toBeGreaterThan(10);
    const names = kept.flatMap(([, { Type, Properties = {} }]) =>
      Object.entries(Properties).flatMap(([name, value]) => (name.endsWith('Name') ? [[Type, name, value]] : [])),
    );
    // Two pools may have one name, a vault must have one, and a table that was restored is taken on by it.
    const { adoptedTables = {} } = testedStages[title] ?? {};
    const others = names.filter(([type]) => type !== 'AWS::Cognito::UserPool' && type !== 'AWS::Backup::BackupVault');
    expect(others).toEqual(Object.values(adoptedTables).map((table) => ['AWS::DynamoDB::Table', 'TableName', table]));
  });
});
