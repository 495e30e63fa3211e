import { createHash, randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { countAttempt, clearAttempts, clearFailures } from './limits.ts';
import { sendMessage } from './messages.ts';
import { findUser, incorrectPassword, notAuthorized, defineOperation, requireClientAndPool } from './operation.ts';
import { checkPolicy, hashPassword, verifyPassword, setPassword } from './passwords.ts';
import { checkSecretHash } from './secret-hash.ts';
import type { Pool, User, CognitoState } from './state.ts';
import { requireTokenUser } from './tokens.ts';

const hashCode = (user: User, code: string) =>
  createHash('sha256').update(`${user.username} ${code}`).digest('base64url');

const codeMismatch = () =>
  new ServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.');
const expiredCode = () =>
  new ServiceError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

const codeLifetimeMs = 3_600_000;

/**
 * Returns the recipient of the reset code. Returns undefined for an unknown or disabled user and an unverified
 * address, so that the response does not reveal them. Throws NotAuthorizedException for an invited user.
 */
const findResetRecipient = (pool: Pool, name: string): User | undefined => {
  const user = findUser(pool, name);
  if (user?.enabled && user.status !== 'CONFIRMED')
    throw notAuthorized('User password cannot be reset in the current state.');
  return user?.enabled && user.attributes.email_verified === 'true' ? user : undefined;
};

/**
 * Returns the user that a reset code belongs to. Throws CodeMismatchException, also for an unknown or disabled user,
 * or ExpiredCodeException.
 */
const requireUserWithCode = (state: CognitoState, pool: Pool, name: string, code: string): User => {
  const user = findUser(pool, name);
  if (!user?.enabled) throw codeMismatch();
  if (!user.resetCode) throw expiredCode();
  if (hashCode(user, code) !== user.resetCode.hash) throw codeMismatch();
  if (state.now().toISOString() >= user.resetCode.expiresAt) throw expiredCode();
  return user;
};

export const selfServicePasswordOperations = {
  ForgotPassword: defineOperation(
    z.strictObject({
      ClientId: z.string(),
      Username: z.string().check(z.minLength(1)),
      SecretHash: z.optional(z.string()),
      ClientMetadata: z.optional(z.record(z.string(), z.string())),
    }),
    async (state, { ClientId, Username, SecretHash, ClientMetadata }) => {
      const { pool, client } = requireClientAndPool(state, ClientId);
      checkSecretHash(client, SecretHash, Username);
      countAttempt(state, pool, 'ForgotPassword', Username);
      const user = findResetRecipient(pool, Username);
      // An unknown user gets the same response (no enumeration).
      if (!user) return {};
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const expiresAt = new Date(state.now().getTime() + codeLifetimeMs).toISOString();
      user.resetCode = { hash: hashCode(user, code), expiresAt };
      state.scheduleSave();
      await sendMessage(state, pool, user, {
        source: 'CustomMessage_ForgotPassword',
        clientId: client.id,
        metadata: ClientMetadata,
        code,
      });
      return {};
    },
  ),

  ConfirmForgotPassword: defineOperation(
    z.strictObject({
      ClientId: z.string(),
      Username: z.string().check(z.minLength(1)),
      ConfirmationCode: z.string().check(z.minLength(1)),
      Password: z.string(),
      SecretHash: z.optional(z.string()),
      ClientMetadata: z.optional(z.record(z.string(), z.string())),
    }),
    async (state, { ClientId, Username, ConfirmationCode, Password, SecretHash }) => {
      const { pool, client } = requireClientAndPool(state, ClientId);
      checkSecretHash(client, SecretHash, Username);
      checkPolicy(pool, Password);
      countAttempt(state, pool, 'ConfirmForgotPassword', Username);
      // The password is hashed before the user is looked up, so that every response takes equally long.
      const hash = await hashPassword(Password);
      const user = requireUserWithCode(state, pool, Username, ConfirmationCode);
      setPassword(state, user, hash);
      clearFailures(state, pool, Username, user.username, user.attributes.email);
      clearAttempts(state, pool, 'ConfirmForgotPassword', Username);
      return {};
    },
  ),

  ChangePassword: defineOperation(
    z.strictObject({ AccessToken: z.string(), PreviousPassword: z.string(), ProposedPassword: z.string() }),
    async (state, { AccessToken, PreviousPassword, ProposedPassword }) => {
      const { pool, user } = requireTokenUser(state, AccessToken);
      countAttempt(state, pool, 'ChangePassword', user.username);
      if (!(await verifyPassword(PreviousPassword, user.passwordHash))) throw incorrectPassword();
      checkPolicy(pool, ProposedPassword);
      const hash = await hashPassword(ProposedPassword);
      setPassword(state, requireTokenUser(state, AccessToken).user, hash);
      clearAttempts(state, pool, 'ChangePassword', user.username);
      return {};
    },
  ),
};
