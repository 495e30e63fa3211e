import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import {
  closeAfterTests,
  createTestFolder,
  buildClientOptions,
  serveForTest,
} from '#scripts/local-cloud/testing/cleanup.ts';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { startDatabase } from '../dynamodb/dynoxide.ts';
import { ensureTable } from '../dynamodb/tables.ts';
import { createIam } from '../iam/iam.ts';
import { createBackup } from './backup.ts';

const tableArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/shop-repairs';
const toRoleArn = (name: string) => `arn:aws:iam::000000000000:role/${name}`;

test('requires the permissions of the role for backup and restore; overwrites no table', async () => {
  const { endpoint: databaseEndpoint, stop } = await startDatabase(join(createTestFolder(), 'db'), () => {});
  closeAfterTests(stop);
  const database = new DynamoDB(buildClientOptions(databaseEndpoint));
  await ensureTable(database, {
    TableName: 'shop-repairs',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  });
  const iam = createIam(() => {});
  const grantActions = (roleName: string, actions: string, Resource: string) =>
    iam.grant(toRoleArn(roleName), [
      { Effect: 'Allow', Action: actions.split(' ').map((action) => `dynamodb:${action}`), Resource: [Resource] },
    ]);
  grantActions('maker', 'StartAwsBackupJob DescribeTable ListTagsOfResource', tableArn);
  grantActions('restorer', 'RestoreTableFromAwsBackup DescribeTable', tableArn.replace('repairs', '*'));
  const fillActions = 'Scan Query GetItem PutItem UpdateItem DeleteItem BatchWriteItem';
  grantActions('restorer', fillActions, tableArn.replace('repairs', 'restored-*'));
  const context = { region: 'eu-central-1', accountId: '000000000000', now: () => new Date() };
  const backup = createBackup({ ...context, ...iam, database });
  await makeResource(backup.resourceTypes, 'AWS::Backup::BackupVault', { BackupVaultName: 'vault' });
  const endpoint = await serveForTest(backup.listener);

  const put = async (path: string, body: object) => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=local/20261125/eu-central-1/backup/aws4_request, SignedHeaders=host, Signature=0';
    const response = await fetch(endpoint + path, {
      method: 'PUT',
      headers: { authorization },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  };
  const backUp = (roleName: string) =>
    put('/backup-jobs', { BackupVaultName: 'vault', ResourceArn: tableArn, IamRoleArn: toRoleArn(roleName) });
  const { RecoveryPointArn } = await backUp('maker');
  const restore = (roleName: string, targetTableName: string) =>
    put('/restore-jobs', {
      RecoveryPointArn,
      IamRoleArn: toRoleArn(roleName),
      Metadata: { targetTableName, encryptionType: 'Default' },
    });
  expect(await backUp('restorer')).toMatchObject({ message: expect.stringContaining('dynamodb:StartAwsBackupJob') });
  expect(await restore('maker', 'shop-restored-1')).toMatchObject({
    message: expect.stringContaining('dynamodb:RestoreTableFromAwsBackup'),
  });
  expect(await restore('restorer', 'shop-other')).toMatchObject({ message: expect.stringContaining('dynamodb:Scan') });
  expect(await restore('restorer', 'shop-restored-1')).toHaveProperty('RestoreJobId');
  expect(await restore('restorer', 'shop-restored-1')).toMatchObject({ __type: 'TableAlreadyExistsException' });
});
