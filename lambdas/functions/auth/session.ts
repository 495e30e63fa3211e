import { hasName } from '#lambdas/lib/aws/errors.ts';
import type { CallerRows, TokenVerifier } from '#lambdas/lib/http/caller.ts';
import { toAuthObject, canStaySignedIn } from '#lambdas/lib/http/caller.ts';
import { createClearedSessionCookies, createRefreshCookie, readSessionCookies } from '#lambdas/lib/http/cookies.ts';
import { ErrorWithCookies } from '#lambdas/lib/http/response.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import { isAlive, isRefreshable } from '#lambdas/lib/sessions/sessions.ts';
import { AppError } from '#shared/api/errors.ts';
import type { auth } from '#shared/api/routes/auth.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { UserPools } from './auth-pools.ts';
import type { AuthStore } from './auth-store.ts';
import type { SessionLifecycle } from './session-lifecycle.ts';

type Collaborators = {
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly tokens: Pick<TokenVerifier, 'verify'>;
  readonly readRows: (region: RegionId, sub: string, originJti: string) => Promise<CallerRows>;
  readonly store: Pick<AuthStore, 'recordRefresh'>;
  readonly pools: Pick<UserPools, 'refresh'>;
  readonly sessions: Pick<SessionLifecycle, 'createResponse' | 'identify' | 'end'>;
};

/** Cognito's errors for a refresh token that has expired, was replaced or was issued elsewhere. */
const invalidRefreshTokenErrors = [
  'NotAuthorizedException',
  'RefreshTokenReuseException',
  'UserNotFoundException',
  'InvalidParameterException',
];

export const createSessionHandlers = ({
  regions,
  tokens,
  readRows,
  store,
  pools,
  sessions,
}: Collaborators): Pick<Handlers<typeof auth>, 'session' | 'refreshToken' | 'logout'> => {
  const createExpiredError = (region: RegionId, cause?: unknown) =>
    new ErrorWithCookies('ExpiredToken', createClearedSessionCookies(region), cause);

  return {
    // The request has already read the user and session rows, so this route calls neither DynamoDB nor Cognito.
    session: async ({ region }, { caller }) => ({ body: toAuthObject(caller, regions[region]) }),

    refreshToken: async ({ region }, { now, cookies, setLogSubject }) => {
      const oldTokens = readSessionCookies(region, cookies);
      if (!oldTokens.refreshToken) throw new ErrorWithCookies('MissingCookie', createClearedSessionCookies(region));
      const sessionRef = await sessions.identify(region, oldTokens);
      if (!sessionRef) throw createExpiredError(region);
      setLogSubject(sessionRef.sub);
      const { user, session, maintenanceUntil } = await readRows(region, sessionRef.sub, sessionRef.origin_jti);
      // Calls Cognito for open sessions only, because all regions share its quota.
      if (!session || !isAlive(session, now)) throw createExpiredError(region);
      if (!isRefreshable(session, now) || !canStaySignedIn(user, session)) {
        await sessions.end(region, oldTokens);
        throw createExpiredError(region);
      }
      const newTokens = await pools.refresh(region, oldTokens.refreshToken).catch(async (error: unknown) => {
        if (!hasName(error, ...invalidRefreshTokenErrors)) throw error;
        // The user is disabled or deleted, or an old token, perhaps stolen, was used. If ending the session fails, the next refresh ends it.
        await sessions.end(region, oldTokens);
        throw createExpiredError(region, error);
      });
      try {
        const token = await tokens.verify(region, newTokens.accessToken);
        // A new token must belong to the session that was checked.
        if (token.origin_jti !== sessionRef.origin_jti) throw new AppError('ExpiredToken');
        await store.recordRefresh(session.id, now);
        return await sessions.createResponse(region, user, token, newTokens, session, now, maintenanceUntil);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ExpiredToken') {
          // Cognito has already replaced the token, so the response sets the new one. Without it, the browser would be signed out when the old one's grace period ends.
          throw new ErrorWithCookies(
            error instanceof AppError ? error.code : 'ServiceUnavailable',
            [createRefreshCookie(region, newTokens.refreshToken, oldTokens.session)],
            error,
          );
        }
        await sessions.end(region, newTokens).catch(() => undefined);
        throw createExpiredError(region, error);
      }
    },

    logout: async ({ region }, { cookies }) => {
      await sessions.end(region, readSessionCookies(region, cookies)).catch((cause: unknown) => {
        throw new ErrorWithCookies('ServiceUnavailable', createClearedSessionCookies(region), cause);
      });
      return { body: {}, cookies: createClearedSessionCookies(region) };
    },
  };
};
