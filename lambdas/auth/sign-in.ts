import { hasName, orAs } from '#lambdas/aws/errors.ts';
import { ErrorWithCookies } from '#lambdas/http/answer.ts';
import { clearedChallenge, fingerprintOf, isFingerprintOf, tokensOf } from '#lambdas/http/cookies.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import { attempt, codeAttempt } from './attempt.ts';
import { orWrongPassword, refuseEasy } from './passwords.ts';
import type { AuthHandlers } from './session-life.ts';

const orTooMany = (error: unknown): never => {
  throw hasName(error, 'NotAuthorizedException') && error.message.startsWith('Password attempts exceeded')
    ? new AppError('LimitExceededException', { cause: error })
    : error;
};

/** A stranger may learn that it failed, or that there were too many: unknown addresses and wrong passwords are alike. */
const orRefused = orAs(
  'NotAuthorizedException',
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'InvalidParameterException',
);

/** What Cognito says of a challenge that is over, or used: back to signing in. */
const orOver =
  (region: RegionId, ...names: string[]) =>
  (error: unknown): never => {
    throw hasName(error, ...names) ? new ErrorWithCookies('ExpiredToken', [clearedChallenge(region)], error) : error;
  };

export const signInHandlers: AuthHandlers<'login' | 'setPassword' | 'answerCode'> = (parts) => {
  const { verifyCaptcha, store, devices, challenges, pools, tokens, users, ownChanges, sessions } = parts;

  const complete: typeof sessions.begin = async (region, ...issued) => {
    const { body, cookies } = await sessions.begin(region, ...issued);
    return { body, cookies: [...cookies, clearedChallenge(region)] };
  };

  return {
    login: async ({ region, email, password, captcha }, { now, site, cookies, requestId, ...circumstances }) => {
      await verifyCaptcha(captcha, site);
      const name = await devices.rateLimitKey(region, email, cookies);
      const result = await attempt(store, { kind: 'sign-in', region, name, now }, () =>
        pools.signIn(region, email, password),
      )
        .catch(orTooMany)
        .catch(orRefused);
      // Signing in again ends the browser's previous session: it must not live on unseen.
      await sessions.end(region, tokensOf(region, cookies)).catch(() => undefined);
      if ('tokens' in result)
        return sessions.begin(region, result.tokens, { ...circumstances, cookies, requestId, proof: 'password' });
      const temporary = result.asks === 'setPassword' ? { temporary: await fingerprintOf(password) } : {};
      return {
        body: { challenge: result.asks },
        cookies: [await challenges.keep(region, { email, ...result.challenge, ...temporary }, now)],
      };
    },

    setPassword: async ({ region, newPassword }, { now, cookies, requestId, ...circumstances }) => {
      const challenge = await challenges.kept(region, cookies, now);
      refuseEasy(newPassword, (await users.get(region, challenge.username)) ?? { email: challenge.email });
      // Cognito would take it, and what stands in an email would be the password for good.
      if (challenge.temporary !== undefined && (await isFingerprintOf(newPassword, challenge.temporary)))
        throw new AppError('InvalidParameterException', {
          problems: [{ path: 'newPassword', rule: 'passwordUnchanged' }],
        });
      const refusals = [
        'NotAuthorizedException',
        'CodeMismatchException',
        'ExpiredCodeException',
        'UserNotFoundException',
      ];
      const result = await pools
        .setPassword(region, challenge, newPassword)
        .catch(orOver(region, ...refusals))
        .catch(orWrongPassword);
      const sub =
        'tokens' in result ? (await tokens.verify(region, result.tokens.accessToken)).sub : result.challenge.username;
      circumstances.setLogSubject(sub);
      await ownChanges.notePassword({ region, sub, action: 'passwordSet', requestId, now });
      if (!('tokens' in result)) {
        return {
          body: { challenge: 'secondFactor' },
          cookies: [await challenges.keep(region, { email: challenge.email, ...result.challenge }, now)],
        };
      }
      return complete(region, result.tokens, { ...circumstances, cookies, requestId, proof: 'password' });
    },

    answerCode: async ({ region, code }, { now, cookies, requestId, ...circumstances }) => {
      const challenge = await challenges.kept(region, cookies, now);
      const name = challenge.username;
      circumstances.setLogSubject(name);
      const issued = await codeAttempt(store, ownChanges, { region, sub: name, now, requestId }, () =>
        pools.answerCode(region, challenge, code),
      ).catch(orOver(region, 'NotAuthorizedException', 'UserNotFoundException', 'InvalidParameterException'));
      return complete(region, issued, { ...circumstances, cookies, requestId, proof: 'oneTimeCode' });
    },
  };
};
