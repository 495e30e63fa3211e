import type { Actor } from '#lambdas/lib/users/audit.ts';
import { toConfiguredNames } from '#lambdas/lib/users/configured-name.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import { roles } from '#shared/users/groups.ts';
import type { Directory } from './directory.ts';

type Collaborators = Pick<Directory, 'pool' | 'reconcile' | 'configuredGroups'>;

/**
 * Moves the members of each renamed group to the new one, then writes the new names into the users' rows. Users keep
 * their roles during the move, because the stage configures both names. May be repeated.
 */
export const moveGroups = async ({ pool, reconcile, configuredGroups }: Collaborators, actor: Actor) => {
  let movedCount = 0;
  const failures: unknown[] = [];
  for (const region of regionIds) {
    for (const group of [...roles, regions[region].group]) {
      const [currentName, ...formerNames] = toConfiguredNames(group, configuredGroups);
      if (currentName === undefined) throw new Error(`The stage configures no group ${group}`);
      for (const formerName of formerNames) {
        const members: string[] = [];
        for await (const page of pool.listMembers(region, formerName)) members.push(...page);
        for (const sub of members) {
          await pool.addToGroup(region, sub, currentName);
          await pool.removeFromGroup(region, sub, formerName);
          movedCount += 1;
        }
      }
    }
    const result = await reconcile(region, { repairAs: actor });
    failures.push(...result.failures);
  }
  return { movedCount, failures };
};
