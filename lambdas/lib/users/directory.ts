import { randomInt, randomUUID } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion } from '#shared/config/regions.ts';
import { createAdministration } from './administration.ts';
import { createPoolAdmin } from './pool.ts';
import { createStoresStore } from './stores.ts';
import { createTemporaryPassword } from './temporary-password.ts';
import { createUsersStore } from './users.ts';

type Options = {
  readonly cognito: CognitoIdentityProviderClient;
  readonly db: DynamoDBDocumentClient;
  readonly env: Pick<Environment<'user-reconciliation'>, 'USERS_TABLE' | 'STORES_TABLE' | 'AUDIT_TABLE'> & {
    readonly GROUP_NAMES: readonly string[];
    readonly REGIONS: Readonly<Record<RegionId, { readonly userPoolId: string }>>;
  };
  readonly newId?: () => string;
  readonly now: () => Date;
};

/** Creates the directory of users: their stores, user pools and tables, and the changes to them. */
export const createDirectory = ({ cognito, db, env, newId = randomUUID, now }: Options) => {
  const configuredGroups = env.GROUP_NAMES;
  const users = createUsersStore(db, env.USERS_TABLE);
  const stores = createStoresStore(db, env.STORES_TABLE);
  const pool = createPoolAdmin(cognito, {
    userPoolIds: createByRegion((region) => env.REGIONS[region].userPoolId),
    configuredGroups,
  });
  return {
    users,
    stores,
    pool,
    administration: createAdministration({
      pool,
      users,
      stores,
      auditTable: env.AUDIT_TABLE,
      configuredGroups,
      newId,
      createPassword: () => createTemporaryPassword(randomInt),
      now,
    }),
  };
};
