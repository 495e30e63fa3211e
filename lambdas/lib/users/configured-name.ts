import type { Group } from '#shared/users/groups.ts';
import { simplifyGroup } from '#shared/users/groups.ts';

/** Returns the stage's name of a group. Throws if the stage configures none. */
export const toConfiguredName = (group: Group, configuredGroups: readonly string[]): string => {
  const name = configuredGroups.find((candidate) => simplifyGroup(candidate) === group);
  if (name === undefined) throw new Error(`The stage configures no group ${group}`);
  return name;
};
