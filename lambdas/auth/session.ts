import { hasName } from '#lambdas/aws/errors.ts';
import { isAlive, isRefreshable } from '#lambdas/directory/session-row.ts';
import { ErrorWithCookies } from '#lambdas/http/answer.ts';
import { authObjectOf, mayStaySignedIn } from '#lambdas/http/caller.ts';
import { clearedCookies, renewedRefreshCookie, tokensOf } from '#lambdas/http/cookies.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { auth } from '#shared/routes/auth.ts';
import type { Collaborators, SessionLife } from './session-life.ts';

type Parts = Pick<Collaborators, 'regions' | 'tokens' | 'rows' | 'store' | 'pools'> & {
  readonly sessions: SessionLife;
};

/** What Cognito says of a refresh token that is over, replaced, or none of ours. */
const refusals = [
  'NotAuthorizedException',
  'RefreshTokenReuseException',
  'UserNotFoundException',
  'InvalidParameterException',
];

/** A session's life: asked for, renewed, and ended. */
export const sessionHandlers = ({
  regions,
  tokens,
  rows,
  store,
  pools,
  sessions,
}: Parts): Pick<Handlers<typeof auth>, 'session' | 'refreshToken' | 'logout'> => {
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
        // The user was disabled or deleted, or the token was replaced long ago and may be stolen: the session ends on all devices that
        // hold it. Where that fails the cookies stay, and the next attempt ends it.
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
