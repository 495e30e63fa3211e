import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { invalidParameter, requireUserAndPool, UserInput, defineOperation } from './operation.ts';
import { markChanged } from './passwords.ts';
import type { Pool, User, CognitoState } from './state.ts';
import { requireTokenUser } from './tokens.ts';
import { createTotpSecret, findTimeStep } from './totp.ts';

/** Accepts a code at sign-in, once. Throws CodeMismatchException or ExpiredCodeException. */
export const consumeCode = (state: CognitoState, user: User, code: string) => {
  const secret = user.softwareToken?.secret;
  const step = secret === undefined ? undefined : findTimeStep(secret, code, state.now());
  if (step === undefined || !user.softwareToken)
    throw new ServiceError('CodeMismatchException', 'Invalid code received for user');
  if (step <= (user.softwareToken.usedStep ?? 0))
    throw new ServiceError('ExpiredCodeException', 'Your software token has already been used once.');
  user.softwareToken.usedStep = step;
  state.scheduleSave();
};

export const isMfaRequired = (pool: Pool, user: User): boolean =>
  pool.settings.EnabledMfas.includes('SOFTWARE_TOKEN_MFA') && user.mfa?.isEnabled === true;

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

const setPreference = (state: CognitoState, user: User, preference: z.infer<typeof Preference>) => {
  if (!preference) return {};
  const { Enabled = false } = preference;
  if (Enabled && user.softwareToken?.secret === undefined)
    throw invalidParameter('User has not verified software token mfa');
  user.mfa = { isEnabled: Enabled };
  markChanged(state, user);
  return {};
};

/**
 * One-time codes of an authenticator app (TOTP): users enable them with their own access token, admins disable them.
 */
export const softwareTokenOperations = {
  /** Creates a new secret; the previous one stays valid until the new one is verified. */
  AssociateSoftwareToken: defineOperation(z.strictObject({ AccessToken: z.string() }), (state, input) => {
    const { pool, user } = requireTokenUser(state, input.AccessToken);
    requireMfaPool(pool);
    const secret = createTotpSecret();
    user.softwareToken = { ...user.softwareToken, pending: secret };
    state.scheduleSave();
    return { SecretCode: secret };
  }),

  VerifySoftwareToken: defineOperation(
    z.strictObject({
      AccessToken: z.string(),
      UserCode: z.string().check(z.regex(/^[0-9]{6}$/)),
    }),
    (state, { AccessToken, UserCode }) => {
      const { pool, user } = requireTokenUser(state, AccessToken);
      requireMfaPool(pool);
      const secret = user.softwareToken?.pending;
      if (secret === undefined) throw tokenNotFound();
      const step = findTimeStep(secret, UserCode, state.now());
      if (step === undefined) throw new ServiceError('EnableSoftwareTokenMFAException', 'Code mismatch');
      user.softwareToken = { secret, usedStep: step };
      markChanged(state, user);
      return { Status: 'SUCCESS' };
    },
  ),

  SetUserMFAPreference: defineOperation(
    z.strictObject({ AccessToken: z.string(), SoftwareTokenMfaSettings: Preference }),
    (state, { AccessToken, SoftwareTokenMfaSettings }) =>
      setPreference(state, requireTokenUser(state, AccessToken).user, SoftwareTokenMfaSettings),
  ),

  AdminSetUserMFAPreference: defineOperation(
    z.extend(UserInput, { SoftwareTokenMfaSettings: Preference }),
    (state, { SoftwareTokenMfaSettings, ...userId }) =>
      setPreference(state, requireUserAndPool(state, userId).user, SoftwareTokenMfaSettings),
  ),
};
