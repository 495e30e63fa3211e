import { hasName } from '#lambdas/aws/errors.ts';
import { ErrorWithCookies } from '#lambdas/http/answer.ts';
import { challengeOf, challengeSetCookie, clearedChallenge, tokensOf } from '#lambdas/http/cookies.ts';
import { beginSession } from './begin-session.ts';
import type { AuthHandlers, Collaborators } from './collaborators.ts';
import { endSession } from './end-session.ts';
import { passwordError } from './password-error.ts';
import { signInError } from './sign-in-error.ts';

/** Ways in: with a password, and with the password that somebody invited chooses at the first sign-in. */
export const signInHandlers = (the: Collaborators): Pick<AuthHandlers, 'login' | 'setPassword'> => ({
  login: async ({ region, email, password, captcha }, { now, site, cookies }) => {
    await the.verifyCaptcha(captcha, new URL(site).hostname);
    await the.store.countAttempt('sign-in', region, email, now);
    const result = await the.pools.signIn(region, email, password).catch((error: unknown) => {
      throw signInError(error);
    });
    // Who signs in anew leaves the session before behind: it must not live on unseen.
    await endSession(the, region, tokensOf(region, cookies)).catch(() => undefined);
    if ('tokens' in result) return beginSession(the, region, email, result.tokens);
    return {
      body: { challenge: 'setPassword' },
      cookies: [challengeSetCookie(region, { email, ...result.challenge })],
    };
  },

  setPassword: async ({ region, newPassword }, { now, cookies }) => {
    const challenge = challengeOf(region, cookies);
    if (!challenge) throw new ErrorWithCookies('MissingCookie', [clearedChallenge(region)]);
    const tokens = await the.pools.setPassword(region, challenge, newPassword).catch((error: unknown) => {
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
    const { sub } = await the.tokens.verify(region, tokens.accessToken);
    await the.users.notePassword(region, sub, now);
    const { body, cookies: sessionCookies } = await beginSession(the, region, challenge.email, tokens);
    return { body, cookies: [...sessionCookies, clearedChallenge(region)] };
  },
});
