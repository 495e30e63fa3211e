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

/** The hash that CDK puts behind a name changes nothing. */
function plain(resource: string) {
  return resource.replaceAll(/<([A-Za-z]+?)[0-9A-F]{8}(\.\w+)?>/g, '$1');
}

/** What a feature's function may do to what, one line each. */
const grantsOf = (feature: string) =>
  statements
    .filter(({ role }) => role.startsWith(`Features${feature}role`))
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
        'dynamodb:PutItem Datarepairs',
        'dynamodb:Query Datarepairs/index/byStore',
        'dynamodb:Query Datarepairs/index/byRegion',
      ].toSorted(),
    ));

  test.each(features)('%s writes to its own log only', (feature) => {
    const logs = statements.filter(({ role, actions }) => role.startsWith(`Features${feature}role`) && actions[0]?.startsWith('logs:'));
    expect(logs.map(({ resources }) => resources)).toEqual([[`Features${feature}log`]]);
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
    features.flatMap(() => ['xray:PutTelemetryRecords', 'xray:PutTraceSegments']),
  ));

test('no role has a managed policy', () => {
  for (const role of propertiesOf(portal, 'AWS::IAM::Role')) expect(role).not.toHaveProperty('ManagedPolicyArns');
});
