import type { RegionId } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import type { Stage } from './stages.ts';

const capitalize = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export const toStackName = (stage: string) => `retailer-support-portal-${stage}`;
export const toEdgeStackName = (stage: string) => `${toStackName(stage)}-edge`;
export const toEdgeWatchStackName = (stage: string) => `${toEdgeStackName(stage)}-watch`;

/** Names of the stack's outputs. */
export const outputs = {
  siteUrl: 'SiteUrl',
  table: (name: TableName) => `${capitalize(name)}TableName`,
  eventBus: 'EventBusName',
  backOfficeRole: 'BackOfficeRoleArn',
  backupVault: 'BackupVaultName',
  backupRole: 'BackupRoleArn',
  restoreRole: 'RestoreRoleArn',
  originSecret: 'OriginSecretArn',
  captchaSecret: 'CaptchaSecretArn',
  /** Space-separated ARNs of the alarms that roll a deployment back (.github/workflows/deploy-stage.sh). */
  rollbackAlarms: 'RollbackAlarms',
  userPoolId: (region: RegionId) => `UserPoolId${capitalize(region)}`,
  userPoolClientId: (region: RegionId) => `UserPoolClientId${capitalize(region)}`,
};

/**
 * Returns a name for global CloudFront and CloudWatch resources; it includes the region, so that a stage may move to
 * another one or be deployed in two.
 */
export const toGlobalName = (stage: Stage, id: string) =>
  `retailer-support-portal-${stage.name}-${stage.awsRegion}-${id}`;
