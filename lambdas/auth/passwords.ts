import { hasName } from '#lambdas/aws/errors.ts';
import { tokensOf } from '#lambdas/http/cookies.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { beginSession } from './begin-session.ts';
import type { AuthHandlers, Collaborators } from './collaborators.ts';
import { passwordError } from './password-error.ts';

/** What Cognito may say of an address that it sends no code to; nobody outside hears which of them (acceptance, C12). */
const noCode = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];
/** What Cognito may say of a code that does not fit the address, or of an address that there is no code for. */
const wrongCode = ['CodeMismatchException', 'ExpiredCodeException', 'TooManyFailedAttemptsException', ...noCode];

/** Changing a password that one knows, and setting one that was forgotten. */
export const passwordHandlers = (
  the: Collaborators,
): Pick<AuthHandlers, 'changePassword' | 'requestCode' | 'resetPassword'> => {
  /** Every session of the user from before this moment is over, here and in Cognito. */
  const endSessions = async (region: RegionId, sub: string) => {
    await the.users.notePassword(region, sub, the.now());
    await the.pools.signOutEverywhere(region, sub);
  };

  /** As long for an unknown address as for a known one. */
  const inSteadyTime = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    const [result] = await Promise.allSettled([work, the.wait(limits.forgotPasswordAnswerMs)]);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };

  const sendCode = async (region: RegionId, email: string, site: string, now: Date) => {
    await the.store.countAttempt('code', region, email, now);
    await the.pools.requestCode(region, email, site).catch((error: unknown) => {
      if (!hasName(error, ...noCode)) throw error;
    });
    return { body: {} };
  };

  const resetWithCode = async (region: RegionId, email: string, code: string, password: string, now: Date) => {
    await the.store.countAttempt('reset', region, email, now);
    await the.pools.resetPassword(region, email, code, password).catch((error: unknown) => {
      throw hasName(error, ...wrongCode)
        ? new AppError('CodeMismatchException', { cause: error })
        : passwordError(error);
    });
    const user = await the.users.findByEmail(region, email);
    if (user) await endSessions(region, user.sub);
    await the.store.forgetAttempts(region, email);
    return { body: {} };
  };

  return {
    changePassword: async ({ region, oldPassword, newPassword }, { caller, cookies, now }) => {
      const { accessToken = '' } = tokensOf(region, cookies);
      await the.store.countAttempt('change', region, caller.email, now);
      await the.pools.changePassword(accessToken, oldPassword, newPassword).catch((error: unknown) => {
        throw hasName(error, 'NotAuthorizedException', 'LimitExceededException')
          ? new AppError(error.name as 'NotAuthorizedException', { cause: error })
          : passwordError(error);
      });
      await endSessions(region, caller.sub);
      await the.store.forgetAttempts(region, caller.email);
      const result = await the.pools.signIn(region, caller.email, newPassword);
      if (!('tokens' in result)) throw new AppError('NotAuthorizedException');
      return beginSession(the, region, caller.email, result.tokens);
    },

    requestCode: ({ region, email }, { now, site }) => inSteadyTime(sendCode(region, email, site, now)),

    resetPassword: ({ region, email, code, newPassword }, { now }) =>
      inSteadyTime(resetWithCode(region, email, code, newPassword, now)),
  };
};
