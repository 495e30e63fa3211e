import { randomInt, randomUUID } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '#shared/env.ts';
import { byRegion } from '#shared/regions.ts';
import { administration } from './administration.ts';
import { poolAdmin } from './pool.ts';
import { storesStore } from './stores.ts';
import { newPassword } from './temporary-password.ts';
import { usersStore } from './users.ts';

type Options = {
  /** How long and how often it tries is for the function to say. */
  readonly cognito: CognitoIdentityProviderClient;
  readonly db: DynamoDBDocumentClient;
  readonly env: Pick<
    Environment<'reconciliation'>,
    'GROUP_NAMES' | 'REGIONS' | 'USERS_TABLE' | 'STORES_TABLE' | 'AUDIT_TABLE'
  >;
  readonly now: () => Date;
};

/** Users, their pools and every change of them, on the tables and pools of a function's environment. */
export const wiredDirectory = ({ cognito, db, env, now }: Options) => {
  const configuredGroups = env.GROUP_NAMES;
  const users = usersStore(db, env.USERS_TABLE);
  const pool = poolAdmin(cognito, {
    userPoolIds: byRegion((region) => env.REGIONS[region].userPoolId),
    configuredGroups,
  });
  return {
    users,
    pool,
    administration: administration({
      pool,
      users,
      stores: storesStore(db, env.STORES_TABLE),
      auditTable: env.AUDIT_TABLE,
      configuredGroups,
      newId: randomUUID,
      newPassword: () => newPassword(randomInt),
      now,
    }),
  };
};
