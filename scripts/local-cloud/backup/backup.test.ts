import { join } from 'node:path';
import {
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';
import { closeAtEnd, freshFolder, reaching, served } from '#scripts/local-cloud/testing/opened.ts';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { startDatabase } from '../dynamodb/dynoxide.ts';
import { dynamoDbProxy } from '../dynamodb/proxy.ts';
import { ensureTable } from '../dynamodb/tables.ts';
import { createIam } from '../iam/iam.ts';
import { createBackup } from './backup.ts';

const account = { region: 'eu-central-1', accountId: '000000000000' };
const table = 'arn:aws:dynamodb:eu-central-1:000000000000:table/shop-repairs';
const role = (name: string) => `arn:aws:iam::000000000000:role/${name}`;
const folder = freshFolder();
let client: DynamoDBClient;
let endpoint: string;

const ask = async (method: string, path: string, body?: object) => {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=local/20261125/eu-central-1/backup/aws4_request, SignedHeaders=host, Signature=0';
  const answer = await fetch(endpoint + path, {
    method,
    headers: { authorization },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, string> & { RecoveryPoints?: Record<string, unknown>[] };
};
const backUp = (IamRoleArn: string) =>
  ask('PUT', '/backup-jobs', { BackupVaultName: 'vault', ResourceArn: table, IamRoleArn });
const restore = (RecoveryPointArn: unknown, as: string, targetTableName: string) =>
  ask('PUT', '/restore-jobs', {
    RecoveryPointArn,
    IamRoleArn: role(as),
    Metadata: { targetTableName, encryptionType: 'Default' },
  });
const found = async (TableName: string) =>
  (await client.send(new GetItemCommand({ TableName, Key: { store: { S: 'UK-1' }, reference: { S: 'A' } } }))).Item;

beforeAll(async () => {
  const database = await startDatabase(join(folder, 'db'), {}, () => {});
  closeAtEnd(database.stop);
  const behind = new DynamoDBClient(reaching(database.endpoint));
  const iam = createIam(() => {});
  const grant = (name: string, actions: string[], Resource: string) =>
    iam.grant(role(name), [
      { Effect: 'Allow', Action: actions.map((action) => `dynamodb:${action}`), Resource: [Resource] },
    ]);
  grant('maker', ['StartAwsBackupJob', 'DescribeTable', 'ListTagsOfResource'], table);
  grant('restorer', ['RestoreTableFromAwsBackup', 'DescribeTable'], table.replace('repairs', '*'));
  grant(
    'restorer',
    ['Scan', 'Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    table.replace('repairs', 'restored-*'),
  );
  const backup = createBackup({ ...account, ...iam, now: () => new Date(), database: behind });
  await makeResource(backup.resourceTypes, 'AWS::Backup::BackupVault', { BackupVaultName: 'vault' });
  endpoint = await served(backup.listener);
  const proxy = dynamoDbProxy({ ...account, ...iam, endpoint: database.endpoint, client: behind });
  client = new DynamoDBClient(reaching(await served(proxy)));
  await ensureTable(client, {
    TableName: 'shop-repairs',
    KeySchema: [
      { AttributeName: 'store', KeyType: 'HASH' },
      { AttributeName: 'reference', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: ['store', 'reference'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  });
  await client.send(
    new PutItemCommand({
      TableName: 'shop-repairs',
      Item: { store: { S: 'UK-1' }, reference: { S: 'A' }, serial: { S: 'X' } },
    }),
  );
});

test('a table comes back from a vault or to now, beside itself or after it is lost', async () => {
  await client.send(
    new RestoreTableToPointInTimeCommand({ SourceTableName: 'shop-repairs', TargetTableName: 'earlier' }),
  );
  expect(await found('earlier')).toMatchObject({ serial: { S: 'X' } });
  const { RecoveryPointArn } = await backUp(role('maker'));
  await client.send(new DeleteTableCommand({ TableName: 'shop-repairs' }));
  expect(await ask('GET', `/backup-vaults/vault/recovery-points/`)).toMatchObject({
    RecoveryPoints: [{ RecoveryPointArn, ResourceArn: table, Status: 'COMPLETED' }],
  });
  const { RestoreJobId } = await restore(RecoveryPointArn, 'restorer', 'shop-restored-repairs');
  expect(await ask('GET', `/restore-jobs/${RestoreJobId}`)).toMatchObject({
    Status: 'COMPLETED',
    CreatedResourceArn: table.replace('repairs', 'restored-repairs'),
  });
  expect(await found('shop-restored-repairs')).toMatchObject({ serial: { S: 'X' } });
});

test('a role that may not is refused, by the permission that it lacks', async () => {
  const [point] = (await ask('GET', '/backup-vaults/vault/recovery-points/')).RecoveryPoints ?? [];
  const attempt = (as: string, name: string) => restore(point?.['RecoveryPointArn'], as, name);
  expect((await attempt('maker', 'shop-restored-2'))['message']).toContain('dynamodb:RestoreTableFromAwsBackup');
  expect((await attempt('restorer', 'shop-other'))['message']).toContain('dynamodb:Scan');
  expect((await attempt('restorer', 'shop-restored-repairs'))['__type']).toBe('TableAlreadyExistsException');
  expect((await backUp(role('restorer')))['message']).toContain('dynamodb:StartAwsBackupJob');
});
