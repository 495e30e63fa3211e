import { randomUUID } from 'node:crypto';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { createJsonService, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { TableCopy } from '../dynamodb/tables.ts';
import { copyTable, restoreTable } from '../dynamodb/tables.ts';
import type { Account, Iam } from '../iam/iam.ts';
import type { ResourceType } from '../template/deploy.ts';

type Options = Account &
  Pick<Iam, 'isAllowed' | 'findCaller' | 'isRoleAllowed'> & {
    readonly now: () => Date;
    readonly database: DynamoDB;
  };

// DynamoDB actions in the AWS managed policies for Backup: to back up a table, to restore it, and to fill the new table.
const backupActions = ['StartAwsBackupJob', 'DescribeTable', 'ListTagsOfResource'];
const restoreActions = ['RestoreTableFromAwsBackup'];
const restoredTableActions = [
  'Scan',
  'Query',
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'DescribeTable',
];

const metadata = z.object({ targetTableName: z.string(), encryptionType: z.literal('Default') });
const vault = z.looseObject({ BackupVaultName: z.string() });

/**
 * Creates a minimal AWS Backup that copies and restores tables immediately, with the permissions of the role in the
 * request. Backup plans don't run, and the copies are lost on stop.
 */
export const createBackup = ({ region, accountId, now, database, isRoleAllowed, ...authorizer }: Options) => {
  const vaults = new Set<string>();
  const recoveryPoints = new Map<
    string,
    { readonly summary: Record<string, unknown>; readonly tableArn: string; readonly copy: TableCopy }
  >();
  const jobs = new Map<string, object>();
  const toArn = (path: string) => `arn:aws:backup:${region}:${accountId}:${path}`;
  const toTableName = (tableArn: string) => tableArn.split('/').at(-1) ?? '';
  const requireFound = <T>(value: T | undefined, description: unknown): T => {
    if (value === undefined) throw new ServiceError('ResourceNotFoundException', `There is no ${String(description)}.`);
    return value;
  };
  const requireVault = (name: unknown) => requireFound(vaults.has(String(name)) ? String(name) : undefined, name);
  const requireRolePermissions = (role: unknown, actions: readonly string[], resource: string) => {
    const missingAction = actions.find((action) => !isRoleAllowed(String(role), `dynamodb:${action}`, resource));
    if (missingAction !== undefined)
      throw new ServiceError(
        'AccessDeniedException',
        `${String(role)} may not dynamodb:${missingAction} on ${resource}`,
      );
  };

  const startBackup = async ({ input, requirePermission }: Call) => {
    const BackupVaultName = requireVault(input['BackupVaultName']);
    const tableArn = String(input['ResourceArn']);
    requirePermission('backup:StartBackupJob', toArn(`backup-vault:${BackupVaultName}`));
    requireRolePermissions(input['IamRoleArn'], backupActions, tableArn);
    const RecoveryPointArn = toArn(`recovery-point:${randomUUID()}`);
    const CreationDate = now().getTime() / 1000;
    const summary = { RecoveryPointArn, BackupVaultName, ResourceArn: tableArn, CreationDate, Status: 'COMPLETED' };
    recoveryPoints.set(RecoveryPointArn, { summary, tableArn, copy: await copyTable(database, toTableName(tableArn)) });
    return { BackupJobId: randomUUID(), RecoveryPointArn, CreationDate };
  };

  const listRecoveryPoints = ({ url, requirePermission }: Call) => {
    const name = requireVault(decodeURIComponent(url.pathname.split('/')[2] ?? ''));
    requirePermission('backup:ListRecoveryPointsByBackupVault', toArn(`backup-vault:${name}`));
    return {
      RecoveryPoints: [...recoveryPoints.values()]
        .map(({ summary }) => summary)
        .filter((summary) => summary['BackupVaultName'] === name),
    };
  };

  const startRestore = async ({ input, requirePermission }: Call) => {
    const { RecoveryPointArn, IamRoleArn, Metadata } = input;
    requirePermission('backup:StartRestoreJob', String(RecoveryPointArn));
    const { copy, tableArn } = requireFound(recoveryPoints.get(String(RecoveryPointArn)), RecoveryPointArn);
    const { success, data } = metadata.safeParse(Metadata);
    if (!success)
      throw new ServiceError('InvalidParameterValueException', 'Metadata has targetTableName and encryptionType.');
    const CreatedResourceArn = tableArn.replace(/[^/]*$/, data.targetTableName);
    for (const resource of [tableArn, CreatedResourceArn]) requireRolePermissions(IamRoleArn, restoreActions, resource);
    requireRolePermissions(IamRoleArn, restoredTableActions, CreatedResourceArn);
    await restoreTable(database, copy, data.targetTableName);
    const RestoreJobId = randomUUID();
    jobs.set(RestoreJobId, { RestoreJobId, Status: 'COMPLETED', CreatedResourceArn });
    return { RestoreJobId };
  };

  const makeVault: ResourceType = ({ properties }) => {
    const { BackupVaultName } = vault.parse(properties);
    vaults.add(BackupVaultName);
    const attributes = { BackupVaultName, BackupVaultArn: toArn(`backup-vault:${BackupVaultName}`) };
    return { ref: BackupVaultName, attributes };
  };

  const listener = createJsonService({
    name: 'Backup',
    findOperation: ({ method, url = '' }) =>
      `${method} ${url.replace(/\?.*/, '').replace(/^\/(backup-vaults|restore-jobs)\/[^/]+/, '/$1/*')}`,
    operations: {
      'PUT /backup-jobs': startBackup,
      'GET /backup-vaults/*/recovery-points/': listRecoveryPoints,
      'PUT /restore-jobs': startRestore,
      'GET /restore-jobs/*': ({ url }) => requireFound(jobs.get(url.pathname.split('/')[2] ?? ''), 'such job'),
    },
    ...authorizer,
  });
  return { listener, resourceTypes: { 'AWS::Backup::BackupVault': makeVault } };
};
