import { describe, expect, test } from '@jest/globals';
import { findHomeRegion, template } from './assembly.ts';
import type { SynthesizedStack } from './assembly.ts';
import { deploy } from './deploy.ts';
import type { DeploymentTarget, Resource, ResourceType } from './deploy.ts';
import { resolveDynamicReferences } from './intrinsics.ts';

const createStack = (body: unknown): SynthesizedStack => ({
  name: 'shop',
  region: 'eu-central-1',
  template: template.parse(body),
  assets: new Map(),
});

const createRecorder = () => {
  const createdResources: Resource[] = [];
  const recordResource: ResourceType = (resource) => {
    createdResources.push(resource);
    return { ref: `id-of-${resource.logicalId}`, attributes: { Arn: `arn-of-${resource.logicalId}` } };
  };
  const target: DeploymentTarget = {
    accountId: '000000000000',
    resourceTypes: { Thing: recordResource },
    resolveReferences: (text) => text,
    stacks: new Map(),
  };
  return { createdResources, target };
};

test('findHomeRegion returns the region of the stack with functions', () => {
  const createRegionStack = (region: string, Type: string) => ({
    region,
    template: template.parse({ Resources: { A: { Type } } }),
  });
  const app = createRegionStack('eu-central-1', 'AWS::Lambda::Function');
  const other = createRegionStack('us-east-1', 'AWS::CloudWatch::Alarm');
  expect(findHomeRegion([other, app, other])).toBe('eu-central-1');
  expect(() => findHomeRegion([other])).toThrow('has functions');
});

describe('deploy', () => {
  test('creates each resource once, after its dependencies', async () => {
    const { createdResources, target } = createRecorder();
    await deploy(
      createStack({
        Resources: {
          A: { Type: 'Thing', Properties: { b: { Ref: 'B' }, c: { 'Fn::GetAtt': ['C', 'Arn'] } } },
          B: { Type: 'Thing', DependsOn: 'C' },
          C: { Type: 'Thing' },
        },
      }),
      target,
    );
    expect(createdResources.map(({ logicalId }) => logicalId)).toEqual(['C', 'B', 'A']);
    expect(createdResources[2]?.properties).toEqual({ b: 'id-of-B', c: 'arn-of-C' });
  });

  test('rejects conditions', () => {
    expect(() => createStack({ Resources: { A: { Type: 'Thing', Condition: 'Prod' } } })).toThrow(
      'knows no conditions',
    );
  });

  test.each([
    [{ A: { Type: 'AWS::RDS::DBInstance' } }, 'A (AWS::RDS::DBInstance): the local cloud has no such resource type'],
    [{ A: { Type: 'Thing', Properties: { x: { Ref: 'Nobody' } } } }, 'has no resource Nobody'],
    [
      { A: { Type: 'Thing', Properties: { x: { 'Fn::GetAtt': ['B', 'Size'] } } }, B: { Type: 'Thing' } },
      'B (Thing) has no attribute Size',
    ],
    [{ A: { Type: 'Thing', Properties: { x: { 'Fn::ImportValue': 'x' } } } }, 'does not do Fn::ImportValue'],
    [{ A: { Type: 'Thing', Properties: { x: { 'Fn::Select': [3, ['a']] } } } }, 'no element 3'],
  ])('rejects %j with an error that names the cause', async (Resources, message) => {
    await expect(deploy(createStack({ Resources }), createRecorder().target)).rejects.toThrow(message);
  });
});

describe('resolveDynamicReferences', () => {
  const arn = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:origin-AbCdEf';
  const findSecret = (id: string, versionId = 'plain') => ({ [arn]: versionId })[id];

  test.each([
    [`{{resolve:secretsmanager:${arn}:SecretString:::}}`, 'plain'],
    [`x={{resolve:secretsmanager:${arn}:SecretString:::}};`, 'x=plain;'],
    [`{{resolve:secretsmanager:${arn}:SecretString:::version-2}}`, 'version-2'],
  ])('resolves %s', (text, value) => {
    expect(resolveDynamicReferences(text, findSecret)).toBe(value);
  });

  test.each([
    '{{resolve:secretsmanager:nobody:SecretString:::}}',
    `{{resolve:secretsmanager:${arn}:SecretString:key::}}`,
    '{{resolve:ssm:/parameter}}',
  ])('rejects %s', (text) => {
    expect(() => resolveDynamicReferences(text, findSecret)).toThrow(text);
  });
});
