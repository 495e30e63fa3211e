import { hasName } from '#lambdas/aws/errors.ts';
import { tokensOf } from '#lambdas/http/cookies.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { auth } from '#shared/routes/auth.ts';
import type { Collaborators, SessionLife } from './session-life.ts';

/** A password that Cognito's policy refuses, as a problem of its field; anything else unchanged. */
export const passwordError = (error: unknown): unknown =>
  hasName(error, 'InvalidPasswordException', 'PasswordHistoryPolicyViolationException')
    ? new AppError('InvalidParameterException', { cause: error, problems: [{ path: 'newPassword', rule: 'password' }] })
    : error;

/** Against user enumeration: Cognito's reasons for sending no code all answer alike. */
const noCode = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];
/** What Cognito may say of a code that does not fit the address, or of an address that there is no code for. */
const wrongCode = ['CodeMismatchException', 'ExpiredCodeException', 'TooManyFailedAttemptsException', ...noCode];

type Parts = Pick<Collaborators, 'users' | 'pools' | 'store' | 'now' | 'wait'> & { readonly sessions: SessionLife };

/** Changing a password that one knows, and setting one that was forgotten. */
export const passwordHandlers = ({
  users,
  pools,
  store,
  sessions,
  now: clock,
  wait,
}: Parts): Pick<Handlers<typeof auth>, 'changePassword' | 'requestCode' | 'resetPassword'> => {
  /** Every session of the user from before this moment is over, here and in Cognito. */
  const endSessions = async (region: RegionId, sub: string) => {
    await users.notePassword(region, sub, clock());
    await pools.signOutEverywhere(region, sub);
  };

  /** Against timing attacks: an answer takes as long for an unknown address as for a known one. */
  const inSteadyTime = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    const [result] = await Promise.allSettled([work, wait(limits.forgotPasswordAnswerMs)]);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };

  const sendCode = async (region: RegionId, email: string, site: string, now: Date) => {
    await store.countAttempt('code', region, email, now);
    await pools.requestCode(region, email, site).catch((error: unknown) => {
      if (!hasName(error, ...noCode)) throw error;
    });
    return { body: {} };
  };

  const resetWithCode = async (region: RegionId, email: string, code: string, password: string, now: Date) => {
    await store.countAttempt('reset', region, email, now);
    await pools.resetPassword(region, email, code, password).catch((error: unknown) => {
      throw hasName(error, ...wrongCode)
        ? new AppError('CodeMismatchException', { cause: error })
        : passwordError(error);
    });
    const user = await users.findByEmail(region, email);
    if (user) await endSessions(region, user.sub);
    await store.forgetAttempts(region, email);
    return { body: {} };
  };

  return {
    changePassword: async ({ region, oldPassword, newPassword }, { caller, cookies, now }) => {
      const { accessToken = '' } = tokensOf(region, cookies);
      await store.countAttempt('change', region, caller.email, now);
      await pools.changePassword(accessToken, oldPassword, newPassword).catch((error: unknown) => {
        if (hasName(error, 'NotAuthorizedException')) throw new AppError('NotAuthorizedException', { cause: error });
        if (hasName(error, 'LimitExceededException')) throw new AppError('LimitExceededException', { cause: error });
        throw passwordError(error);
      });
      await endSessions(region, caller.sub);
      await store.forgetAttempts(region, caller.email);
      const result = await pools.signIn(region, caller.email, newPassword);
      if (!('tokens' in result)) throw new AppError('NotAuthorizedException');
      return sessions.begin(region, caller.email, result.tokens);
    },

    requestCode: ({ region, email }, { now, site }) => inSteadyTime(sendCode(region, email, site, now)),

    resetPassword: ({ region, email, code, newPassword }, { now }) =>
      inSteadyTime(resetWithCode(region, email, code, newPassword, now)),
  };
};
