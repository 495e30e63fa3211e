import { hasName } from '#lambdas/aws/errors.ts';
import { isAlive, isRefreshable } from '#lambdas/directory/sessions.ts';
import { ErrorWithCookies } from '#lambdas/http/answer.ts';
import { authObjectOf, mayStaySignedIn } from '#lambdas/http/caller.ts';
import { clearedCookies, renewedRefreshCookie, tokensOf } from '#lambdas/http/cookies.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AuthHandlers } from './session-life.ts';

/** What Cognito says of a refresh token that is over, replaced, or none of ours. */
const refusals = [
  'NotAuthorizedException',
  'RefreshTokenReuseException',
  'UserNotFoundException',
  'InvalidParameterException',
];

export const sessionHandlers: AuthHandlers<'session' | 'refreshToken' | 'logout'> = (parts) => {
  const { regions, tokens, rows, store, pools, sessions } = parts;
  const over = (region: RegionId, cause?: unknown) =>
    new ErrorWithCookies('ExpiredToken', clearedCookies(region), cause);

  return {
    // The caller's two rows have been read: there is nothing left to ask, least of all of Cognito.
    session: async ({ region }, { caller }) => ({ body: authObjectOf(caller, regions[region]) }),

    refreshToken: async ({ region }, { now, cookies, setLogSubject }) => {
      const before = tokensOf(region, cookies);
      if (!before.refreshToken) throw new ErrorWithCookies('MissingCookie', clearedCookies(region));
      const named = await sessions.named(region, before);
      if (!named) throw over(region);
      setLogSubject(named.sub);
      const { user, session } = await rows(region, named.sub, named.origin_jti);
      // Cognito hears of tokens of a session that lives, and of no others: its quota is all regions'.
      if (!session || !isAlive(session, now)) throw over(region);
      if (!isRefreshable(session, now) || !mayStaySignedIn(user, session)) {
        await sessions.end(region, before);
        throw over(region);
      }
      const refreshed = await pools.refresh(region, before.refreshToken).catch(async (error: unknown) => {
        if (!hasName(error, ...refusals)) throw error;
        // Disabled, deleted, or an old token, perhaps stolen: the session ends. Where that fails the next attempt ends it.
        await sessions.end(region, before);
        throw over(region, error);
      });
      try {
        const token = await tokens.verify(region, refreshed.accessToken);
        // Of another session than was looked at.
        if (token.origin_jti !== named.origin_jti) throw new AppError('ExpiredToken');
        await store.noteRefresh(session.id, now);
        return await sessions.answer(region, user, token, refreshed, session, now);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ExpiredToken') {
          // Cognito has replaced the token already: lose the new one, and the browser is signed out once the old one's grace is over.
          throw new ErrorWithCookies(
            error instanceof AppError ? error.code : 'ServiceUnavailable',
            [renewedRefreshCookie(region, refreshed.refreshToken, before.session)],
            error,
          );
        }
        await sessions.end(region, refreshed).catch(() => undefined);
        throw over(region, error);
      }
    },

    logout: async ({ region }, { cookies }) => {
      await sessions.end(region, tokensOf(region, cookies)).catch((cause: unknown) => {
        throw new ErrorWithCookies('ServiceUnavailable', clearedCookies(region), cause);
      });
      return { body: {}, cookies: clearedCookies(region) };
    },
  };
};
