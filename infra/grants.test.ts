import { expect, test } from '@jest/globals';
import { regionIds } from '#shared/regions.ts';
import { propertiesOf, spelled, synthesized } from './testing/synthesized.ts';

// With a sender, and so with every function that there is.
const { portal } = synthesized('local');

type Statement = { Action: string | string[]; Resource: unknown; Condition?: Record<string, Record<string, unknown>> };

/** The hash that CDK puts behind a name changes nothing; neither does whether a thing is named or its ARN. */
const plain = (text: string) => text.replaceAll(/<([A-Za-z]+?)[0-9A-F]{8}(?:\.Arn)?(\.\w+)?>/g, '$1$2');

const ofEveryRegion = regionIds.map((region) => `IdentityPool${region}`);
/** What a statement is about; all three pools under one name. */
const namesOf = (resources: unknown[]) => {
  const names = resources.map((resource) => plain(spelled(resource)));
  const others = names.filter((name) => !ofEveryRegion.includes(name));
  return others.length === names.length - ofEveryRegion.length ? ['pools', ...others] : names;
};

const conditionOf = ({ Condition = {} }: Statement) =>
  Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, value]) => ` if ${operator} ${key} ${[value].flat().join(' ')}`),
  );

const statements = propertiesOf(portal, 'AWS::IAM::Policy').flatMap(({ Roles: [{ Ref: role }], PolicyDocument }) =>
  (PolicyDocument.Statement as Statement[]).map((statement) => ({
    role: plain(`<${role}>`),
    actions: [statement.Action].flat(),
    resources: namesOf([statement.Resource].flat()),
    condition: conditionOf(statement).join(''),
  })),
);
const ofFunctions = statements.filter(({ role }) => role.endsWith('role'));

const inTransaction = ' if ForAnyValue:StringEquals dynamodb:EnclosingOperation TransactWriteItems';
const ofDays = ' if ForAnyValue:StringLike dynamodb:LeadingKeys day#*';
const ofBookings = ' if ForAnyValue:StringLike dynamodb:LeadingKeys booking#*';
const hears = 'DescribeStream GetRecords GetShardIterator ListStreams';
const loses = 'GetQueueAttributes GetQueueUrl SendMessage';
const worksOff = 'ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage';
const everyFeature = { SecretsOrigin: 'GetSecretValue', sessions: 'BatchGetItem', users: 'BatchGetItem' };
const pagesOf = (table: string) =>
  Object.fromEntries(
    ['byRegion', 'byRegionAndState', 'byStore', 'byStoreAndState'].map((index) => [`${table}/index/${index}`, 'Query']),
  );

/**
 * What each function may do, by what it may do it to. What counts a person's day, or claims the id of a booking, leaves the counts of
 * failed sign-ins alone; what happened to users is appended together with what it tells of, and never changed or deleted.
 */
