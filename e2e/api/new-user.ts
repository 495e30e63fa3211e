import { randomUUID } from 'node:crypto';
import { demoStores } from '#scripts/demo/accounts.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Role } from '#shared/users/groups.ts';

/** Builds the data for inviting a user with a unique email, who by default books repairs for the first store of a region. */
export const buildNewUser = (
  change: { readonly email?: string; readonly roles?: readonly Role[] } = {},
  region: RegionId = 'nuk',
) => {
  const [{ id: storeId, name: storeName }] = demoStores[region];
  return { email: `${randomUUID()}@${region}.example`, storeId, storeName, roles: ['register-repairs'], ...change };
};
