import type { Administration } from '#lambdas/directory/administration.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import type { users } from '#shared/routes/users.ts';

export type UsersCollaborators = { readonly users: UsersStore; readonly administration: Administration };

const later = async (): Promise<never> => {
  throw new AppError('NotFound');
};

export const userHandlers = (_: UsersCollaborators): Handlers<typeof users> => ({
  listUsers: later,
  findUser: later,
  registerUser: later,
  enableUser: later,
  disableUser: later,
  deleteUser: later,
  resendInvitation: later,
  addToGroup: later,
  removeFromGroup: later,
  changeStore: later,
  endSessions: later,
  resetSecondFactor: later,
  listAuditEvents: later,
});
