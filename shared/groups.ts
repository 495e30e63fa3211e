import type { RegionGroup } from './regions.ts';
import { regionIds, regions } from './regions.ts';

export const roles = ['admin', 'register-repairs', 'register-returns'] as const;
export type Role = (typeof roles)[number];
export type Group = Role | RegionGroup;

/** Where a user may do it: a group for each region. */
const regionGroups: readonly RegionGroup[] = regionIds.map((id) => regions[id].group);
/** THE groups, by their simplified names. */
export const groups: readonly [Group, ...Group[]] = [...roles, ...regionGroups];

/** The group whose name a configured name contains; undefined when it contains none, or more than one. */
export const simplifyGroup = (configuredName: string): Group | undefined => {
  const contained = groups.filter((group) => configuredName.includes(group));
  return contained.length === 1 ? contained[0] : undefined;
};

/** The simplified groups of a user. A name counts only when it is configured, to the letter: `NotTheadmin` grants nothing. */
export const simplifyGroups = (names: readonly string[], configuredNames: readonly string[]): Group[] => {
  const simplified = names.filter((name) => configuredNames.includes(name)).map(simplifyGroup);
  return groups.filter((group) => simplified.includes(group));
};
