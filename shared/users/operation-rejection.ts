import type { ErrorCode } from '#shared/api/errors.ts';
import type { Role } from './groups.ts';
import type { UserDetails } from './user.ts';

export type UserAction =
  | 'enable'
  | 'disable'
  | 'delete'
  | 'resendInvitation'
  | 'addToGroup'
  | 'removeFromGroup'
  | 'changeStore'
  | 'endSessions'
  | 'resetSecondFactor';

const revocations: ReadonlySet<UserAction> = new Set(['disable', 'delete', 'removeFromGroup', 'endSessions']);

/**
 * Returns whether an action only revokes rights: it overwrites nothing, so it also succeeds with an outdated version.
 */
export const isRevocation = (action: UserAction): boolean => revocations.has(action);

const forbiddenForOwnAccount: readonly UserAction[] = ['disable', 'delete', 'endSessions', 'resetSecondFactor'];

/**
 * Returns whether an admin may apply an action to their own account: not if it could lock them out, or reset the
 * second factor without a code.
 */
export const isAllowedOnOwnAccount = (action: UserAction, role?: Role): boolean =>
  !forbiddenForOwnAccount.includes(action) && !(action === 'removeFromGroup' && role === 'admin');

type Caller = { readonly email: string };
type Rejection = ErrorCode | undefined;

const rejectOwnAccount =
  (action: UserAction, role?: Role) =>
  (user: Pick<UserDetails, 'email'>, caller: Caller): Rejection =>
    user.email === caller.email && !isAllowedOnOwnAccount(action, role) ? 'OwnAccount' : undefined;

/**
 * Rules for an admin's actions on a user, shared by page and server; only the server can detect the last admin. Each
 * returns the error code, or undefined if the action is allowed.
 */
export const operationRejection = {
  disable: rejectOwnAccount('disable'),
  delete: rejectOwnAccount('delete'),
  endSessions: rejectOwnAccount('endSessions'),
  resetSecondFactor: rejectOwnAccount('resetSecondFactor'),
  removeFromGroup: (user: Pick<UserDetails, 'email'>, role: Role, caller: Caller): Rejection =>
    rejectOwnAccount('removeFromGroup', role)(user, caller),
} as const;
