import { describe, expect, test } from '@jest/globals';
import { homeRegionOf, template } from './assembly.ts';
import type { SynthesizedStack } from './assembly.ts';
import { deploy } from './deploy.ts';
import type { Account, Resource, ResourceType } from './deploy.ts';
import { resolveDynamicReferences } from './intrinsics.ts';

const stack = (body: unknown): SynthesizedStack => ({
  name: 'shop',
  region: 'eu-central-1',
  template: template.parse(body),
  assets: new Map(),
});

const recorder = () => {
  const made: Resource[] = [];
  const thing: ResourceType = (resource) => {
    made.push(resource);
    return { ref: `id-of-${resource.logicalId}`, attributes: { Arn: `arn-of-${resource.logicalId}` } };
  };
  const account: Account = {
    accountId: '000000000000',
    resourceTypes: { Thing: thing },
    finish: (text) => text,
    stacks: new Map(),
  };
  return { made, account };
};

test('the services answer in the region of the functions, wherever other stacks are', () => {
  const at = (region: string, Type: string) => ({ region, template: template.parse({ Resources: { A: { Type } } }) });
  const app = at('eu-central-1', 'AWS::Lambda::Function');
  const other = at('us-east-1', 'AWS::CloudWatch::Alarm');
  expect(homeRegionOf([other, app, other])).toBe('eu-central-1');
  expect(() => homeRegionOf([other])).toThrow('has functions');
});

describe('deploying a template', () => {
  test('makes each resource once, after those that it names or depends on', async () => {
    const { made, account } = recorder();
    await deploy(
      stack({
        Resources: {
          A: { Type: 'Thing', Properties: { b: { Ref: 'B' }, c: { 'Fn::GetAtt': ['C', 'Arn'] } } },
          B: { Type: 'Thing', DependsOn: 'C' },
          C: { Type: 'Thing' },
        },
      }),
      account,
    );
    expect(made.map(({ logicalId }) => logicalId)).toEqual(['C', 'B', 'A']);
    expect(made[2]?.properties).toEqual({ b: 'id-of-B', c: 'arn-of-C' });
  });

  test('knows no conditions, and does not pass over one', () => {
    expect(() => stack({ Resources: { A: { Type: 'Thing', Condition: 'Prod' } } })).toThrow('knows no conditions');
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
  ])('refuses by name what it cannot do: %j', async (Resources, message) => {
    await expect(deploy(stack({ Resources }), recorder().account)).rejects.toThrow(message);
  });
});

describe('dynamic references', () => {
  const arn = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:origin-AbCdEf';
  const secret = (id: string, versionId = 'plain') => ({ [arn]: versionId })[id];

  test.each([
    [`{{resolve:secretsmanager:${arn}:SecretString:::}}`, 'plain'],
    [`x={{resolve:secretsmanager:${arn}:SecretString:::}};`, 'x=plain;'],
    [`{{resolve:secretsmanager:${arn}:SecretString:::version-2}}`, 'version-2'],
  ])('%s', (text, value) => {
    expect(resolveDynamicReferences(text, secret)).toBe(value);
  });

  test.each([
    '{{resolve:secretsmanager:nobody:SecretString:::}}',
    `{{resolve:secretsmanager:${arn}:SecretString:key::}}`,
    '{{resolve:ssm:/parameter}}',
  ])('%s leads nowhere', (text) => {
    expect(() => resolveDynamicReferences(text, secret)).toThrow(text);
  });
});
