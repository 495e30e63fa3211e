import * as z from 'zod/mini';
import { userOfToken } from './access-token.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';
import { listAttributes } from './attributes.ts';
import { incorrectPassword } from './errors.ts';
import { operation } from './operation.ts';
import { checkPolicy } from './password-policy.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { setPassword } from './set-password.ts';

/** What users do with their own access token. */
export const getUser = operation('open', z.strictObject({ AccessToken: z.string() }), (world, { AccessToken }) => {
  const { user } = userOfToken(world, AccessToken);
  return { Username: user.username, UserAttributes: listAttributes(user) };
});

export const changePassword = operation(
  'open',
  z.strictObject({ AccessToken: z.string(), PreviousPassword: z.string(), ProposedPassword: z.string() }),
  async (world, { AccessToken, PreviousPassword, ProposedPassword }) => {
    const { pool, user } = userOfToken(world, AccessToken);
    countAttempt(world, pool, 'ChangePassword', user.username);
    if (!(await isPassword(PreviousPassword, user.passwordHash))) throw incorrectPassword();
    checkPolicy(pool.settings, ProposedPassword);
    const hash = await hashPassword(ProposedPassword);
    setPassword(world, userOfToken(world, AccessToken).user, hash);
    forgetAttempts(world, pool, 'ChangePassword', user.username);
    return {};
  },
);
