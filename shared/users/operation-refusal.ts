import type { ErrorCode } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
import type { UserAction } from './own-account.ts';
import { mayDoToOneself } from './own-account.ts';
import type { UserDetails } from './user.ts';

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
