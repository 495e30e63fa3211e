import { randomInt, randomUUID } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { byRegion } from '#shared/regions.ts';
import { administration } from './administration.ts';
import { poolAdmin } from './pool.ts';
import { storesStore } from './stores.ts';
import { usersStore } from './users.ts';

const lettersAndDigits = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'];
const kinds = [...lettersAndDigits, '!#%+-.:=?@'];
const length = Math.max(16, limits.password.minLength);

/** A password that the policy takes: signs of all four kinds, none that look alike, and one mark, since many would be easy to guess. `below(n)` gives 0 to n - 1. */
export const newPassword = (below: (limit: number) => number): string => {
  const pick = (signs: string) => signs[below(signs.length)] ?? '';
  const signs = Array.from({ length }, (_, index) => pick(kinds[index] ?? lettersAndDigits.join('')));
  // The first four are one of each kind: shuffled, so that their place tells nothing.
  for (let last = signs.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [signs[last], signs[other]] = [signs[other] ?? '', signs[last] ?? ''];
  }
  return signs.join('');
};

type Options = {
  readonly cognito: CognitoIdentityProviderClient;
  readonly db: DynamoDBDocumentClient;
  readonly env: Pick<Environment<'reconciliation'>, 'USERS_TABLE' | 'STORES_TABLE' | 'AUDIT_TABLE'> & {
    readonly GROUP_NAMES: readonly string[];
    readonly REGIONS: Readonly<Record<RegionId, { readonly userPoolId: string }>>;
  };
  readonly newId?: () => string;
  readonly now: () => Date;
};

export const wiredDirectory = ({ cognito, db, env, newId = randomUUID, now }: Options) => {
  const configuredGroups = env.GROUP_NAMES;
  const users = usersStore(db, env.USERS_TABLE);
  const stores = storesStore(db, env.STORES_TABLE);
  const pool = poolAdmin(cognito, {
    userPoolIds: byRegion((region) => env.REGIONS[region].userPoolId),
    configuredGroups,
  });
  return {
    users,
    stores,
    pool,
    administration: administration({
      pool,
      users,
      stores,
      auditTable: env.AUDIT_TABLE,
      configuredGroups,
      newId,
      newPassword: () => newPassword(randomInt),
      now,
    }),
  };
};
