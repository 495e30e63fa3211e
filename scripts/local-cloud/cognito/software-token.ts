import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { invalidParameter, locate, OneUser, operation } from './operation.ts';
import { touch } from './passwords.ts';
import type { Pool, User, World } from './state.ts';
import { userOfToken } from './tokens.ts';
import { newTotpSecret, stepOfCode } from './totp.ts';

/** Accepts a code at sign-in, once. Throws CodeMismatchException or ExpiredCodeException. */
export const spendCode = (world: World, user: User, code: string) => {
  const secret = user.softwareToken?.secret;
  const step = secret === undefined ? undefined : stepOfCode(secret, code, world.now());
  if (step === undefined || !user.softwareToken)
    throw new ServiceError('CodeMismatchException', 'Invalid code received for user');
  if (step <= (user.softwareToken.usedStep ?? 0))
    throw new ServiceError('ExpiredCodeException', 'Your software token has already been used once.');
  user.softwareToken.usedStep = step;
  world.changed();
};

export const needsCode = (pool: Pool, user: User): boolean =>
  pool.settings.EnabledMfas.includes('SOFTWARE_TOKEN_MFA') && user.mfa?.isEnabled === true;

/**
 * One-time codes of an authenticator app (TOTP): users enable them with their own access token, admins disable them.
 */

const tokenNotFound = () =>
  new ServiceError(
    'SoftwareTokenMFANotFoundException',
    'Software Token MFA has not been enabled by the userPool, or no token has been associated.',
  );

const requireMfaPool = (pool: Pool) => {
  if (!pool.settings.EnabledMfas.includes('SOFTWARE_TOKEN_MFA')) throw tokenNotFound();
};

const Preference = z.optional(
  z.strictObject({ Enabled: z.optional(z.boolean()), PreferredMfa: z.optional(z.boolean()) }),
);

const setPreference = (world: World, user: User, preference: z.infer<typeof Preference>) => {
  if (!preference) return {};
  const { Enabled = false } = preference;
  if (Enabled && user.softwareToken?.secret === undefined)
    throw invalidParameter('User has not verified software token mfa');
  user.mfa = { isEnabled: Enabled };
  touch(world, user);
  return {};
};

export const softwareTokens = {
  /** Creates a new secret; the previous one stays valid until the new one is verified. */
  AssociateSoftwareToken: operation(z.strictObject({ AccessToken: z.string() }), (world, input) => {
    const { pool, user } = userOfToken(world, input.AccessToken);
    requireMfaPool(pool);
    const secret = newTotpSecret();
    user.softwareToken = { ...user.softwareToken, pending: secret };
    world.changed();
    return { SecretCode: secret };
  }),

  VerifySoftwareToken: operation(
    z.strictObject({
      AccessToken: z.string(),
      UserCode: z.string().check(z.regex(/^[0-9]{6}$/)),
    }),
    (world, { AccessToken, UserCode }) => {
      const { pool, user } = userOfToken(world, AccessToken);
      requireMfaPool(pool);
      const secret = user.softwareToken?.pending;
      if (secret === undefined) throw tokenNotFound();
      const step = stepOfCode(secret, UserCode, world.now());
      if (step === undefined) throw new ServiceError('EnableSoftwareTokenMFAException', 'Code mismatch');
      user.softwareToken = { secret, usedStep: step };
      touch(world, user);
      return { Status: 'SUCCESS' };
    },
  ),

  SetUserMFAPreference: operation(
    z.strictObject({ AccessToken: z.string(), SoftwareTokenMfaSettings: Preference }),
    (world, { AccessToken, SoftwareTokenMfaSettings }) =>
      setPreference(world, userOfToken(world, AccessToken).user, SoftwareTokenMfaSettings),
  ),

  AdminSetUserMFAPreference: operation(
    z.extend(OneUser, { SoftwareTokenMfaSettings: Preference }),
    (world, { SoftwareTokenMfaSettings, ...userId }) =>
      setPreference(world, locate(world, userId).user, SoftwareTokenMfaSettings),
  ),
};
