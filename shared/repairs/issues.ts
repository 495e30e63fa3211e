/** What can be wrong with a console (specification, section 3); labels under `repairs.issues` in the locales. */
export const issueKeys = [
  'gameReadingError',
  'screenDefect',
  'touchScreenDamage',
  'damageToCase',
  'waterDamage',
  'otherProblems',
] as const;

export type IssueKey = (typeof issueKeys)[number];
