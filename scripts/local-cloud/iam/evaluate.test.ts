import { describe, expect, jest, test } from '@jest/globals';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { isAllowed, policyDocument } from './evaluate.ts';
import { createIam, createIamResourceTypes } from './iam.ts';

const table = 'arn:aws:dynamodb:eu-central-1:000000000000:table/repairs';
const parseStatements = (...all: object[]) => policyDocument.parse({ Statement: all }).Statement;
const allowStatement = (extra: object) => ({ Effect: 'Allow', Action: 'dynamodb:*', Resource: '*', ...extra });

describe('isAllowed', () => {
  test.each([
    ['the exact action and resource', [allowStatement({ Action: 'dynamodb:GetItem', Resource: table })], true],
    ['an action in different case', [allowStatement({ Action: 'DynamoDB:getitem' })], true],
    ['a wildcard action', [allowStatement({ Action: ['s3:*', 'dynamodb:Get*'] })], true],
    ['another action', [allowStatement({ Action: 'dynamodb:PutItem' })], false],
    ['a wildcard resource', [allowStatement({ Resource: 'arn:aws:dynamodb:*:*:table/rep?irs' })], true],
    ['an index of the table only', [allowStatement({ Resource: `${table}/index/*` })], false],
    ['another table', [allowStatement({ Resource: `${table}2` })], false],
    ['no statements', [], false],
    ['an Allow and a Deny', [allowStatement({}), { Effect: 'Deny', Action: '*', Resource: table }], false],
    [
      'a condition that is met',
      [allowStatement({ Condition: { StringEquals: { 'aws:SourceAccount': ['1', '2'] } } })],
      true,
    ],
    [
      'a condition that is not met',
      [allowStatement({ Condition: { StringEquals: { 'aws:SourceAccount': '3' } } })],
      false,
    ],
    [
      'a condition on an unknown key',
      [allowStatement({ Condition: { StringLike: { 'aws:PrincipalTag/x': '*' } } })],
      false,
    ],
    [
      'ForAnyValue with a matching value',
      [allowStatement({ Condition: { 'ForAnyValue:StringEquals': { 'aws:SourceAccount': ['1', '2'] } } })],
      true,
    ],
    [
      'ForAnyValue without a matching value',
      [allowStatement({ Condition: { 'ForAnyValue:StringEquals': { 'aws:SourceAccount': ['3'] } } })],
      false,
    ],
    [
      'ForAnyValue on an unknown key',
      [allowStatement({ Condition: { 'ForAnyValue:StringEquals': { 'aws:x': '1' } } })],
      false,
    ],
    [
      'a Deny only for requests without TLS',
      [
        allowStatement({}),
        { Effect: 'Deny', Action: '*', Resource: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ],
      true,
    ],
  ])('evaluates %s', (_, statements, expected) => {
    const parsed = parseStatements(...statements.map((each) => JSON.parse(JSON.stringify(each))));
    expect(
      isAllowed(parsed, { action: 'dynamodb:GetItem', resource: table, context: { 'aws:sourceaccount': '1' } }),
    ).toBe(expected);
  });

  test.each([
    [{ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }, 'IpAddress'],
    [{ StringLike: { 'aws:SourceArn': ['a', '${aws:PrincipalTag/x}'] } }, 'policy variables'],
  ])('rejects an unsupported condition by name: %j', (Condition, name) => {
    expect(() => parseStatements(allowStatement({ Condition }))).toThrow(name);
  });
});

describe('createIam', () => {
  test("applies the role's inline and attached policies to its keys", async () => {
    const warn = jest.fn();
    const iam = createIam(warn);
    const types = createIamResourceTypes(iam);
    const inline = {
      PolicyName: 'own',
      PolicyDocument: { Statement: { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' } },
    };
    const { ref, attributes } = await makeResource(types, 'AWS::IAM::Role', { Policies: [inline] });
    const PolicyDocument = { Statement: [allowStatement({ Action: 'dynamodb:GetItem' })] };
    await makeResource(types, 'AWS::IAM::Policy', { Roles: [ref], PolicyDocument });
    const { accessKeyId, secretAccessKey } = iam.createKeyFor(String(attributes?.['Arn']), 'auth');

    expect(iam.isAllowed(accessKeyId, 'dynamodb:GetItem', table)).toBe(true);
    expect(iam.isAllowed(accessKeyId, 's3:GetObject', 'arn:aws:s3:::bucket/key')).toBe(true);
    expect(iam.isAllowed(accessKeyId, 'dynamodb:PutItem', table)).toBe(false);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('may not dynamodb:PutItem'));
    expect(iam.findSecretKey(accessKeyId)).toBe(secretAccessKey);
    expect(iam.findCaller(accessKeyId)).toMatch(/^arn:aws:sts::000000000000:assumed-role\/.+\/auth$/);
  });

  test('rejects a managed policy by name', () => {
    const types = createIamResourceTypes(createIam(() => {}));
    const properties = { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] };
    expect(() => makeResource(types, 'AWS::IAM::Role', properties)).toThrow('managed policies');
  });
});
