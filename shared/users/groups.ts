import type { RegionGroup } from '#shared/config/regions.ts';
import { regionIds, regions } from '#shared/config/regions.ts';

export const roles = ['admin', 'register-repairs', 'register-returns'] as const;
export type Role = (typeof roles)[number];
export type Group = Role | RegionGroup;

/** One group per region, which defines where a user may use their roles. */
const regionGroups: readonly RegionGroup[] = regionIds.map((id) => regions[id].group);
/** All groups, by their simplified names. */
export const groups: readonly [Group, ...Group[]] = [...roles, ...regionGroups];

/** Returns the group whose simplified name is part of a configured name, that of a Cognito group such as `portal-prod-admin`; undefined if there is none, or more than one. */
export const simplifyGroup = (configuredName: string): Group | undefined => {
  const matchingGroups = groups.filter((group) => configuredName.includes(group));
  return matchingGroups.length === 1 ? matchingGroups[0] : undefined;
};

/**
 * Returns the simplified groups of a user. Only configured names count, compared exactly: `NotTheadmin` grants
 * nothing.
 */
export const simplifyGroups = (names: readonly string[], configuredNames: readonly string[]): Group[] => {
  const memberships = names.filter((name) => configuredNames.includes(name)).map(simplifyGroup);
  return groups.filter((group) => memberships.includes(group));
};
