import type { RegionId } from '#shared/regions.ts';

const capitalised = (region: RegionId) => `${region.charAt(0).toUpperCase()}${region.slice(1)}`;

/** Stacks and their outputs, by the names under which scripts find them. */
export const stackName = (stage: string) => `retailer-support-portal-${stage}`;
export const edgeStackName = (stage: string) => `${stackName(stage)}-edge`;
export const edgeWatchStackName = (stage: string) => `${edgeStackName(stage)}-watch`;

export const outputs = {
  siteUrl: 'SiteUrl',
  usersTable: 'UsersTableName',
  storesTable: 'StoresTableName',
  auditTable: 'AuditTableName',
  eventBus: 'EventBusName',
  /** On stages that name the provider's account: as whom, and where, it reads the lines of returns. */
  backOfficeRole: 'BackOfficeRoleArn',
  returnsTable: 'ReturnsTableName',
  captchaSecret: 'CaptchaSecretArn',
  userPoolId: (region: RegionId) => `UserPoolId${capitalised(region)}`,
  userPoolClientId: (region: RegionId) => `UserPoolClientId${capitalised(region)}`,
};
