import type { ErrorCode } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
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

const takingAway: ReadonlySet<UserAction> = new Set(['disable', 'delete', 'removeFromGroup', 'endSessions']);

/** Whether an action only takes rights away: it overwrites nothing, so it succeeds for a version that is no longer current. */
export const takesRightsAway = (action: UserAction): boolean => takingAway.has(action);

const closed: readonly UserAction[] = ['disable', 'delete', 'endSessions', 'resetSecondFactor'];

/** Whether an admin may do something to their own account: nothing that could lock them out, and no second factor that only its owner should drop. */
export const mayDoToOneself = (action: UserAction, role?: Role): boolean =>
  !closed.includes(action) && !(action === 'removeFromGroup' && role === 'admin');

type Caller = { readonly email: string };
type Refusal = ErrorCode | undefined;

const unlessOneself =
  (action: UserAction, role?: Role) =>
  (user: Pick<UserDetails, 'email'>, caller: Caller): Refusal =>
    user.email === caller.email && !mayDoToOneself(action, role) ? 'OwnAccount' : undefined;

/** THE rule of what an admin may do to a user, as far as both are known; the server alone knows the last admin. Undefined means: they may. */
export const operationRefusal = {
  disable: unlessOneself('disable'),
  delete: unlessOneself('delete'),
  endSessions: unlessOneself('endSessions'),
  resetSecondFactor: unlessOneself('resetSecondFactor'),
  removeFromGroup: (user: Pick<UserDetails, 'email'>, role: Role, caller: Caller): Refusal =>
    unlessOneself('removeFromGroup', role)(user, caller),
} as const;
