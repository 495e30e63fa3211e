import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { jsonService, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { Copy } from '../dynamodb/copies.ts';
import { copyTable, restoreTable } from '../dynamodb/copies.ts';
import type { Iam } from '../iam/iam.ts';
import type { ResourceType } from '../template/deploy.ts';

type Options = Pick<Iam, 'allow' | 'callerOf' | 'mayRole'> & {
  readonly region: string;
  readonly accountId: string;
  readonly now: () => Date;
  readonly database: DynamoDBClient;
};

type Point = {
  readonly arn: string;
  readonly table: string;
  readonly vault: string;
  readonly created: number;
  readonly copy: Copy;
};

const backupInput = z.object({ BackupVaultName: z.string(), ResourceArn: z.string(), IamRoleArn: z.string() });
const restoreInput = z.object({
  RecoveryPointArn: z.string(),
  IamRoleArn: z.string(),
  Metadata: z.object({ targetTableName: z.string(), encryptionType: z.optional(z.literal('Default')) }),
});

/** What the parts of AWS's own policies for DynamoDB say a role needs: of the table, and of the one that is made. */
const toBackUp = ['StartAwsBackupJob', 'DescribeTable', 'ListTagsOfResource'];
const toRestore = ['RestoreTableFromAwsBackup'];
const toWrite = ['Scan', 'Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'DescribeTable'];

/** A small AWS Backup: tables are copied into a vault and restored from it at once, as the role that is named. No plan runs by itself; copies are gone when it stops. */
export const createBackup = ({ region, accountId, now, database, mayRole, ...gatekeeper }: Options) => {
  const vaults = new Set<string>();
  const points: Point[] = [];
  const jobs = new Map<string, object>();
  const arn = (rest: string) => `arn:aws:backup:${region}:${accountId}:${rest}`;
  const tableArn = (name: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;
  const seconds = () => now().getTime() / 1000;

  const parse = <Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> => {
    const { data, error } = schema.safeParse(input);
    if (error) throw new ServiceError('InvalidParameterValueException', z.prettifyError(error));
    return data as z.output<Schema>;
  };
  const assume = (role: string, actions: readonly string[], resource: string) => {
    const refused = actions.find((action) => !mayRole(role, `dynamodb:${action}`, resource));
    if (refused)
      throw new ServiceError(
        'AccessDeniedException',
        `${role} is not authorized to perform: dynamodb:${refused} on resource: ${resource}`,
      );
  };
  const vaultOf = (name: string) => {
    if (!vaults.has(name)) throw new ServiceError('ResourceNotFoundException', `Backup vault does not exist: ${name}`);
    return name;
  };

  const startBackup = async ({ input, permit }: Call) => {
    const { BackupVaultName, ResourceArn, IamRoleArn } = parse(backupInput, input);
    const vault = vaultOf(BackupVaultName);
    permit('backup:StartBackupJob', arn(`backup-vault:${vault}`));
    assume(IamRoleArn, toBackUp, ResourceArn);
    const table = ResourceArn.split('/').at(-1) ?? '';
    const point = {
      arn: arn(`recovery-point:${randomUUID()}`),
      table,
      vault,
      created: seconds(),
      copy: await copyTable(database, table),
    };
    points.push(point);
    return { BackupJobId: randomUUID(), RecoveryPointArn: point.arn, CreationDate: point.created };
  };

  const listPoints = ({ url, permit }: Call) => {
    const vault = vaultOf(decodeURIComponent(url.pathname.split('/')[2] ?? ''));
    permit('backup:ListRecoveryPointsByBackupVault', arn(`backup-vault:${vault}`));
    const of = url.searchParams.get('resourceArn');
    const found = points.filter((point) => point.vault === vault && (of === null || tableArn(point.table) === of));
    return {
      RecoveryPoints: found.map(({ arn: RecoveryPointArn, table, created }) => ({
        RecoveryPointArn,
        BackupVaultName: vault,
        ResourceArn: tableArn(table),
        ResourceType: 'DynamoDB',
        CreationDate: created,
        Status: 'COMPLETED',
      })),
    };
  };

  const startRestore = async ({ input, permit }: Call) => {
    const { RecoveryPointArn, IamRoleArn, Metadata } = parse(restoreInput, input);
    permit('backup:StartRestoreJob', RecoveryPointArn);
    const point = points.find((each) => each.arn === RecoveryPointArn);
    if (!point)
      throw new ServiceError('ResourceNotFoundException', `Recovery point does not exist: ${RecoveryPointArn}`);
    const CreatedResourceArn = tableArn(Metadata.targetTableName);
    assume(IamRoleArn, toRestore, tableArn(point.table));
    assume(IamRoleArn, toRestore, CreatedResourceArn);
    assume(IamRoleArn, toWrite, CreatedResourceArn);
    await restoreTable(database, point.copy, Metadata.targetTableName);
    const RestoreJobId = randomUUID();
    jobs.set(RestoreJobId, { RestoreJobId, Status: 'COMPLETED', CreatedResourceArn });
    return { RestoreJobId };
  };

  const describeRestore = ({ url }: Call) => {
    const job = jobs.get(url.pathname.split('/').at(-1) ?? '');
    if (!job) throw new ServiceError('ResourceNotFoundException', 'Restore job does not exist.');
    return job;
  };

  const resourceTypes: Record<string, ResourceType> = {
    'AWS::Backup::BackupVault': ({ properties }) => {
      const { BackupVaultName } = z.looseObject({ BackupVaultName: z.string() }).parse(properties);
      vaults.add(BackupVaultName);
      return {
        ref: BackupVaultName,
        attributes: { BackupVaultName, BackupVaultArn: arn(`backup-vault:${BackupVaultName}`) },
      };
    },
  };
  const listener = jsonService({
    name: 'Backup',
    operationOf: ({ method, url = '' }) =>
      `${method} ${url.replace(/\?.*/, '').replace(/^\/(backup-vaults|restore-jobs)\/[^/]+/, '/$1/*')}`,
    operations: {
      'PUT /backup-jobs': startBackup,
      'GET /backup-vaults/*/recovery-points/': listPoints,
      'PUT /restore-jobs': startRestore,
      'GET /restore-jobs/*': describeRestore,
    },
    ...gatekeeper,
  });
  return { listener, resourceTypes };
};