const grants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BackOfficebackoffice: {
    EventsReports: worksOff,
    repairs: 'GetItem PutItem',
    returns: 'GetItem PutItem',
  },
  BackOfficechanges: {
    'EventsBus if StringEquals events:source retailer-support-portal': 'PutEvents',
    EventsLostChanges: loses,
    'repairs.StreamArn': hears,
    'returns.StreamArn': hears,
    search: 'BatchWriteItem Query',
  },
  Bouncesbounces: {
    BouncesWaiting: worksOff,
    users: 'UpdateItem',
    'users/index/byEmail': 'Query',
  },
  Codescodes: {
    SecretsClients: 'GetSecretValue',
    CodesRequests: worksOff,
  },
  Featuresauth: {
    ...everyFeature,
    pools: 'AdminGetUser AdminInitiateAuth AdminRespondToAuthChallenge AdminUserGlobalSignOut',
    attempts: 'DeleteItem PutItem UpdateItem',
    [`audit${inTransaction}`]: 'PutItem',
    CodesRequests: 'SendMessage',
    SecretsAddressKey: 'GetSecretValue',
    SecretsCaptcha: 'GetSecretValue',
    SecretsClients: 'GetSecretValue',
    sessions: 'BatchGetItem PutItem UpdateItem',
    'sessions/index/byUser': 'Query',
    users: 'BatchGetItem GetItem UpdateItem',
  },
  Featuresjobs: {
    ...everyFeature,
    [`attempts${ofDays}`]: 'GetItem PutItem UpdateItem',
    [`audit${inTransaction}`]: 'PutItem',
    'audit/index/byRegion': 'Query',
    jobs: 'GetItem PutItem Query UpdateItem',
    JobsRevocations: 'SendMessage',
    JobsSlices: 'SendMessage',
    users: 'BatchGetItem GetItem',
    'users/index/byState': 'Query',
  },
  Featuresrepairs: {
    ...everyFeature,
    [`attempts${ofBookings}`]: 'GetItem PutItem',
    [`attempts${ofDays}`]: 'UpdateItem',
    repairs: 'BatchGetItem DeleteItem GetItem PutItem',
    ...pagesOf('repairs'),
    returns: 'BatchGetItem',
    search: 'Query',
    stores: 'GetItem Query',
  },
  Featuresreturnfiles: {
    // Its files are in a bucket that says itself who may do what.
    ...everyFeature,
    [`attempts${ofDays}`]: 'UpdateItem',
    returns: 'GetItem',
    search: 'Query',
    stores: 'GetItem Query',
  },
  Featuresreturns: {
    ...everyFeature,
    [`attempts${ofBookings}`]: 'GetItem PutItem',
    [`attempts${ofDays}`]: 'UpdateItem',
    returns: 'DeleteItem GetItem PutItem',
    ...pagesOf('returns'),
    search: 'Query',
    stores: 'GetItem Query',
  },
  Featuresstores: {
    ...everyFeature,
    stores: 'Query',
  },
  Featuresuserfiles: {
    ...everyFeature,
    [`attempts${ofDays}`]: 'GetItem UpdateItem',
    stores: 'Query',
    'users/index/byEmail': 'Query',
  },
  Featuresusers: {
    ...everyFeature,
    pools:
      'AdminAddUserToGroup AdminCreateUser AdminDeleteUser AdminDisableUser AdminEnableUser AdminGetUser AdminListGroupsForUser AdminRemoveUserFromGroup AdminSetUserMFAPreference AdminUserGlobalSignOut',
    attempts: 'GetItem',
    [`attempts${ofDays}`]: 'UpdateItem',
    audit: 'Query',
    [`audit${inTransaction}`]: 'PutItem',
    'audit/index/byRegion': 'Query',
    sessions: 'BatchGetItem UpdateItem',
    'sessions/index/byUser': 'Query',
    stores: 'ConditionCheckItem GetItem PutItem Query',
    users: 'BatchGetItem DeleteItem GetItem PutItem UpdateItem',
    'users/index/byAdmin': 'Query',
    'users/index/byEmail': 'Query',
    'users/index/byState': 'Query',
    'users/index/byStore': 'Query',
  },
  Jobsjobworker: {
    pools:
      'AdminAddUserToGroup AdminCreateUser AdminDeleteUser AdminDisableUser AdminEnableUser AdminGetUser AdminListGroupsForUser AdminRemoveUserFromGroup AdminUserGlobalSignOut',
    [`audit${inTransaction}`]: 'PutItem',
    jobs: 'ConditionCheckItem GetItem Query UpdateItem',
    JobsRevocations: `${worksOff} SendMessage`,
    JobsSlices: `${worksOff} SendMessage`,
    stores: 'DeleteItem GetItem PutItem Query',
    // Deletes the address that is held while somebody is invited, and whom an import invited that is undone.
    users: 'ConditionCheckItem DeleteItem GetItem PutItem UpdateItem',
    'users/index/byEmail': 'Query',
    'users/index/byStore': 'Query',
  },
  Noticesnotices: {
    // SES asks for the right to both.
    'arn:aws:ses:eu-central-1:<AWS::AccountId>:configuration-set/BouncesEmails if StringEquals ses:FromAddress portal@support.example':
      'SendEmail',
    'arn:aws:ses:eu-central-1:<AWS::AccountId>:identity/support.example if StringEquals ses:FromAddress portal@support.example':
      'SendEmail',
    'audit.StreamArn': hears,
    NoticesLost: loses,
    'users/index/byAdmin': 'Query',
  },
  Reconciliationreconciliation: {
    pools: 'AdminGetUser AdminListGroupsForUser ListUsers ListUsersInGroup',
    [`audit${inTransaction}`]: 'PutItem',
    stores: 'ConditionCheckItem GetItem PutItem Query',
    users: 'DeleteItem GetItem PutItem UpdateItem',
    'users/index/byEmail': 'Query',
  },
  Canarycanary: {
    'repairs/index/byRegionAndState': 'Query',
    'returns/index/byRegionAndState': 'Query',
  },
  ...Object.fromEntries(regionIds.map((region) => [`Identityemails${region}`, {}])),
};

const grantsOf = (construct: string) => {
  const granted = new Map<string, string[]>();
  for (const { role, actions, resources, condition } of ofFunctions)
    if (role === `${construct}role` && !/^(logs|xray):/.test(actions.join()))
      for (const resource of resources) {
        const target = `${resource.replace(/^Data/, '')}${condition}`;
        granted.set(target, [...(granted.get(target) ?? []), ...actions.map((action) => action.replace(/^.*:/, ''))]);
      }
  return Object.fromEntries([...granted].map(([target, actions]) => [target, actions.toSorted().join(' ')]));
};

test('every function is in the table', () =>
  expect([...new Set(ofFunctions.map(({ role }) => role))].toSorted()).toEqual(
    Object.keys(grants)
      .map((construct) => `${construct}role`)
      .toSorted(),
  ));

test.each(Object.keys(grants))(
  '%s may do what it does, and nothing else; it writes to its own log only',
  (construct) => {
    expect(grantsOf(construct)).toEqual(grants[construct]);
    const logs = ofFunctions.filter(
      ({ role, actions }) => role === `${construct}role` && actions.join().startsWith('logs:'),
    );
    expect(logs.map(({ resources }) => resources)).toEqual([[`${construct}log`]]);
  },
);

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

const traced = propertiesOf(portal, 'AWS::Lambda::Function').filter(({ TracingConfig }) => TracingConfig);

test('"every resource" is said of X-Ray only, which knows none', () =>
  expect(statements.filter(({ resources }) => resources.includes('*')).flatMap(({ actions }) => actions)).toEqual(
    traced.flatMap(() => ['xray:PutTelemetryRecords', 'xray:PutTraceSegments']),
  ));
