import type { Role } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import { users } from '#shared/routes/users.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { call } from '#web/data/api.ts';
import type { Texts, TextKey } from '#web/language/i18n.ts';

/** Something that is done to one user. */
export type Operation =
  | { readonly type: 'enable' | 'disable' | 'delete' | 'resendInvitation' | 'resetSecondFactor' }
  | { readonly type: 'addToGroup' | 'removeFromGroup'; readonly role: Role }
  | { readonly type: 'changeStore'; readonly storeId: string; readonly storeName: string }
  /** One session, or all where none is named. */
  | { readonly type: 'endSessions'; readonly session?: string };

/** What is asked before it is done. */
export const confirmedTypes = ['disable', 'delete', 'resetSecondFactor', 'endSessions'] as const;
export type ConfirmedType = (typeof confirmedTypes)[number];

/** The question that an operation needs, if any: ending a single session is no more than a new sign-in. */
export const confirmationOf = (operation: Operation): ConfirmedType | undefined =>
  operation.type === 'endSessions' && operation.session !== undefined
    ? undefined
    : confirmedTypes.find((type) => type === operation.type);

/** Does it. Answers the user as they are now; undefined where there is none any more. Throws AppError. */
export const perform = async (
  operation: Operation,
  region: RegionId,
  { sub, version }: Pick<UserDetails, 'sub' | 'version'>,
): Promise<UserDetails | undefined> => {
  const user = { region, sub, version };
  switch (operation.type) {
    case 'enable':
      return call(users.enableUser, user);
    case 'disable':
      return call(users.disableUser, user);
    case 'resendInvitation':
      return call(users.resendInvitation, user);
    case 'resetSecondFactor':
      return call(users.resetSecondFactor, user);
    case 'addToGroup':
      return call(users.addToGroup, { ...user, role: operation.role });
    case 'removeFromGroup':
      return call(users.removeFromGroup, { ...user, role: operation.role });
    case 'changeStore':
      return call(users.changeStore, { ...user, storeId: operation.storeId, storeName: operation.storeName });
    case 'endSessions':
      return call(users.endSessions, { ...user, session: operation.session });
    case 'delete':
      await call(users.deleteUser, user);
      return undefined;
  }
};

const doneKeys = {
  enable: 'users.done.enabled',
  disable: 'users.done.disabled',
  delete: 'users.done.deleted',
  resendInvitation: 'users.done.resent',
  resetSecondFactor: 'users.done.secondFactorReset',
  addToGroup: 'users.done.addedToGroup',
  removeFromGroup: 'users.done.removedFromGroup',
  changeStore: 'users.done.storeChanged',
  endSessions: 'users.done.sessionsEnded',
} as const satisfies Record<Operation['type'], TextKey>;

/** What is said once it is done. */
export const doneAlert = (operation: Operation, { email }: Pick<UserDetails, 'email'>, { t }: Pick<Texts, 't'>) => {
  if ('role' in operation)
    return { key: doneKeys[operation.type], values: { email, group: t(`users.roles.${operation.role}`) } };
  const isOneSession = operation.type === 'endSessions' && operation.session !== undefined;
  return { key: isOneSession ? ('users.done.sessionEnded' as const) : doneKeys[operation.type], values: { email } };
};
