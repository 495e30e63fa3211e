/** What a user may do. */
export const roles = ['admin', 'register-repairs', 'register-returns'] as const;
/** Where a user may do it. */
export const regionGroups = ['NDACH', 'NUK', 'NFR'] as const;
/** THE groups, by their simplified names (specification, section 6). */
export const groups = [...roles, ...regionGroups] as const;

export type Role = (typeof roles)[number];
export type RegionGroup = (typeof regionGroups)[number];
export type Group = (typeof groups)[number];

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
