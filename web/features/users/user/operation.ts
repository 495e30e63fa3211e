import type { RegionId } from '#shared/regions.ts';
import type { Input, Route } from '#shared/route.ts';
import { users } from '#shared/routes/users.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { call } from '#web/data/api.ts';
import type { Texts, TextKey } from '#web/language/i18n.ts';

/** What can be done to one user: the route that does it, and what is said once it is done. */
const operations = {
  enable: { route: users.enableUser, done: 'users.done.enabled' },
  disable: { route: users.disableUser, done: 'users.done.disabled' },
  delete: { route: users.deleteUser, done: 'users.done.deleted' },
  resendInvitation: { route: users.resendInvitation, done: 'users.done.resent' },
  resetSecondFactor: { route: users.resetSecondFactor, done: 'users.done.secondFactorReset' },
  addToGroup: { route: users.addToGroup, done: 'users.done.addedToGroup' },
  removeFromGroup: { route: users.removeFromGroup, done: 'users.done.removedFromGroup' },
  changeStore: { route: users.changeStore, done: 'users.done.storeChanged' },
  endSessions: { route: users.endSessions, done: 'users.done.sessionsEnded' },
} as const satisfies Record<string, { readonly route: Route; readonly done: TextKey }>;
type Operations = typeof operations;

/** Something that is done to one user, with what its route asks beside whom it is done to. */
export type Operation = {
  [Type in keyof Operations]: { readonly type: Type } & Omit<
    Input<Operations[Type]['route']>,
    'region' | 'sub' | 'version'
  >;
}[keyof Operations];

/** What is asked before it is done. */
export const confirmedTypes = ['disable', 'delete', 'resetSecondFactor', 'endSessions'] as const;

/** The question that an operation needs, if any: ending a single session is no more than a new sign-in. */
export const confirmationOf = (operation: Operation) =>
  operation.type === 'endSessions' && operation.session !== undefined
    ? undefined
    : confirmedTypes.find((type) => type === operation.type);

/** Does it. Answers the user as they are now; undefined where there is none any more. Throws AppError. */
export const perform = async (
  { type, ...asked }: Operation,
  region: RegionId,
  { sub, version }: Pick<UserDetails, 'sub' | 'version'>,
): Promise<UserDetails | undefined> => {
  const answer = await call<Route>(operations[type].route, { region, sub, version, ...asked });
  return type === 'delete' ? undefined : (answer as UserDetails);
};

/** What is said once it is done. */
export const doneAlert = (operation: Operation, { email }: Pick<UserDetails, 'email'>, { t }: Pick<Texts, 't'>) => {
  const { done } = operations[operation.type];
  if ('role' in operation) return { key: done, values: { email, group: t(`users.roles.${operation.role}`) } };
  const isOneSession = operation.type === 'endSessions' && operation.session !== undefined;
  return { key: isOneSession ? ('users.done.sessionEnded' as const) : done, values: { email } };
};
