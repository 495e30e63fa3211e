import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { regionIds } from '#shared/regions.ts';
import { features } from '#shared/routes/table.ts';
import { propertiesOf, spelled, synthesized } from './testing/synthesized.ts';

const { portal } = synthesized('dev');

/** A stage whose emails SES sends. */
const { portal: sending } = synthesized('qa with a sender');

type Statement = { Action: string | string[]; Resource: unknown; Effect: string; Condition?: unknown };
const statementsOf = (template: Template) =>
  propertiesOf(template, 'AWS::IAM::Policy').flatMap(({ Roles: [role], PolicyDocument }) =>
    (PolicyDocument.Statement as Statement[]).map((statement) => ({
      role: String(role.Ref),
      actions: [statement.Action].flat(),
      resources: [statement.Resource].flat().map((resource) => plain(spelled(resource))),
      condition: statement.Condition,
    })),
  );
const statements = statementsOf(portal);

/** The hash that CDK puts behind a name changes nothing; neither does whether a thing is named or its ARN. */
function plain(resource: string) {
  return resource.replaceAll(/<([A-Za-z]+?)[0-9A-F]{8}(?:\.Arn)?(\.\w+)?>/g, '$1$2');
}

/** The hash at the end, so that one function's name is not the beginning of another's. */
const isRoleOf = (role: string, construct: string, name: string) =>
  new RegExp(`^${construct}${name.replaceAll('-', '')}role[0-9A-F]{8}$`).test(role);

/** What a function may do to what, one line each. */
const grantsOf = (name: string, construct = 'Features', of = statements) =>
  of
    .filter(({ role }) => isRoleOf(role, construct, name))
    .flatMap(({ actions, resources }) =>
      actions.flatMap((action) => resources.map((resource) => `${action} ${resource}`)),
    )
    .filter((line) => !/^(logs|xray):/.test(line))
    .toSorted();

