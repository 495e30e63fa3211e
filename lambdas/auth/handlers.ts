import type { AuthHandlers, Collaborators } from './collaborators.ts';
import { passwordHandlers } from './passwords.ts';
import { sessionHandlers } from './session.ts';
import { signInHandlers } from './sign-in.ts';

export const authHandlers = (the: Collaborators): AuthHandlers => ({
  ...signInHandlers(the),
  ...sessionHandlers(the),
  ...passwordHandlers(the),
});
