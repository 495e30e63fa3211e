import type { ErrorCode } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
import type { UserDetails } from './user.ts';

type Caller = { readonly email: string };
type Refusal = ErrorCode | 'secondFactorIsOff' | undefined;

const ownAccount = (user: Pick<UserDetails, 'email'>, caller: Caller): Refusal =>
  user.email === caller.email ? 'OwnAccount' : undefined;

/** THE rule of what an admin may do to a user, as far as both are known; the server alone knows the last admin. Undefined means: they may. */
export const whyNot = {
  disable: ownAccount,
  delete: ownAccount,
  /** Recovery is another admin's to give, or whoever took over a session could drop the codes. */
  resetSecondFactor: (user: Pick<UserDetails, 'email' | 'secondFactor'>, caller: Caller): Refusal =>
    user.secondFactor ? ownAccount(user, caller) : 'secondFactorIsOff',
  removeFromGroup: (user: Pick<UserDetails, 'email'>, role: Role, caller: Caller): Refusal =>
    role === 'admin' ? ownAccount(user, caller) : undefined,
  resendInvitation: ({ status }: Pick<UserDetails, 'status'>): Refusal =>
    status === 'confirmed' ? 'InvitationNotPending' : undefined,
} as const;
