import { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Stage } from '#infra/stages.ts';
import type { EnvironmentVariables, FunctionName, RegionSettings } from '#shared/env.ts';
import { environments } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';
import { tableNames } from '#shared/tables.ts';

type Pools = {
  readonly pools: Readonly<
    Record<RegionId, { readonly pool: cognito.IUserPool; readonly client: cognito.IUserPoolClient }>
  >;
};

export type Known = {
  readonly stage: Stage;
  readonly data?: Pick<Data, 'tables'>;
  readonly identity?: Pools;
  readonly secrets?: Readonly<Record<'origin' | 'clients', { readonly secretArn: string }>>;
};

type KnownVariable =
  | 'STAGE'
  | 'GROUP_NAMES'
  | 'ADMINS_NEED_SECOND_FACTOR'
  | 'REGIONS'
  | 'ORIGIN_SECRET_ARN'
  | 'CLIENTS_SECRET_ARN'
  | `${Uppercase<TableName>}_TABLE`;

export type OwnVariables<F extends FunctionName> = Omit<EnvironmentVariables<F>, KnownVariable>;

const regionSettings = (stage: Stage, identity: Pools) =>
  Object.fromEntries(
    regionIds.map((region) => {
      const { pool, client } = identity.pools[region];
      const { returnsAvailable, returnPeriodDays, legal } = stage.regions[region];
      return [
        region,
        {
          userPoolId: pool.userPoolId,
          clientId: client.userPoolClientId,
          returnsAvailable,
          returnPeriodDays,
          termsLastUpdated: legal?.termsLastUpdated ?? limits.terms.lastUpdated,
        } satisfies RegionSettings,
      ];
    }),
  );

const knownVariables = (scope: Construct, { stage, data, identity, secrets }: Known): Record<string, string> => ({
  STAGE: stage.name,
  GROUP_NAMES: JSON.stringify(Object.values(stage.groupNames)),
  ADMINS_NEED_SECOND_FACTOR: String(stage.adminsNeedSecondFactor),
  ...(identity && { REGIONS: Stack.of(scope).toJsonString(regionSettings(stage, identity)) }),
  ...(secrets && { ORIGIN_SECRET_ARN: secrets.origin.secretArn, CLIENTS_SECRET_ARN: secrets.clients.secretArn }),
  ...(data &&
    Object.fromEntries(tableNames.map((name) => [`${name.toUpperCase()}_TABLE`, data.tables[name].tableName]))),
});

/** All that a function parses at start (shared/env.ts), and nothing else. Throws where a variable has no value that not every stage may lack. */
export const variablesOf = <F extends FunctionName>(
  scope: Construct,
  name: F,
  { own, ...known }: Known & { readonly own: OwnVariables<F> },
): Record<string, string> => {
  const values: Record<string, string | undefined> = { ...knownVariables(scope, known), ...own };
  return Object.fromEntries(
    Object.entries(environments[name].shape).flatMap(([variable, schema]) => {
      const value = values[variable];
      if (value === undefined && !schema.safeParse(undefined).success) throw new Error(`${name} lacks ${variable}`);
      return value === undefined ? [] : [[variable, value]];
    }),
  );
};