describe('a function may do what it does, and nothing else', () => {
  const everyFeature = [
    'dynamodb:BatchGetItem Datasessions',
    'dynamodb:BatchGetItem Datausers',
    'secretsmanager:GetSecretValue SecretsOrigin',
  ];
  const dailyLimits = 'dynamodb:UpdateItem Dataattempts';
  const claims = ['dynamodb:DeleteItem Dataattempts', 'dynamodb:PutItem Dataattempts'];

  test('auth', () =>
    expect(grantsOf('auth')).toEqual(
      [
        ...everyFeature,
        ...['Poolndach', 'Poolnfr', 'Poolnuk'].flatMap((pool) => [
          `cognito-idp:AdminGetUser Identity${pool}`,
          `cognito-idp:AdminInitiateAuth Identity${pool}`,
          `cognito-idp:AdminRespondToAuthChallenge Identity${pool}`,
          `cognito-idp:AdminUserGlobalSignOut Identity${pool}`,
          `cognito-idp:DescribeUserPoolClient Identity${pool}`,
        ]),
        'dynamodb:GetItem Datausers',
        'dynamodb:UpdateItem Datausers',
        'dynamodb:PutItem Dataaudit',
        'dynamodb:Query Datasessions/index/byUser',
        'dynamodb:PutItem Datasessions',
        'dynamodb:UpdateItem Datasessions',
        'dynamodb:PutItem Dataattempts',
        'dynamodb:UpdateItem Dataattempts',
        'dynamodb:DeleteItem Dataattempts',
        'secretsmanager:GetSecretValue SecretsCaptcha',
        'sqs:SendMessage CodesRequests',
        'secretsmanager:GetSecretValue SecretsAddressKey',
      ].toSorted(),
    ));

  test('repairs', () =>
    expect(grantsOf('repairs')).toEqual(
      [
        ...everyFeature,
        dailyLimits,
        ...claims,
        'dynamodb:GetItem Datarepairs',
        'dynamodb:BatchGetItem Datarepairs',
        'dynamodb:BatchGetItem Datareturns',
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

  test('returns', () =>
    expect(grantsOf('returns')).toEqual(
      [
        ...everyFeature,
        dailyLimits,
        ...claims,
        'dynamodb:GetItem Datareturns',
        'dynamodb:PutItem Datareturns',
        'dynamodb:DeleteItem Datareturns',
        'dynamodb:Query Datareturns/index/byStore',
        'dynamodb:Query Datareturns/index/byStoreAndState',
        'dynamodb:Query Datareturns/index/byRegion',
        'dynamodb:Query Datareturns/index/byRegionAndState',
        'dynamodb:Query Datasearch',
        'dynamodb:GetItem Datastores',
      ].toSorted(),
    ));

  test('return-files: its files are in a bucket that says itself who may do what', () =>
    expect(grantsOf('return-files')).toEqual(
      [
        ...everyFeature,
        dailyLimits,
        'dynamodb:Query Datasearch',
        'dynamodb:GetItem Datareturns',
        'dynamodb:GetItem Datastores',
      ].toSorted(),
    ));

  test('stores', () => expect(grantsOf('stores')).toEqual([...everyFeature, 'dynamodb:Query Datastores'].toSorted()));

  test('users', () =>
    expect(grantsOf('users')).toEqual(
      [
        ...everyFeature,
        ...['Poolndach', 'Poolnfr', 'Poolnuk'].flatMap((pool) => [
          `cognito-idp:AdminAddUserToGroup Identity${pool}`,
          `cognito-idp:AdminCreateUser Identity${pool}`,
          `cognito-idp:AdminDeleteUser Identity${pool}`,
          `cognito-idp:AdminDisableUser Identity${pool}`,
          `cognito-idp:AdminEnableUser Identity${pool}`,
          `cognito-idp:AdminGetUser Identity${pool}`,
          `cognito-idp:AdminListGroupsForUser Identity${pool}`,
          `cognito-idp:AdminRemoveUserFromGroup Identity${pool}`,
          `cognito-idp:AdminSetUserMFAPreference Identity${pool}`,
          `cognito-idp:AdminUserGlobalSignOut Identity${pool}`,
        ]),
        'dynamodb:GetItem Datausers',
        'dynamodb:PutItem Datausers',
        'dynamodb:UpdateItem Datausers',
        'dynamodb:DeleteItem Datausers',
        'dynamodb:Query Datausers/index/byEmail',
        'dynamodb:Query Datausers/index/byStore',
        'dynamodb:Query Datausers/index/byState',
        'dynamodb:Query Datausers/index/byAdmin',
        'dynamodb:PutItem Dataaudit',
        'dynamodb:Query Dataaudit',
        'dynamodb:Query Dataaudit/index/byRegion',
        'dynamodb:GetItem Datastores',
        'dynamodb:PutItem Datastores',
        'dynamodb:Query Datasessions/index/byUser',
        'dynamodb:UpdateItem Datasessions',
        'dynamodb:GetItem Dataattempts',
        dailyLimits,
      ].toSorted(),
    ));

  test('what counts a person’s day, or claims the id of a booking, leaves the counts of failed sign-ins alone', () => {
    const counting = statements.filter(
      ({ role, actions, resources }) =>
        !isRoleOf(role, 'Features', 'auth') &&
        resources.includes('Dataattempts') &&
        actions.join() !== 'dynamodb:GetItem',
    );
    const only = (keys: string) => ({ 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [keys] } });
    const ofDays = { actions: ['dynamodb:UpdateItem'], condition: only('day#*') };
    const ofClaims = { actions: ['dynamodb:DeleteItem', 'dynamodb:PutItem'], condition: only('booking#*') };
    const found = counting.map(({ actions, condition }) => ({ actions, condition }));
    expect(found.filter(({ actions }) => actions.length === 1)).toEqual(Array.from({ length: 4 }, () => ofDays));
    expect(found.filter(({ actions }) => actions.length !== 1)).toEqual([
      ofClaims,
      ofClaims,
      ...['user-files', 'jobs'].map(() => ({ ...ofDays, actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] })),
    ]);
  });

  test('what hears of changes', () =>
    expect(grantsOf('changes', 'BackOffice')).toEqual(
      [
        'dynamodb:DescribeStream Datarepairs.StreamArn',
        'dynamodb:GetRecords Datarepairs.StreamArn',
        'dynamodb:GetShardIterator Datarepairs.StreamArn',
        'dynamodb:ListStreams Datarepairs.StreamArn',
        'dynamodb:DescribeStream Datareturns.StreamArn',
        'dynamodb:GetRecords Datareturns.StreamArn',
        'dynamodb:GetShardIterator Datareturns.StreamArn',
        'dynamodb:ListStreams Datareturns.StreamArn',
        'dynamodb:BatchWriteItem Datasearch',
        'dynamodb:Query Datasearch',
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
        'dynamodb:GetItem Datareturns',
        'dynamodb:PutItem Datareturns',
        'sqs:ReceiveMessage EventsReports',
        'sqs:ChangeMessageVisibility EventsReports',
        'sqs:DeleteMessage EventsReports',
        'sqs:GetQueueAttributes EventsReports',
        'sqs:GetQueueUrl EventsReports',
      ].toSorted(),
    ));

  test('what writes notices: it hears of events, and sends as the portal only', () => {
    const ofSending = statementsOf(sending);
    expect(grantsOf('notices', 'Notices', ofSending)).toEqual(
      [
        'dynamodb:DescribeStream Dataaudit.StreamArn',
        'dynamodb:GetRecords Dataaudit.StreamArn',
        'dynamodb:GetShardIterator Dataaudit.StreamArn',
        'dynamodb:ListStreams Dataaudit.StreamArn',
        'dynamodb:Query Datausers/index/byAdmin',
        'ses:SendEmail arn:aws:ses:eu-west-1:<AWS::AccountId>:identity/mail.example.com',
        'sqs:SendMessage NoticesLost',
        'sqs:GetQueueAttributes NoticesLost',
        'sqs:GetQueueUrl NoticesLost',
      ].toSorted(),
    );
    expect(
      ofSending.filter(({ actions }) => actions.includes('ses:SendEmail')).map(({ condition }) => condition),
    ).toEqual([{ StringEquals: { 'ses:FromAddress': 'portal@mail.example.com' } }]);
    const logs = ofSending.filter(
      ({ role, actions }) => isRoleOf(role, 'Notices', 'notices') && actions[0]?.startsWith('logs:'),
    );
    expect(logs.map(({ resources }) => resources)).toEqual([['Noticesnoticeslog']]);
  });

  test('what has codes sent: it reads its own client secret, and what is asked for', () =>
    expect(grantsOf('codes', 'Codes')).toEqual(
      [
        ...['Poolndach', 'Poolnfr', 'Poolnuk'].map((pool) => `cognito-idp:DescribeUserPoolClient Identity${pool}`),
        'sqs:ReceiveMessage CodesRequests',
        'sqs:ChangeMessageVisibility CodesRequests',
        'sqs:DeleteMessage CodesRequests',
        'sqs:GetQueueAttributes CodesRequests',
        'sqs:GetQueueUrl CodesRequests',
      ].toSorted(),
    ));

  test('what hears of bounces: it finds who an address belongs to, and notes it there', () =>
    expect(grantsOf('bounces', 'Bounces', statementsOf(synthesized('local').portal))).toEqual(
      [
        'dynamodb:Query Datausers/index/byEmail',
        'dynamodb:UpdateItem Datausers',
        'sqs:ReceiveMessage BouncesWaiting',
        'sqs:ChangeMessageVisibility BouncesWaiting',
        'sqs:DeleteMessage BouncesWaiting',
        'sqs:GetQueueAttributes BouncesWaiting',
        'sqs:GetQueueUrl BouncesWaiting',
      ].toSorted(),
    ));

  test('what watches: how long records of a region have waited, and nothing else of them', () =>
    expect(grantsOf('watch', 'Watch')).toEqual([
      'dynamodb:Query Datarepairs/index/byRegionAndState',
      'dynamodb:Query Datareturns/index/byRegionAndState',
    ]));

  test('user-files: as return-files, and it changes nobody', () =>
    expect(grantsOf('user-files')).toEqual(
      [
        ...everyFeature,
        dailyLimits,
        'dynamodb:GetItem Dataattempts',
        'dynamodb:Query Datausers/index/byEmail',
        'dynamodb:Query Datastores',
      ].toSorted(),
    ));

  test('jobs: it begins and stops, and changes nobody itself', () =>
    expect(grantsOf('jobs')).toEqual(
      [
        ...everyFeature,
        dailyLimits,
        'dynamodb:GetItem Dataattempts',
        'dynamodb:PutItem Dataaudit',
        'dynamodb:GetItem Datajobs',
        'dynamodb:PutItem Datajobs',
        'dynamodb:UpdateItem Datajobs',
        'dynamodb:Query Datajobs',
        'dynamodb:Query Datausers/index/byState',
        'sqs:SendMessage JobsSlices',
      ].toSorted(),
    ));

  test('what does the rows of jobs: it removes nobody from Cognito, and no event', () =>
    expect(grantsOf('jobworker', 'Jobs')).toEqual(
      [
        ...['Poolndach', 'Poolnfr', 'Poolnuk'].flatMap((pool) => [
          `cognito-idp:AdminAddUserToGroup Identity${pool}`,
          `cognito-idp:AdminCreateUser Identity${pool}`,
          `cognito-idp:AdminDisableUser Identity${pool}`,
          `cognito-idp:AdminEnableUser Identity${pool}`,
          `cognito-idp:AdminGetUser Identity${pool}`,
          `cognito-idp:AdminListGroupsForUser Identity${pool}`,
          `cognito-idp:AdminRemoveUserFromGroup Identity${pool}`,
          `cognito-idp:AdminUserGlobalSignOut Identity${pool}`,
        ]),
        'dynamodb:GetItem Datausers',
        'dynamodb:PutItem Datausers',
        'dynamodb:UpdateItem Datausers',
        // Of the address that is held while somebody is invited; Cognito's user it cannot remove.
        'dynamodb:DeleteItem Datausers',
        'dynamodb:Query Datausers/index/byEmail',
        'dynamodb:PutItem Dataaudit',
        'dynamodb:GetItem Datastores',
        'dynamodb:PutItem Datastores',
        'dynamodb:GetItem Datajobs',
        'dynamodb:UpdateItem Datajobs',
        'dynamodb:ConditionCheckItem Datajobs',
        'dynamodb:ConditionCheckItem Datausers',
        'sqs:SendMessage JobsSlices',
        'sqs:ReceiveMessage JobsSlices',
        'sqs:ChangeMessageVisibility JobsSlices',
        'sqs:DeleteMessage JobsSlices',
        'sqs:GetQueueAttributes JobsSlices',
        'sqs:GetQueueUrl JobsSlices',
      ].toSorted(),
    ));

  test('what reconciles the directory with Cognito changes the directory only', () =>
    expect(grantsOf('reconciliation', 'Reconciliation')).toEqual(
      [
        ...['Poolndach', 'Poolnfr', 'Poolnuk'].flatMap((pool) => [
          `cognito-idp:AdminGetUser Identity${pool}`,
          `cognito-idp:AdminListGroupsForUser Identity${pool}`,
          `cognito-idp:ListUsers Identity${pool}`,
          `cognito-idp:ListUsersInGroup Identity${pool}`,
        ]),
        'dynamodb:GetItem Datausers',
        'dynamodb:PutItem Datausers',
        'dynamodb:UpdateItem Datausers',
        'dynamodb:DeleteItem Datausers',
        'dynamodb:Query Datausers/index/byEmail',
        'dynamodb:PutItem Dataaudit',
        'dynamodb:GetItem Datastores',
        'dynamodb:Query Datastores',
        'dynamodb:PutItem Datastores',
      ].toSorted(),
    ));

  test.each([
    ...features.map((feature) => ['Features', feature]),
    ['Reconciliation', 'reconciliation'],
    ['Jobs', 'jobworker'],
    ['Watch', 'watch'],
    ['BackOffice', 'changes'],
    ['BackOffice', 'backoffice'],
  ])('%s %s writes to its own log only', (construct, name) => {
    const logs = statements.filter(
      ({ role, actions }) => isRoleOf(role, construct, name) && actions[0]?.startsWith('logs:'),
    );
    expect(logs.map(({ resources }) => resources)).toEqual([[`${construct}${name.replaceAll('-', '')}log`]]);
  });

  test.each(regionIds)(
    'the emails of %s are written by a function that may write its log, and nothing else',
    (region) => {
      const own = statements.filter(({ role }) => role.startsWith(`Identityemails${region}role`));
      expect(own.map(({ actions, resources }) => ({ actions, resources }))).toEqual([
        { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [`Identityemails${region}log`] },
      ]);
    },
  );
});

test('files that wait to be read are touched by the function that reads their kind, and by nobody else', () => {
  const [uploads] = propertiesOf(portal, 'AWS::S3::Bucket').filter(({ id }) => id.startsWith('FilesUploads'));
  const policies = propertiesOf(portal, 'AWS::S3::BucketPolicy').filter(({ Bucket }) => Bucket.Ref === uploads?.id);
  const [refusal, ...allowed] = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  expect(refusal).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
  const reading = (sid: string, feature: string, kind: string) => ({
    Sid: sid,
    Effect: 'Allow',
    Principal: {
      AWS: { 'Fn::GetAtt': [expect.stringMatching(new RegExp(`^Features${feature}role[0-9A-F]{8}$`)), 'Arn'] },
    },
    Action: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [uploads?.id, 'Arn'] }, `/uploads/${kind}/*`]] },
  });
  expect(allowed).toEqual([
    // It goes with the stack, emptied; what empties it reads nothing.
    expect.objectContaining({
      Action: ['s3:DeleteObject*', 's3:GetBucket*', 's3:List*', 's3:PutBucketPolicy'],
      Principal: { AWS: { 'Fn::GetAtt': [expect.stringMatching(/^CustomS3AutoDeleteObjects/), 'Arn'] } },
    }),
    reading('ReadReturns', 'returnfiles', 'returns'),
    reading('ReadUsers', 'userfiles', 'users'),
  ]);
});

test('what happened to users is appended together with what it tells of, and never changed or deleted', () => {
  const ofEvents = statements.filter(({ resources }) => resources.some((name) => name.startsWith('Dataaudit')));
  const writing = ofEvents.filter(({ actions }) => actions.some((action) => action !== 'dynamodb:Query'));
  expect(writing.length).toBeGreaterThan(0);
  for (const { actions, condition } of writing)
    expect([actions, condition]).toEqual([
      ['dynamodb:PutItem'],
      { 'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] } },
    ]);
});

test('no action is a wildcard', () => {
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
});

const traced = propertiesOf(portal, 'AWS::Lambda::Function').filter(({ TracingConfig }) => TracingConfig);

test('"every resource" is said of X-Ray only, which knows none', () =>
  expect(statements.filter(({ resources }) => resources.includes('*')).flatMap(({ actions }) => actions)).toEqual(
    traced.flatMap(() => ['xray:PutTelemetryRecords', 'xray:PutTraceSegments']),
  ));

test('no role has a managed policy', () => {
  for (const role of propertiesOf(portal, 'AWS::IAM::Role')) expect(role).not.toHaveProperty('ManagedPolicyArns');
});
