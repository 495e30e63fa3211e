import { setTimeout as wait } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { outputs, toStackName } from '#infra/outputs.ts';
import type { Stage } from '#infra/stages.ts';
import { findStage, listGroupNames } from '#infra/stages.ts';
import { createRateLimiter } from '#lambdas/lib/aws/concurrency.ts';
import type { Administration } from '#lambdas/lib/users/administration.ts';
import { createDirectory } from '#lambdas/lib/users/directory.ts';
import type { PoolAdmin } from '#lambdas/lib/users/pool.ts';
import type { Reconcile } from '#lambdas/lib/users/reconcile.ts';
import { createReconciliation } from '#lambdas/lib/users/reconcile.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { connectSdkIfLocal } from '#scripts/local-cloud/sdk-environment.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import { tableNames } from '#shared/config/tables.ts';

type Settings = Parameters<typeof createDirectory>[0] & {
  readonly site: string;
};

/**
 * Directory through which operators change users; uses the portal's own code, and therefore its rules and audit events.
 */
export type Directory = {
  readonly users: UsersStore;
  readonly stores: StoresStore;
  readonly pool: PoolAdmin;
  readonly administration: Administration;
  readonly reconcile: Reconcile;
  /** Creates the user in Cognito only, without an email. Throws UsernameExistsException. */
  readonly createSilently: (region: RegionId, email: string) => Promise<unknown>;
  readonly cognito: CognitoIdentityProviderClient;
  /** Returns the id of a region's user pool. */
  readonly findPoolId: (region: RegionId) => string;
  readonly configuredGroups: readonly string[];
  /** Origin that emails link to. */
  readonly site: string;
  readonly now: () => Date;
};

export const createOperatorDirectory = ({ site, ...settings }: Settings): Directory => {
  const { cognito, env, now } = settings;
  const services = createDirectory(settings);
  const configuredGroups = env.GROUP_NAMES;
  const findPoolId = (region: RegionId) => env.REGIONS[region].userPoolId;
  return {
    cognito,
    findPoolId,
    configuredGroups,
    site,
    now,
    ...services,
    createSilently: (region: RegionId, email: string) =>
      cognito.send(
        new AdminCreateUserCommand({
          UserPoolId: findPoolId(region),
          Username: email,
          MessageAction: 'SUPPRESS',
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ],
        }),
      ),
    reconcile: createReconciliation({
      ...services,
      configuredGroups,
      now,
      waitForTurn: createRateLimiter(limits.listCallsPerSecond, { now: Date.now, wait }),
    }),
  };
};

/**
 * Returns the settings of a deployed stage and functions that return its stack outputs. All of them throw if the stage is
 * not deployed completely.
 */
export const readDeployedStage = async (name: string) => {
  const stage = findStage(name);
  const cloudFormation = new CloudFormationClient({ region: stage.awsRegion });
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: toStackName(name) }));
  const values = new Map(Stacks?.[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const requireOutput = (key: string) => {
    const value = values.get(key);
    if (!value) throw new Error(`The stack ${toStackName(name)} has no output ${key}. Is it deployed whole?`);
    return value;
  };
  return {
    stage,
    siteUrl: requireOutput(outputs.siteUrl),
    requireTableName: (table: TableName) => requireOutput(outputs.table(table)),
    requireOriginSecretArn: () => requireOutput(outputs.originSecret),
    requireCaptchaSecretArn: () => requireOutput(outputs.captchaSecret),
    requireUserPoolId: (region: RegionId) => requireOutput(outputs.userPoolId(region)),
  };
};

/** Deployed stage with its directory and its tables. */
export type OpenedStage = {
  readonly stage: Stage;
  readonly directory: Directory;
  readonly db: DynamoDBDocumentClient;
  /** Names of the tables on this stage. */
  readonly names: Readonly<Record<TableName, string>>;
};

/** Opens the directory of a deployed stage, or of the local cloud with its data in `state`. */
export const openDirectory = async (name: string, state: string | undefined): Promise<OpenedStage> => {
  connectSdkIfLocal(name, state);
  const { stage, siteUrl, requireTableName, requireUserPoolId } = await readDeployedStage(name);
  const { awsRegion: region } = stage;
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const names = Object.fromEntries(tableNames.map((tableName) => [tableName, requireTableName(tableName)])) as Record<
    TableName,
    string
  >;
  const directory = createOperatorDirectory({
    cognito: new CognitoIdentityProviderClient({ region, maxAttempts: 8 }),
    db,
    env: {
      GROUP_NAMES: listGroupNames(stage),
      REGIONS: createByRegion((id) => ({ userPoolId: requireUserPoolId(id) })),
      USERS_TABLE: names.users,
      STORES_TABLE: names.stores,
      AUDIT_TABLE: names.audit,
    },
    site: siteUrl,
    now: () => new Date(),
  });
  return { stage, directory, db, names };
};
