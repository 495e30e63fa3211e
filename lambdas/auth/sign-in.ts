import { hasName } from '#lambdas/aws/errors.ts';
import { ErrorWithCookies } from '#lambdas/http/answer.ts';
import { challengeOf, challengeSetCookie, clearedChallenge, tokensOf } from '#lambdas/http/cookies.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import type { auth } from '#shared/routes/auth.ts';
import { passwordError } from './passwords.ts';
import type { Collaborators, SessionLife } from './session-life.ts';

/**
 * What a signed-out visitor may learn of a failed sign-in: that it failed, or that there were too many.
 * Unknown, disabled and invited addresses and wrong passwords all answer the same.
 */
const signInError = (error: unknown): unknown => {
  if (hasName(error, 'NotAuthorizedException') && error.message.startsWith('Password attempts exceeded')) {
    return new AppError('LimitExceededException', { cause: error });
  }
  if (
    hasName(
      error,
      'NotAuthorizedException',
      'UserNotFoundException',
      'UserNotConfirmedException',
      'PasswordResetRequiredException',
      'InvalidParameterException',
    )
  ) {
    return new AppError('NotAuthorizedException', { cause: error });
  }
  return error;
};

type Parts = Pick<Collaborators, 'verifyCaptcha' | 'store' | 'pools' | 'tokens' | 'users'> & {
  readonly sessions: SessionLife;
};

/** Signing in with a password, and choosing one at the first sign-in after an invitation. */
export const signInHandlers = ({
  verifyCaptcha,
  store,
  pools,
  tokens,
  users,
  sessions,
}: Parts): Pick<Handlers<typeof auth>, 'login' | 'setPassword'> => ({
  login: async ({ region, email, password, captcha }, { now, site, cookies }) => {
    await verifyCaptcha(captcha, new URL(site).hostname);
    await store.countAttempt('sign-in', region, email, now);
    const result = await pools.signIn(region, email, password).catch((error: unknown) => {
      throw signInError(error);
    });
    // Who signs in anew leaves the session before behind: it must not live on unseen.
    await sessions.end(region, tokensOf(region, cookies)).catch(() => undefined);
    if ('tokens' in result) return sessions.begin(region, email, result.tokens);
    return {
      body: { challenge: 'setPassword' },
      cookies: [challengeSetCookie(region, { email, ...result.challenge })],
    };
  },

  setPassword: async ({ region, newPassword }, { now, cookies }) => {
    const challenge = challengeOf(region, cookies);
    if (!challenge) throw new ErrorWithCookies('MissingCookie', [clearedChallenge(region)]);
    const issued = await pools.setPassword(region, challenge, newPassword).catch((error: unknown) => {
      // The challenge is over, used, or none of ours: back to signing in with the temporary password.
      if (
        hasName(
          error,
          'NotAuthorizedException',
          'CodeMismatchException',
          'ExpiredCodeException',
          'UserNotFoundException',
        )
      ) {
        throw new ErrorWithCookies('ExpiredToken', [clearedChallenge(region)], error);
      }
      throw passwordError(error);
    });
    const { sub } = await tokens.verify(region, issued.accessToken);
    await users.notePassword(region, sub, now);
    const { body, cookies: sessionCookies } = await sessions.begin(region, challenge.email, issued);
    return { body, cookies: [...sessionCookies, clearedChallenge(region)] };
  },
});
