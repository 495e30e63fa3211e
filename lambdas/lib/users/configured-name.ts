import type { Group } from '#shared/users/groups.ts';
import { simplifyGroup } from '#shared/users/groups.ts';

/** Returns all names of a group: the stage's and, while groups are renamed, the former one. */
export const toConfiguredNames = (group: Group, configuredGroups: readonly string[]): string[] =>
  configuredGroups.filter((candidate) => simplifyGroup(candidate) === group);

/** Returns the stage's name of a group. Throws if the stage configures none. */
export const toConfiguredName = (group: Group, configuredGroups: readonly string[]): string => {
  const name = configuredGroups.find((candidate) => simplifyGroup(candidate) === group);
  if (name === undefined) throw new Error(`The stage configures no group ${group}`);
  return name;
};
