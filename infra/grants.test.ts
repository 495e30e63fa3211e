import { expect, test } from '@jest/globals';
import { regionIds } from '#shared/config/regions.ts';
import { findResourceProperties, renderIntrinsic, readSynthesized } from './testing/synthesized.ts';

// This stage has every function, because it has an email sender.
const { portal } = readSynthesized('local');

type Statement = { Action: string | string[]; Resource: unknown; Condition?: Record<string, Record<string, unknown>> };

/** Removes CDK's hash from logical IDs, and the difference between a reference and an ARN. */
const normalize = (text: string) => text.replaceAll(/<([A-Za-z]+?)[0-9A-F]{8}(?:\.Arn)?(\.\w+)?>/g, '$1$2');

const regionPools = regionIds.map((region) => `IdentityPool${region}`);
/** Returns a statement's resources, with the three user pools combined in one name. */
const toNames = (resources: unknown[]) => {
  const names = resources.map((resource) => normalize(renderIntrinsic(resource)));
  const nonPools = names.filter((name) => !regionPools.includes(name));
  return nonPools.length === names.length - regionPools.length ? ['pools', ...nonPools] : names;
};

const toCondition = ({ Condition = {} }: Statement) =>
  Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, value]) => ` if ${operator} ${key} ${[value].flat().join(' ')}`),
  );

const statements = findResourceProperties(portal, 'AWS::IAM::Policy').flatMap(
  ({ Roles: [{ Ref: role }], PolicyDocument }) =>
    (PolicyDocument.Statement as Statement[]).map((statement) => ({
      role: normalize(`<${role}>`),
      actions: [statement.Action].flat(),
      resources: toNames([statement.Resource].flat()),
      condition: toCondition(statement).join(''),
    })),
);
const functionStatements = statements.filter(({ role }) => role.endsWith('role'));

const transactionCondition = ' if ForAnyValue:StringEquals dynamodb:EnclosingOperation TransactWriteItems';
const dailyKeys = ' if ForAnyValue:StringLike dynamodb:LeadingKeys day#*';
const bookingKeys = ' if ForAnyValue:StringLike dynamodb:LeadingKeys booking#*';
const newsKeys = ' if ForAnyValue:StringLike dynamodb:LeadingKeys news#*';
const streamActions = 'DescribeStream GetRecords GetShardIterator ListStreams';
const deadLetterActions = 'GetQueueAttributes GetQueueUrl SendMessage';
const queueActions = 'ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage';
const grantsOfEveryFeature = { SecretsOrigin: 'GetSecretValue', sessions: 'BatchGetItem', users: 'BatchGetItem' };
const toListGrants = (table: string) =>
  Object.fromEntries(
    ['byRegion', 'byRegionAndState', 'byStore', 'byStoreAndState'].map((index) => [`${table}/index/${index}`, 'Query']),
  );

/**
 * Actions of each function by resource. A role that counts daily requests or writes idempotency records cannot change
 * the counts of failed sign-ins; audit events are only appended, in the transaction of the change.
 */
