import { hasName, rethrowAs } from '#lambdas/lib/aws/errors.ts';
import {
  clearedChallengeCookie,
  createFingerprint,
  matchesFingerprint,
  readSessionCookies,
} from '#lambdas/lib/http/cookies.ts';
import { ErrorWithCookies } from '#lambdas/lib/http/response.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { attempt, codeAttempt } from './attempt.ts';
import { rethrowAsPasswordProblem, assertPasswordStrength } from './passwords.ts';
import type { AuthHandlers } from './session-lifecycle.ts';

/** Rethrows Cognito's lock after too many attempts, which differs from a wrong password only in its message. */
const rethrowAsTooMany = (error: unknown): never => {
  throw hasName(error, 'NotAuthorizedException') && error.message.startsWith('Password attempts exceeded')
    ? new AppError('LimitExceededException', { cause: error })
    : error;
};

/** Rethrows unknown addresses and wrong passwords as the same error, so that a sign-in does not reveal which addresses exist. */
const rethrowAsNotAuthorized = rethrowAs(
  'NotAuthorizedException',
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'InvalidParameterException',
);

/** Rethrows the given Cognito errors as an expired challenge, which sends the user back to sign-in. */
const rethrowAsExpired =
  (region: RegionId, ...names: string[]) =>
  (error: unknown): never => {
    throw hasName(error, ...names)
      ? new ErrorWithCookies('ExpiredToken', [clearedChallengeCookie(region)], error)
      : error;
  };

export const signInHandlers: AuthHandlers<'login' | 'setPassword' | 'answerCode'> = (parts) => {
  const { verifyCaptcha, store, devices, challenges, pools, tokens, users, ownChanges, sessions } = parts;

  const completeSignIn: typeof sessions.start = async (region, ...issued) => {
    const { body, cookies } = await sessions.start(region, ...issued);
    return { body, cookies: [...cookies, clearedChallengeCookie(region)] };
  };

  return {
    login: async ({ region, email, password, captcha }, { now, site, cookies, requestId, ...context }) => {
      await verifyCaptcha(captcha, site);
      const name = await devices.rateLimitKey(region, email, cookies);
      const result = await attempt(store, { kind: 'sign-in', region, name, now }, () =>
        pools.signIn(region, email, password),
      )
        .catch(rethrowAsTooMany)
        .catch(rethrowAsNotAuthorized);
      // Ends the browser's previous session, which would otherwise stay open unnoticed.
      await sessions.end(region, readSessionCookies(region, cookies)).catch(() => undefined);
      if ('tokens' in result)
        return sessions.start(region, result.tokens, { ...context, cookies, requestId, proof: 'password' });
      const temporary = result.challengeType === 'setPassword' ? { temporary: await createFingerprint(password) } : {};
      return {
        body: { challenge: result.challengeType },
        cookies: [await challenges.issue(region, { email, ...result.challenge, ...temporary }, now)],
      };
    },

    setPassword: async ({ region, newPassword }, { now, cookies, requestId, ...context }) => {
      const challenge = await challenges.read(region, cookies, now);
      assertPasswordStrength(newPassword, (await users.get(region, challenge.username)) ?? { email: challenge.email });
      // Cognito would accept the temporary password as the permanent one, although it was sent by email.
      if (challenge.temporary !== undefined && (await matchesFingerprint(newPassword, challenge.temporary)))
        throw new AppError('InvalidParameterException', {
          problems: [{ path: 'newPassword', rule: 'passwordUnchanged' }],
        });
      const challengeErrors = [
        'NotAuthorizedException',
        'CodeMismatchException',
        'ExpiredCodeException',
        'UserNotFoundException',
      ];
      const result = await pools
        .setPassword(region, challenge, newPassword)
        .catch(rethrowAsExpired(region, ...challengeErrors))
        .catch(rethrowAsPasswordProblem);
      const sub =
        'tokens' in result ? (await tokens.verify(region, result.tokens.accessToken)).sub : result.challenge.username;
      context.setLogSubject(sub);
      await ownChanges.notePassword({ region, sub, action: 'passwordSet', requestId, now });
      if (!('tokens' in result)) {
        return {
          body: { challenge: 'secondFactor' },
          cookies: [await challenges.issue(region, { email: challenge.email, ...result.challenge }, now)],
        };
      }
      return completeSignIn(region, result.tokens, { ...context, cookies, requestId, proof: 'password' });
    },

    answerCode: async ({ region, code }, { now, cookies, requestId, ...context }) => {
      const challenge = await challenges.read(region, cookies, now);
      const sub = challenge.username;
      context.setLogSubject(sub);
      const issued = await codeAttempt(store, ownChanges, { region, sub, now, requestId }, () =>
        pools.answerCode(region, challenge, code),
      ).catch(rethrowAsExpired(region, 'NotAuthorizedException', 'UserNotFoundException', 'InvalidParameterException'));
      return completeSignIn(region, issued, { ...context, cookies, requestId, proof: 'oneTimeCode' });
    },
  };
};
