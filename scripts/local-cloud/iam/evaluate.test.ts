import { describe, expect, jest, test } from '@jest/globals';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { isAllowed, policyDocument } from './evaluate.ts';
import { createIam, iamResources } from './iam.ts';

const table = 'arn:aws:dynamodb:eu-central-1:000000000000:table/repairs';
const statements = (...all: object[]) => policyDocument.parse({ Statement: all }).Statement;
const allow = (more: object) => ({ Effect: 'Allow', Action: 'dynamodb:*', Resource: '*', ...more });

describe('policies', () => {
  test.each([
    ['the very action and resource', [allow({ Action: 'dynamodb:GetItem', Resource: table })], true],
    ['another case of the action', [allow({ Action: 'DynamoDB:getitem' })], true],
    ['a wildcard action', [allow({ Action: ['s3:*', 'dynamodb:Get*'] })], true],
    ['another action', [allow({ Action: 'dynamodb:PutItem' })], false],
    ['a wildcard resource', [allow({ Resource: 'arn:aws:dynamodb:*:*:table/rep?irs' })], true],
    ['an index of the table only', [allow({ Resource: `${table}/index/*` })], false],
    ['another table', [allow({ Resource: `${table}2` })], false],
    ['nothing at all', [], false],
    ['an Allow and a Deny', [allow({}), { Effect: 'Deny', Action: '*', Resource: table }], false],
    ['a condition that holds', [allow({ Condition: { StringEquals: { 'aws:SourceAccount': ['1', '2'] } } })], true],
    ['a condition that does not', [allow({ Condition: { StringEquals: { 'aws:SourceAccount': '3' } } })], false],
    ['a condition on what is not known', [allow({ Condition: { StringLike: { 'aws:PrincipalTag/x': '*' } } })], false],
    [
      'any of several',
      [allow({ Condition: { 'ForAnyValue:StringEquals': { 'aws:SourceAccount': ['1', '2'] } } })],
      true,
    ],
    ['none of several', [allow({ Condition: { 'ForAnyValue:StringEquals': { 'aws:SourceAccount': ['3'] } } })], false],
    ['any of what is not known', [allow({ Condition: { 'ForAnyValue:StringEquals': { 'aws:x': '1' } } })], false],
    [
      'a Deny without TLS',
      [
        allow({}),
        { Effect: 'Deny', Action: '*', Resource: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ],
      true,
    ],
  ])('%s', (_, given, expected) => {
    const documents = statements(...given.map((each) => JSON.parse(JSON.stringify(each))));
    expect(
      isAllowed(documents, { action: 'dynamodb:GetItem', resource: table, context: { 'aws:sourceaccount': '1' } }),
    ).toBe(expected);
  });

  test.each([
    [{ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }, 'IpAddress'],
    [{ StringLike: { 'aws:SourceArn': ['a', '${aws:PrincipalTag/x}'] } }, 'policy variables'],
  ])('a condition that nobody can judge here is refused by name: %j', (Condition, name) => {
    expect(() => statements(allow({ Condition }))).toThrow(name);
  });
});

describe('access keys', () => {
  test('act as their role, whose policies stand within and beside', async () => {
    const warn = jest.fn();
    const iam = createIam(warn);
    const types = iamResources(iam);
    const inline = {
      PolicyName: 'own',
      PolicyDocument: { Statement: { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' } },
    };
    const { ref, attributes } = await makeResource(types, 'AWS::IAM::Role', { Policies: [inline] });
    const PolicyDocument = { Statement: [allow({ Action: 'dynamodb:GetItem' })] };
    await makeResource(types, 'AWS::IAM::Policy', { Roles: [ref], PolicyDocument });
    const { accessKeyId, secretAccessKey } = iam.newKeyFor(String(attributes?.['Arn']), 'auth');

    expect(iam.allow(accessKeyId, 'dynamodb:GetItem', table)).toBe(true);
    expect(iam.allow(accessKeyId, 's3:GetObject', 'arn:aws:s3:::bucket/key')).toBe(true);
    expect(iam.allow(accessKeyId, 'dynamodb:PutItem', table)).toBe(false);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('may not dynamodb:PutItem'));
    expect(iam.secretOf(accessKeyId)).toBe(secretAccessKey);
    expect(iam.callerOf(accessKeyId)).toMatch(/^arn:aws:sts::000000000000:assumed-role\/.+\/auth$/);
  });

  test('a managed policy is refused by name', () => {
    const types = iamResources(createIam(() => {}));
    const properties = { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] };
    expect(() => makeResource(types, 'AWS::IAM::Role', properties)).toThrow('managed policies');
  });
});
