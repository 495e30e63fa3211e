import type { Role } from '#shared/groups.ts';

/** What an admin can do to a user. */
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

const closed: readonly UserAction[] = ['disable', 'delete', 'endSessions', 'resetSecondFactor'];

/** Whether an admin may do something to their own account: nothing that could lock them out, and no second factor that only its owner should drop. */
export const mayDoToOneself = (action: UserAction, role?: Role): boolean =>
  !closed.includes(action) && !(action === 'removeFromGroup' && role === 'admin');
