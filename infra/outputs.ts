import type { RegionId } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';
import type { Stage } from './stages.ts';

const capitalised = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export const stackName = (stage: string) => `retailer-support-portal-${stage}`;
export const edgeStackName = (stage: string) => `${stackName(stage)}-edge`;
export const edgeWatchStackName = (stage: string) => `${edgeStackName(stage)}-watch`;

export const outputs = {
  siteUrl: 'SiteUrl',
  table: (name: TableName) => `${capitalised(name)}TableName`,
  eventBus: 'EventBusName',
  backOfficeRole: 'BackOfficeRoleArn',
  backupVault: 'BackupVaultName',
  backupRole: 'BackupRoleArn',
  restoreRole: 'RestoreRoleArn',
  originSecret: 'OriginSecretArn',
  captchaSecret: 'CaptchaSecretArn',
  /** ARNs, with spaces between them: what a deployment is taken back for (.github/workflows/deploy-stage.sh). */
  rollbackAlarms: 'RollbackAlarms',
  userPoolId: (region: RegionId) => `UserPoolId${capitalised(region)}`,
  userPoolClientId: (region: RegionId) => `UserPoolClientId${capitalised(region)}`,
};

/** A name of something that CloudFront or CloudWatch has once for all regions: a stage that moves to another region, or stands in two, keeps room for both. */
export const globalName = (stage: Stage, id: string) =>
  `retailer-support-portal-${stage.name}-${stage.awsRegion}-${id}`;
