import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { propertiesOf, spelled, synthesized } from '#infra/testing/synthesized.ts';
import { auditItem } from '#lambdas/directory/audit.ts';
import { userRow } from '#lambdas/directory/user-row.ts';
import { startDatabase } from '#scripts/local-cloud/dynamodb/dynoxide.ts';
import { dynamoDbProxy } from '#scripts/local-cloud/dynamodb/proxy.ts';
import { createIam } from '#scripts/local-cloud/iam/iam.ts';
import { policyDocument } from '#scripts/local-cloud/iam/policy.ts';
import { serve } from '#scripts/local-cloud/servers.ts';
import { temporaryFolder } from '#scripts/local-cloud/temporary-folder.ts';
import { makeTables } from '../testing/tables.ts';

// The roles as they are synthesized, enforced before the local cloud's DynamoDB.
const { portal } = synthesized('dev');
const account = { region: 'eu-central-1', accountId: '123456789012' };
const tablesArn = `arn:aws:dynamodb:${account.region}:${account.accountId}:table`;
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

type Statement = { Resource: unknown };
const policies = propertiesOf(portal, 'AWS::IAM::Policy').map(({ Roles: [role], PolicyDocument }) => ({
  role: String(role.Ref),
  statements: (PolicyDocument.Statement as Statement[]).map((statement) => ({
    ...statement,
    Resource: [statement.Resource].flat().map(arnOf),
  })),
}));

/** Tables under their own names; the ARN of anything else is of no interest here. */
function arnOf(resource: unknown) {
  return spelled(resource).replace(/^<Data([a-z]+)[0-9A-F]{8}\.Arn>/, `${tablesArn}/$1`);
}

const iam = createIam(() => {});
const folder = temporaryFolder();
const closing: (() => Promise<void> | void)[] = [];
let clientWith: (key: { accessKeyId: string; secretAccessKey: string }) => DynamoDBDocumentClient;

beforeAll(async () => {
  for (const { role, statements } of policies)
    iam.grant(role, policyDocument.parse({ Statement: statements }).Statement);
  const { endpoint, stop } = await startDatabase(join(folder.path, 'db'), process.env, () => {});
  const direct = new DynamoDBClient({ endpoint, region: account.region, credentials });
  await makeTables(direct, ['users', 'audit']);
  const listener = dynamoDbProxy({ endpoint, ...account, allow: iam.allow, callerOf: iam.callerOf });
  const proxy = await serve(listener);
  clientWith = (key) =>
    DynamoDBDocumentClient.from(
      new DynamoDBClient({ endpoint: `http://127.0.0.1:${proxy.port}`, region: account.region, credentials: key }),
      { marshallOptions: { removeUndefinedValues: true } },
    );
  closing.push(
    () => direct.destroy(),
    () => proxy.close(),
    stop,
    folder.remove,
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

const user = userRow({
  region: 'nuk',
  sub: randomUUID(),
  email: 'anna@store.example',
  storeId: 'UK-1',
  storeName: 'One',
  groups: [],
  enabled: true,
  status: 'confirmed',
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
});
const event = auditItem('audit', {
  user,
  action: 'disabled',
  actor: { by: 'boss@store.example', requestId: 'request-1' },
  id: 'one',
  now: new Date('2026-11-22T10:00:00.000Z'),
});
const Item = event.Put?.Item ?? {};
const Key = { user: Item['user'], event: Item['event'] };
const refused = { name: 'AccessDeniedException' };
const eventNow = async () =>
  (await clientWith(credentials).send(new GetCommand({ TableName: 'audit', Key, ConsistentRead: true }))).Item;

const ofFunctions = policies.map(({ role }): [string] => [role]);

describe('what happened to a user', () => {
  test('is appended by the function behind the users, in a transaction', async () => {
    const [role = ''] = ofFunctions.flat().filter((name) => name.startsWith('Featuresusersrole'));
    const db = clientWith(iam.newKeyFor(role, 'users'));
    await db.send(new TransactWriteCommand({ TransactItems: [event] }));
    expect(await eventNow()).toEqual(Item);
    // There already: the condition that every event has refuses to write over it.
    await expect(db.send(new TransactWriteCommand({ TransactItems: [event] }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
    });
  });

  test.each(ofFunctions)('is not written alone, changed or deleted by %s', async (role) => {
    const before = await eventNow();
    expect(before).toEqual(Item);
    const db = clientWith(iam.newKeyFor(role, 'any'));
    const forged = { ...Item, by: 'nobody@store.example' };
    const change = {
      TableName: 'audit',
      Key,
      UpdateExpression: 'SET #by = :by',
      ExpressionAttributeNames: { '#by': 'by' },
      ExpressionAttributeValues: { ':by': 'nobody' },
    };
    const remove = { TableName: 'audit', Key };
    const attempts = [
      db.send(new PutCommand({ TableName: 'audit', Item: forged })),
      db.send(new UpdateCommand(change)),
      db.send(new DeleteCommand(remove)),
      db.send(new BatchWriteCommand({ RequestItems: { audit: [{ PutRequest: { Item: forged } }] } })),
      db.send(new BatchWriteCommand({ RequestItems: { audit: [{ DeleteRequest: { Key } }] } })),
      db.send(new TransactWriteCommand({ TransactItems: [{ Update: change }] })),
      db.send(new TransactWriteCommand({ TransactItems: [{ Delete: remove }] })),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(refused);
    expect(await eventNow()).toEqual(before);
  });
});
