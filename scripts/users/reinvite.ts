import { hasName } from '#lambdas/aws/errors.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { rolesOf } from '#lambdas/directory/user-row.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Directory } from './directory.ts';

/** Makes everybody of the directory a user of a pool made anew: who was disabled stays so and hears nothing. May be repeated. */
export const reinvite = async (
  { createSilently, pool, users, administration, configuredGroups, site }: Directory,
  actor: Actor,
  region: RegionId,
): Promise<{ readonly invited: number; readonly disabled: number }> => {
  const makeSilently = (email: string) =>
    createSilently(region, email).catch((error: unknown) => {
      if (!hasName(error, 'UsernameExistsException')) throw error;
    });

  const counted = { invited: 0, disabled: 0 };
  const makeAnew = async (user: User) => {
    const { email, storeId, storeName } = user;
    const person = { region, email, storeId, storeName, roles: rolesOf(user, configuredGroups) };
    if (!user.enabled) await makeSilently(email);
    // Whoever is in the pool already, changed since then, is sent nothing.
    const row = await administration.invite(actor, person, site, user.enabled ? {} : { since: new Date(0) });
    if (!user.enabled) await administration.disable(actor, row);
    counted[user.enabled ? 'invited' : 'disabled'] += 1;
  };

  const everybody: User[] = [];
  for await (const page of users.everybody(region)) everybody.push(...page);
  for (const user of everybody) {
    const found = await pool.find(region, user.email);
    if (found?.sub === user.sub) continue;
    if (!found || (await users.get(region, found.sub)) === undefined) await makeAnew(user);
    await administration.forget(actor, user);
  }
  return counted;
};
