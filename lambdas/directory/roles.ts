import type { Role } from '#shared/groups.ts';
import { roles, simplifyGroups } from '#shared/groups.ts';
import { regions } from '#shared/regions.ts';
import type { User } from './user-row.ts';

/** The roles that a user's groups come to. */
export const rolesOf = ({ groups }: Pick<User, 'groups'>, configuredGroups: readonly string[]): Role[] => {
  const held = simplifyGroups(groups, configuredGroups);
  return roles.filter((role) => held.includes(role));
};

/** Whether somebody is in their region's own group, without which nothing opens. */
export const isInRegion = ({ groups, region }: Pick<User, 'groups' | 'region'>, configuredGroups: readonly string[]) =>
  simplifyGroups(groups, configuredGroups).includes(regions[region].group);
