import * as z from 'zod/mini';
import { outputs } from '#infra/outputs.ts';
import { build, synthesize } from '../build/build.ts';
import type { Portal } from '../demo/portal.ts';

/** The stage `local` as it would be with backups, and with tables that were restored; answers CDK's output folder. */
export const withBackups = async (
  folder: string,
  adoptedTables: Readonly<Record<string, string>> = {},
  say: (message: string) => void = () => {},
) => {
  // The page, which it is deployed with.
  await build(say);
  say('Synthesizing the CDK app with backups …');
  await synthesize('scripts/restore/adopting-app.ts', folder, { ADOPTED_TABLES: JSON.stringify(adoptedTables) });
  return folder;
};

/** What a plan and an operator do with the vault of such a portal, as the roles of its template. */
export const vaultOf = ({ endpoints, region, outputs: deployed }: Portal) => {
  const ask = async (path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `AWS4-HMAC-SHA256 Credential=local/20261125/${region}/backup/aws4_request` };
    const answer = await fetch(endpoints.BACKUP + path, { method: 'PUT', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    copy: async (table: string): Promise<string> => {
      const answer = await ask('/backup-jobs', {
        BackupVaultName: deployed[outputs.backupVault],
        ResourceArn: `arn:aws:dynamodb:${region}:000000000000:table/${table}`,
        IamRoleArn: deployed[outputs.backupRole],
      });
      return z.object({ RecoveryPointArn: z.string() }).parse(answer).RecoveryPointArn;
    },
    restore: (RecoveryPointArn: string, targetTableName: string) =>
      ask('/restore-jobs', {
        RecoveryPointArn,
        IamRoleArn: deployed[outputs.restoreRole],
        Metadata: { targetTableName, encryptionType: 'Default' },
      }),
  };
};
