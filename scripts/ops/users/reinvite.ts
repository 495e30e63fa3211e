import { hasName } from '#lambdas/lib/aws/errors.ts';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Directory } from './directory.ts';

/**
 * Recreates all users of the directory in a new pool: disabled users stay disabled and receive no email. Can be
 * repeated.
 */
export const reinviteAll = async (
  { createSilently, pool, users, administration, configuredGroups, site }: Directory,
  actor: Actor,
  region: RegionId,
): Promise<{ readonly invitedCount: number; readonly disabledCount: number }> => {
  const createUnlessExists = (email: string) =>
    createSilently(region, email).catch((error: unknown) => {
      if (!hasName(error, 'UsernameExistsException')) throw error;
    });

  const counts = { invitedCount: 0, disabledCount: 0 };
  const recreate = async (user: User) => {
    const { email, storeId, storeName } = user;
    const person = { region, email, storeId, storeName, roles: findRoles(user, configuredGroups) };
    if (!user.enabled) await createUnlessExists(email);
    // With `since`, a disabled user who is already in the pool receives no email.
    const row = await administration.invite(actor, person, site, user.enabled ? {} : { since: new Date(0) });
    if (!user.enabled) await administration.disable(actor, row);
    counts[user.enabled ? 'invitedCount' : 'disabledCount'] += 1;
  };

  const allUsers: User[] = [];
  for await (const page of users.listAll(region)) allUsers.push(...page);
  for (const user of allUsers) {
    const cognitoUser = await pool.find(region, user.email);
    if (cognitoUser?.sub === user.sub) continue;
    if (!cognitoUser || (await users.get(region, cognitoUser.sub)) === undefined) await recreate(user);
    await administration.removeMissing(actor, user);
  }
  return counts;
};
