import { CognitoError } from './errors.ts';
import type { Pool, User, World } from './state.ts';
import { stepOfCode } from './totp.ts';

/** Takes a code at sign-in, once. Throws CodeMismatchException or ExpiredCodeException. */
export const spendCode = (world: World, user: User, code: string) => {
  const secret = user.softwareToken?.secret;
  const step = secret === undefined ? undefined : stepOfCode(secret, code, world.now());
  if (step === undefined || !user.softwareToken)
    throw new CognitoError('CodeMismatchException', 'Invalid code received for user');
  if (step <= (user.softwareToken.usedStep ?? 0))
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  user.softwareToken.usedStep = step;
  world.changed();
};

/** Whether a sign-in of this user has to answer with a code. */
export const needsCode = (pool: Pool, user: User): boolean =>
  (pool.settings.EnabledMfas?.includes('SOFTWARE_TOKEN_MFA') ?? false) && user.mfa?.isEnabled === true;

/** As AdminGetUser and GetUser tell it. */
export const mfaShape = (user: User) =>
  user.mfa?.isEnabled
    ? {
        UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
        ...(user.mfa.isPreferred && { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }),
      }
    : {};
