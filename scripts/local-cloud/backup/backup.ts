import { randomUUID } from 'node:crypto';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { jsonService, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { Copy } from '../dynamodb/tables.ts';
import { copyTable, restoreTable } from '../dynamodb/tables.ts';
import type { Account, Iam } from '../iam/iam.ts';
import type { ResourceType } from '../template/deploy.ts';

type Options = Account &
  Pick<Iam, 'allow' | 'callerOf' | 'mayRole'> & {
    readonly now: () => Date;
    readonly database: DynamoDB;
  };

// What AWS's own policies for it say of DynamoDB: of the table, of what is restored, and of the table that this becomes.
const toCopy = ['StartAwsBackupJob', 'DescribeTable', 'ListTagsOfResource'];
const toRestore = ['RestoreTableFromAwsBackup'];
const toFill = ['Scan', 'Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'DescribeTable'];

const metadata = z.object({ targetTableName: z.string(), encryptionType: z.literal('Default') });
const vault = z.looseObject({ BackupVaultName: z.string() });

/** A small AWS Backup: copies tables into a vault and restores them at once, as the role that is named. No plan runs; copies go when it stops. */
export const createBackup = ({ region, accountId, now, database, mayRole, ...gatekeeper }: Options) => {
  const vaults = new Set<string>();
  const points = new Map<
    string,
    { readonly listed: Record<string, unknown>; readonly tableArn: string; readonly copy: Copy }
  >();
  const jobs = new Map<string, object>();
  const arn = (rest: string) => `arn:aws:backup:${region}:${accountId}:${rest}`;
  const tableNameIn = (tableArn: string) => tableArn.split('/').at(-1) ?? '';
  const known = <T>(found: T | undefined, what: unknown): T => {
    if (found === undefined) throw new ServiceError('ResourceNotFoundException', `There is no ${String(what)}.`);
    return found;
  };
  const vaultOf = (name: unknown) => known(vaults.has(String(name)) ? String(name) : undefined, name);
  const assume = (role: unknown, actions: readonly string[], resource: string) => {
    const lacked = actions.find((action) => !mayRole(String(role), `dynamodb:${action}`, resource));
    if (lacked !== undefined)
      throw new ServiceError('AccessDeniedException', `${String(role)} may not dynamodb:${lacked} on ${resource}`);
  };

  const startBackup = async ({ input, permit }: Call) => {
    const BackupVaultName = vaultOf(input['BackupVaultName']);
    const tableArn = String(input['ResourceArn']);
    permit('backup:StartBackupJob', arn(`backup-vault:${BackupVaultName}`));
    assume(input['IamRoleArn'], toCopy, tableArn);
    const RecoveryPointArn = arn(`recovery-point:${randomUUID()}`);
    const CreationDate = now().getTime() / 1000;
    const listed = { RecoveryPointArn, BackupVaultName, ResourceArn: tableArn, CreationDate, Status: 'COMPLETED' };
    points.set(RecoveryPointArn, { listed, tableArn, copy: await copyTable(database, tableNameIn(tableArn)) });
    return { BackupJobId: randomUUID(), RecoveryPointArn, CreationDate };
  };

  const listPoints = ({ url, permit }: Call) => {
    const name = vaultOf(decodeURIComponent(url.pathname.split('/')[2] ?? ''));
    permit('backup:ListRecoveryPointsByBackupVault', arn(`backup-vault:${name}`));
    return {
      RecoveryPoints: [...points.values()]
        .map(({ listed }) => listed)
        .filter((each) => each['BackupVaultName'] === name),
    };
  };

  const startRestore = async ({ input, permit }: Call) => {
    const { RecoveryPointArn, IamRoleArn, Metadata } = input;
    permit('backup:StartRestoreJob', String(RecoveryPointArn));
    const { copy, tableArn } = known(points.get(String(RecoveryPointArn)), RecoveryPointArn);
    const { success, data } = metadata.safeParse(Metadata);
    if (!success)
      throw new ServiceError('InvalidParameterValueException', 'Metadata has targetTableName and encryptionType.');
    const CreatedResourceArn = tableArn.replace(/[^/]*$/, data.targetTableName);
    for (const resource of [tableArn, CreatedResourceArn]) assume(IamRoleArn, toRestore, resource);
    assume(IamRoleArn, toFill, CreatedResourceArn);
    await restoreTable(database, copy, data.targetTableName);
    const RestoreJobId = randomUUID();
    jobs.set(RestoreJobId, { RestoreJobId, Status: 'COMPLETED', CreatedResourceArn });
    return { RestoreJobId };
  };

  const makeVault: ResourceType = ({ properties }) => {
    const { BackupVaultName } = vault.parse(properties);
    vaults.add(BackupVaultName);
    const attributes = { BackupVaultName, BackupVaultArn: arn(`backup-vault:${BackupVaultName}`) };
    return { ref: BackupVaultName, attributes };
  };

  const listener = jsonService({
    name: 'Backup',
    operationOf: ({ method, url = '' }) =>
      `${method} ${url.replace(/\?.*/, '').replace(/^\/(backup-vaults|restore-jobs)\/[^/]+/, '/$1/*')}`,
    operations: {
      'PUT /backup-jobs': startBackup,
      'GET /backup-vaults/*/recovery-points/': listPoints,
      'PUT /restore-jobs': startRestore,
      'GET /restore-jobs/*': ({ url }) => known(jobs.get(url.pathname.split('/')[2] ?? ''), 'such job'),
    },
    ...gatekeeper,
  });
  return { listener, resourceTypes: { 'AWS::Backup::BackupVault': makeVault } };
};