const grants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BackOfficebackoffice: {
    EventsReports: queueActions,
    repairs: 'GetItem PutItem',
    returns: 'GetItem PutItem',
  },
  BackOfficechanges: {
    'EventsBus if StringEquals events:source retailer-support-portal': 'PutEvents',
    EventsLostChanges: deadLetterActions,
    'repairs.StreamArn': streamActions,
    'repairs/index/byStore': 'Query',
    'returns.StreamArn': streamActions,
    'returns/index/byStore': 'Query',
    search: 'BatchWriteItem Query',
    statistics: 'UpdateItem',
  },
  Bouncesbounces: {
    BouncesWaiting: queueActions,
    subscriptions: 'UpdateItem',
    users: 'UpdateItem',
    'users/index/byEmail': 'Query',
  },
  Codescodes: {
    SecretsClients: 'GetSecretValue',
    CodesRequests: queueActions,
  },
  DailyEmailsschedule: {
    'attempts if ForAnyValue:StringLike dynamodb:LeadingKeys emails#*': 'GetItem PutItem',
    DailyEmailsWaiting: 'SendMessage',
    subscriptions: 'Query',
  },
  DailyEmailssender: {
    'arn:aws:ses:eu-central-1:<AWS::AccountId>:configuration-set/BouncesEmails if StringEquals ses:FromAddress portal@support.example':
      'SendEmail',
    'arn:aws:ses:eu-central-1:<AWS::AccountId>:identity/support.example if StringEquals ses:FromAddress portal@support.example':
      'SendEmail',
    SecretsClients: 'GetSecretValue',
    DailyEmailsWaiting: queueActions,
    'repairs/index/byStoreAndState': 'Query',
    'returns/index/byStoreAndState': 'Query',
    search: 'Query',
    stores: 'GetItem',
    subscriptions: 'DeleteItem GetItem UpdateItem',
    users: 'GetItem',
  },
  Featuresauth: {
    ...grantsOfEveryFeature,
    pools: 'AdminGetUser AdminInitiateAuth AdminRespondToAuthChallenge AdminUserGlobalSignOut',
    attempts: 'DeleteItem PutItem UpdateItem',
    [`audit${transactionCondition}`]: 'PutItem',
    CodesRequests: 'SendMessage',
    SecretsAddressKey: 'GetSecretValue',
    SecretsCaptcha: 'GetSecretValue',
    SecretsClients: 'GetSecretValue',
    sessions: 'BatchGetItem PutItem UpdateItem',
    'sessions/index/byUser': 'Query',
    stores: 'GetItem Query',
    subscriptions: 'DeleteItem GetItem UpdateItem',
    users: 'BatchGetItem GetItem UpdateItem',
  },
  Featuresjobs: {
    ...grantsOfEveryFeature,
    [`attempts${dailyKeys}`]: 'GetItem PutItem UpdateItem',
    [`audit${transactionCondition}`]: 'PutItem',
    'audit/index/byRegion': 'Query',
    jobs: 'GetItem PutItem Query UpdateItem',
    JobsRevocations: 'SendMessage',
    JobsSlices: 'SendMessage',
    users: 'BatchGetItem GetItem',
    'users/index/byState': 'Query',
  },
  Featuresrepairs: {
    ...grantsOfEveryFeature,
    [`attempts${bookingKeys}`]: 'GetItem PutItem',
    [`attempts${dailyKeys}`]: 'UpdateItem',
    repairs: 'BatchGetItem DeleteItem GetItem PutItem',
    ...toListGrants('repairs'),
    returns: 'BatchGetItem',
    search: 'Query',
    stores: 'GetItem Query',
  },
  Featuresreturnfiles: {
    // The bucket policy grants access to the uploads.
    ...grantsOfEveryFeature,
    [`attempts${dailyKeys}`]: 'UpdateItem',
    returns: 'GetItem',
    search: 'Query',
    stores: 'GetItem Query',
  },
  Featuresreturns: {
    ...grantsOfEveryFeature,
    [`attempts${bookingKeys}`]: 'GetItem PutItem',
    [`attempts${dailyKeys}`]: 'UpdateItem',
    returns: 'DeleteItem GetItem PutItem',
    ...toListGrants('returns'),
    search: 'Query',
    stores: 'GetItem Query',
  },
  Featuresstores: {
    ...grantsOfEveryFeature,
    [`attempts${newsKeys}`]: 'GetItem UpdateItem',
    'repairs/index/byStoreAndState': 'Query',
    'returns/index/byStoreAndState': 'Query',
    search: 'Query',
    statistics: 'Query',
    stores: 'Query',
  },
  Featuresuserfiles: {
    ...grantsOfEveryFeature,
    [`attempts${dailyKeys}`]: 'GetItem UpdateItem',
    jobs: 'PutItem',
    stores: 'Query',
    'users/index/byEmail': 'Query',
  },
  Featuresusers: {
    ...grantsOfEveryFeature,
    pools:
      'AdminAddUserToGroup AdminCreateUser AdminDeleteUser AdminDisableUser AdminEnableUser AdminGetUser AdminListGroupsForUser AdminRemoveUserFromGroup AdminSetUserMFAPreference AdminUserGlobalSignOut',
    attempts: 'GetItem',
    [`attempts${dailyKeys}`]: 'UpdateItem',
    audit: 'Query',
    [`audit${transactionCondition}`]: 'PutItem',
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
    [`audit${transactionCondition}`]: 'PutItem',
    jobs: 'ConditionCheckItem GetItem Query UpdateItem',
    JobsRevocations: `${queueActions} SendMessage`,
    JobsSlices: `${queueActions} SendMessage`,
    stores: 'DeleteItem GetItem PutItem Query',
    // Deletes the row that reserves an address during an invitation, and users whose import is undone.
    users: 'ConditionCheckItem DeleteItem GetItem PutItem UpdateItem',
    'users/index/byEmail': 'Query',
    'users/index/byStore': 'Query',
  },
  Noticesnotices: {
    // SES requires permissions for the sender's identity and for the configuration set.
    'arn:aws:ses:eu-central-1:<AWS::AccountId>:configuration-set/BouncesEmails if StringEquals ses:FromAddress portal@support.example':
      'SendEmail',
    'arn:aws:ses:eu-central-1:<AWS::AccountId>:identity/support.example if StringEquals ses:FromAddress portal@support.example':
      'SendEmail',
    'audit.StreamArn': streamActions,
    NoticesLost: deadLetterActions,
    'users/index/byAdmin': 'Query',
  },
  Reconciliationreconciliation: {
    pools: 'AdminGetUser AdminListGroupsForUser ListUsers ListUsersInGroup',
    [`audit${transactionCondition}`]: 'PutItem',
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

const findGrants = (construct: string) => {
  const actionsByTarget = new Map<string, string[]>();
  for (const { role, actions, resources, condition } of functionStatements)
    if (role === `${construct}role` && !/^(logs|xray):/.test(actions.join()))
      for (const resource of resources) {
        const target = `${resource.replace(/^Data/, '')}${condition}`;
        actionsByTarget.set(target, [
          ...(actionsByTarget.get(target) ?? []),
          ...actions.map((action) => action.replace(/^.*:/, '')),
        ]);
      }
  return Object.fromEntries([...actionsByTarget].map(([target, actions]) => [target, actions.toSorted().join(' ')]));
};

test('the table of grants lists every function', () =>
  expect([...new Set(functionStatements.map(({ role }) => role))].toSorted()).toEqual(
    Object.keys(grants)
      .map((construct) => `${construct}role`)
      .toSorted(),
  ));

test.each(Object.keys(grants))('grants %s exactly its actions and its own log', (construct) => {
  expect(findGrants(construct)).toEqual(grants[construct]);
  const logs = functionStatements.filter(
    ({ role, actions }) => role === `${construct}role` && actions.join().startsWith('logs:'),
  );
  expect(logs.map(({ resources }) => resources)).toEqual([[`${construct}log`]]);
});

test('lets only the reading function access uploads of its kind', () => {
  const [uploads] = findResourceProperties(portal, 'AWS::S3::Bucket').filter(({ id }) => id.startsWith('FilesUploads'));
  const policies = findResourceProperties(portal, 'AWS::S3::BucketPolicy').filter(
    ({ Bucket }) => Bucket.Ref === uploads?.id,
  );
  const [tlsStatement, ...allowStatements] = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  expect(tlsStatement).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
  const toReadStatement = (sid: string, feature: string, kind: string) => ({
    Sid: sid,
    Effect: 'Allow',
    Principal: {
      AWS: { 'Fn::GetAtt': [expect.stringMatching(new RegExp(`^Features${feature}role[0-9A-F]{8}$`)), 'Arn'] },
    },
    Action: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [uploads?.id, 'Arn'] }, `/uploads/${kind}/*`]] },
  });
  expect(allowStatements).toEqual([
    // The bucket is emptied and deleted with the stack; the emptying function reads no object.
    expect.objectContaining({
      Action: ['s3:DeleteObject*', 's3:GetBucket*', 's3:List*', 's3:PutBucketPolicy'],
      Principal: { AWS: { 'Fn::GetAtt': [expect.stringMatching(/^CustomS3AutoDeleteObjects/), 'Arn'] } },
    }),
    toReadStatement('ReadReturns', 'returnfiles', 'returns'),
    toReadStatement('ReadUsers', 'userfiles', 'users'),
  ]);
});

const tracedFunctions = findResourceProperties(portal, 'AWS::Lambda::Function').filter(
  ({ TracingConfig }) => TracingConfig,
);

test('allows every resource ("*") for X-Ray only', () =>
  expect(statements.filter(({ resources }) => resources.includes('*')).flatMap(({ actions }) => actions)).toEqual(
    tracedFunctions.flatMap(() => ['xray:PutTelemetryRecords', 'xray:PutTraceSegments']),
  ));
