import { createClearedSessionCookies, readSessionCookies } from '#lambdas/lib/http/cookies.ts';
import { ErrorWithCookies } from '#lambdas/lib/http/response.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import type { AttemptCounts } from '#lambdas/lib/sessions/attempt-counts.ts';
import type { CodeRequests } from '#lambdas/lib/sessions/code-requests.ts';
import { AppError } from '#shared/api/errors.ts';
import type { Parsed } from '#shared/api/route.ts';
import type { auth } from '#shared/api/routes/auth.ts';
import { limits } from '#shared/config/limits.ts';
import type { PasswordOwner } from '#shared/users/easy-password.ts';
import { findPasswordWeakness } from '#shared/users/easy-password.ts';
import { runAttempt, runLimitedRequest } from './attempt.ts';
import type { UserPools } from './auth-pools.ts';
import type { AuthStore } from './auth-store.ts';
import type { VerifyCaptcha } from './captcha.ts';
import type { CognitoErrors } from './cognito-errors.ts';
import {
  passwordPolicyErrors,
  rethrowCognitoError,
  toLimitExceeded,
  toNotAuthorized,
  toWrongCode,
} from './cognito-errors.ts';
import type { KnownDevices } from './known-device.ts';
import type { OwnAccountChanges } from './own-account-changes.ts';
import type { SessionLifecycle } from './session-lifecycle.ts';
import type { Challenges } from './signatures.ts';

type Collaborators = {
  readonly verifyCaptcha: VerifyCaptcha;
  readonly pools: Pick<UserPools, 'signIn' | 'changePassword' | 'resetPassword'>;
  readonly attemptCounts: AttemptCounts & Pick<AuthStore, 'deleteAttempts'>;
  readonly devices: Pick<KnownDevices, 'findRateLimitKey'>;
  readonly challenges: Pick<Challenges, 'issue'>;
  readonly codes: CodeRequests;
  readonly ownAccountChanges: Pick<OwnAccountChanges, 'endSessions' | 'endSessionsByEmail'>;
  readonly sessions: Pick<SessionLifecycle, 'start'>;
  readonly wait: (ms: number) => Promise<unknown>;
};

/** Throws a validation problem of `newPassword` if the password is easy to guess. */
export const assertPasswordStrength = (newPassword: string, owner: PasswordOwner): void => {
  const rule = findPasswordWeakness(newPassword, owner);
  if (rule) throw new AppError('InvalidParameterException', { problems: [{ path: 'newPassword', rule }] });
};

/** A wrong code and an email without a pending code are the same error, so that a reset does not reveal which emails are registered. */
const resetErrors: CognitoErrors = {
  CodeMismatchException: toWrongCode,
  ExpiredCodeException: toWrongCode,
  TooManyFailedAttemptsException: toWrongCode,
  UserNotFoundException: toWrongCode,
  NotAuthorizedException: toWrongCode,
  InvalidParameterException: toWrongCode,
  UserNotConfirmedException: toWrongCode,
  LimitExceededException: toWrongCode,
  ...passwordPolicyErrors,
};

const changeErrors: CognitoErrors = {
  NotAuthorizedException: toNotAuthorized,
  LimitExceededException: toLimitExceeded,
  ...passwordPolicyErrors,
};

export const createPasswordHandlers = ({
  verifyCaptcha,
  pools,
  attemptCounts,
  devices,
  challenges,
  codes,
  ownAccountChanges,
  sessions,
  wait,
}: Collaborators): Pick<Handlers<typeof auth>, 'changePassword' | 'requestCode' | 'resetPassword'> => {
  /** Prevents timing attacks: the response takes as long for an unknown email as for a registered one. */
  const enforceMinimumDuration = async <Result>(work: Promise<Result>): Promise<Result> => {
    await Promise.allSettled([work, wait(limits.forgotPasswordMinimumMs)]);
    return work;
  };

  const resetWithCode = async (
    { region, email, code, newPassword: password }: Parsed<typeof auth.resetPassword>,
    {
      now,
      requestId,
      cookies,
    }: { readonly now: Date; readonly requestId: string; readonly cookies: readonly string[] },
  ) => {
    // The check uses the input only, because stored data would reveal which emails are registered.
    assertPasswordStrength(password, { email });
    const rateLimitKey = await devices.findRateLimitKey(region, email, cookies);
    await runAttempt(attemptCounts, { kind: 'reset', region, name: rateLimitKey, now }, () =>
      pools.resetPassword(region, email, code, password),
    ).catch(rethrowCognitoError(resetErrors));
    await ownAccountChanges.endSessionsByEmail({ region, email, action: 'passwordReset', requestId });
    await Promise.all([...new Set([email, rateLimitKey])].map((name) => attemptCounts.deleteAttempts(region, name)));
    return { body: {} };
  };

  return {
    changePassword: async ({ region, oldPassword, newPassword }, { caller, cookies, now, requestId, ...context }) => {
      assertPasswordStrength(newPassword, caller);
      const { accessToken = '' } = readSessionCookies(region, cookies);
      await runAttempt(attemptCounts, { kind: 'change', region, name: caller.email, now }, () =>
        pools.changePassword(accessToken, oldPassword, newPassword),
      ).catch(rethrowCognitoError(changeErrors));
      await ownAccountChanges
        .endSessions({ region, sub: caller.sub, action: 'passwordChanged', requestId })
        .catch((cause: unknown) => {
          throw new ErrorWithCookies('InternalServerError', createClearedSessionCookies(region), cause);
        });
      await attemptCounts.deleteAttempts(region, caller.email);
      const result = await pools.signIn(region, caller.email, newPassword);
      if ('tokens' in result)
        return sessions.start(region, result.tokens, { ...context, cookies, requestId, proof: 'password' });
      return {
        body: { challenge: 'secondFactor' },
        cookies: [
          ...createClearedSessionCookies(region),
          await challenges.issue(region, { email: caller.email, ...result.challenge }, now),
        ],
      };
    },

    // The response is the same for every email, because only the queue's consumer looks the email up.
    requestCode: async ({ region, email, captcha }, { now, site, cookies }) => {
      await verifyCaptcha(captcha, site);
      const rateLimitKey = await devices.findRateLimitKey(region, email, cookies);
      await runLimitedRequest(attemptCounts, { kind: 'code', region, name: rateLimitKey, now }, () =>
        codes.send({ region, email, site }),
      );
      return { body: {} };
    },

    resetPassword: async (input, context) => {
      await verifyCaptcha(input.captcha, context.site);
      return enforceMinimumDuration(resetWithCode(input, context));
    },
  };
};
