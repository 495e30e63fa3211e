import * as z from 'zod/mini';
import { outputs } from '#infra/outputs.ts';
import { build, synthesize } from '#scripts/build/build.ts';
import type { Portal } from '#scripts/demo/portal.ts';

/**
 * Synthesizes the stage `local` with backups; `adoptedTables` maps the name of a table to the name of the restored
 * table that replaces it. Returns CDK's output folder.
 */
export const synthesizeWithBackups = async (
  folder: string,
  adoptedTables: Readonly<Record<string, string>> = {},
  log: (message: string) => void = () => {},
) => {
  // The assembly includes the page.
  await build(log);
  log('Synthesizing the CDK app with backups …');
  await synthesize('scripts/ops/restore/adopting-app.ts', folder, { ADOPTED_TABLES: JSON.stringify(adoptedTables) });
  return folder;
};

/**
 * Creates a client for the backup vault of a portal that was synthesized with backups. It uses the roles of the
 * template.
 */
export const createVaultClient = ({ endpoints, region, outputs: stackOutputs }: Portal) => {
  const call = async (path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `AWS4-HMAC-SHA256 Credential=local/20261125/${region}/backup/aws4_request` };
    const response = await fetch(endpoints.BACKUP + path, { method: 'PUT', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  return {
    backUp: async (table: string): Promise<string> => {
      const response = await call('/backup-jobs', {
        BackupVaultName: stackOutputs[outputs.backupVault],
        ResourceArn: `arn:aws:dynamodb:${region}:000000000000:table/${table}`,
        IamRoleArn: stackOutputs[outputs.backupRole],
      });
      return z.object({ RecoveryPointArn: z.string() }).parse(response).RecoveryPointArn;
    },
    restore: (RecoveryPointArn: string, targetTableName: string) =>
      call('/restore-jobs', {
        RecoveryPointArn,
        IamRoleArn: stackOutputs[outputs.restoreRole],
        Metadata: { targetTableName, encryptionType: 'Default' },
      }),
  };
};
