import { describe, expect, test } from '@jest/globals';
import { regionIds } from '#shared/regions.ts';
import { features } from '#shared/routes/table.ts';
import { findStage } from './stages.ts';
import { propertiesOf, spelled, synthesize } from './synthesized.ts';

const { portal } = synthesize(findStage('dev'));

type Statement = { Action: string | string[]; Resource: unknown; Effect: string };
const statements = propertiesOf(portal, 'AWS::IAM::Policy').flatMap(({ Roles: [role], PolicyDocument }) =>
  (PolicyDocument.Statement as Statement[]).map((statement) => ({
    role: String(role.Ref),
    actions: [statement.Action].flat(),
    resources: [statement.Resource].flat().map((resource) => plain(spelled(resource))),
  })),
);

/** The hash that CDK puts behind a name changes nothing; neither does whether a thing is named or its ARN. */
function plain(resource: string) {
  return resource.replaceAll(/<([A-Za-z]+?)[0-9A-F]{8}(?:\.Arn)?(\.\w+)?>/g, '$1$2');
}

/** What a function may do to what, one line each. */
const grantsOf = (name: string, construct = 'Features') =>
  statements
    .filter(({ role }) => role.startsWith(`${construct}${name}role`))
    .flatMap(({ actions, resources }) => actions.flatMap((action) => resources.map((resource) => `${action} ${resource}`)))
    .filter((line) => !/^(logs|xray):/.test(line))
    .toSorted();

describe('a function may do what it does, and nothing else', () => {
  const everyFeature = [
    'dynamodb:BatchGetItem Datasessions',
    'dynamodb:BatchGetItem Datausers',
    'secretsmanager:GetSecretValue SecretsOrigin',
  ];

  test('auth', () =>
    expect(grantsOf('auth')).toEqual(
      [
        ...everyFeature,
        ...['Poolndach', 'Poolnfr', 'Poolnuk'].flatMap((pool) => [
          `cognito-idp:AdminInitiateAuth Identity${pool}`,
          `cognito-idp:AdminRespondToAuthChallenge Identity${pool}`,
          `cognito-idp:AdminUserGlobalSignOut Identity${pool}`,
          `cognito-idp:DescribeUserPoolClient Identity${pool}`,
        ]),
        'dynamodb:GetItem Datausers',
        'dynamodb:UpdateItem Datausers',
        'dynamodb:Query Datausers/index/byEmail',
        'dynamodb:PutItem Datasessions',
        'dynamodb:UpdateItem Datasessions',
        'dynamodb:PutItem Dataattempts',
        'dynamodb:UpdateItem Dataattempts',
        'dynamodb:DeleteItem Dataattempts',
        'secretsmanager:GetSecretValue SecretsCaptcha',
      ].toSorted(),
    ));

  test('repairs', () =>
    expect(grantsOf('repairs')).toEqual(
      [
        ...everyFeature,
        'dynamodb:GetItem Datarepairs',
        'dynamodb:BatchGetItem Datarepairs',
        'dynamodb:PutItem Datarepairs',
        'dynamodb:DeleteItem Datarepairs',
        'dynamodb:Query Datarepairs/index/byStore',
        'dynamodb:Query Datarepairs/index/byStoreAndState',
        'dynamodb:Query Datarepairs/index/byRegion',
        'dynamodb:Query Datarepairs/index/byRegionAndState',
        'dynamodb:Query Datasearch',
        'dynamodb:GetItem Datastores',
      ].toSorted(),
    ));

  test('stores', () => expect(grantsOf('stores')).toEqual([...everyFeature, 'dynamodb:Query Datastores'].toSorted()));

  test('what hears of changes', () =>
    expect(grantsOf('changes', 'BackOffice')).toEqual(
      [
        'dynamodb:DescribeStream Datarepairs.StreamArn',
        'dynamodb:GetRecords Datarepairs.StreamArn',
        'dynamodb:GetShardIterator Datarepairs.StreamArn',
        'dynamodb:ListStreams Datarepairs.StreamArn',
        'dynamodb:BatchWriteItem Datasearch',
        'events:PutEvents EventsBus',
        'sqs:SendMessage EventsLostChanges',
        'sqs:GetQueueAttributes EventsLostChanges',
        'sqs:GetQueueUrl EventsLostChanges',
      ].toSorted(),
    ));

  test('what enters reports', () =>
    expect(grantsOf('backoffice', 'BackOffice')).toEqual(
      [
        'dynamodb:GetItem Datarepairs',
        'dynamodb:PutItem Datarepairs',
        'sqs:ReceiveMessage EventsReports',
        'sqs:ChangeMessageVisibility EventsReports',
        'sqs:DeleteMessage EventsReports',
        'sqs:GetQueueAttributes EventsReports',
        'sqs:GetQueueUrl EventsReports',
      ].toSorted(),
    ));

  test.each([...features.map((feature) => ['Features', feature]), ['BackOffice', 'changes'], ['BackOffice', 'backoffice']])('%s %s writes to its own log only', (construct, name) => {
    const logs = statements.filter(({ role, actions }) => role.startsWith(`${construct}${name}role`) && actions[0]?.startsWith('logs:'));
    expect(logs.map(({ resources }) => resources)).toEqual([[`${construct}${name}log`]]);
  });

  test.each(regionIds)('the emails of %s are written by a function that may write its log, and nothing else', (region) => {
    const own = statements.filter(({ role }) => role.startsWith(`Identityemails${region}role`));
    expect(own.map(({ actions, resources }) => ({ actions, resources }))).toEqual([
      { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [`Identityemails${region}log`] },
    ]);
  });
});

test('no action is a wildcard', () => {
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
});

test('"every resource" is said of X-Ray only, which knows none', () =>
  expect(statements.filter(({ resources }) => resources.includes('*')).flatMap(({ actions }) => actions)).toEqual(
    [...features, 'changes', 'back-office'].flatMap(() => ['xray:PutTelemetryRecords', 'xray:PutTraceSegments']),
  ));

test('no role has a managed policy', () => {
  for (const role of propertiesOf(portal, 'AWS::IAM::Role')) expect(role).not.toHaveProperty('ManagedPolicyArns');
});
