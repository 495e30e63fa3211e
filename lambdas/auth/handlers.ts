import type { RegionSettings } from '#shared/env.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { routes } from '#shared/routes/table.ts';
import { hasName } from '#lambdas/lib/aws-errors.ts';
import type { CallerRows } from '#lambdas/lib/caller-rows.ts';
import { authObjectOf, callerOf, mayStaySignedIn } from '#lambdas/lib/caller.ts';
import type { Tokens } from '#lambdas/lib/cookies.ts';
import { clearedCookies, sessionCookies, tokensOf } from '#lambdas/lib/cookies.ts';
import type { Handlers } from '#lambdas/lib/serve.ts';
import { isRefreshable, newSession, sessionId } from '#lambdas/lib/sessions.ts';
import type { Session } from '#lambdas/lib/sessions.ts';
import { SignedOut } from '#lambdas/lib/signed-out.ts';
import type { AccessToken, TokenVerifier } from '#lambdas/lib/tokens.ts';
import type { User } from '#lambdas/lib/users.ts';
import type { VerifyCaptcha } from './captcha.ts';
import type { UserPools } from './pools.ts';
import { signInError } from './sign-in-error.ts';
import type { AuthStore } from './store.ts';

type Collaborators = {
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly configuredGroups: readonly string[];
  readonly verifyCaptcha: VerifyCaptcha;
  readonly pools: UserPools;
  readonly tokens: TokenVerifier;
  readonly getUser: (region: RegionId, sub: string) => Promise<User | undefined>;
  readonly rows: (region: RegionId, sub: string, originJti: string) => Promise<CallerRows>;
  readonly store: AuthStore;
};

export const authHandlers = (the: Collaborators): Handlers<typeof routes.auth> => {
  const signedIn = (region: RegionId, user: User, token: AccessToken, tokens: Tokens, session: Session, now: Date) => ({
    body: authObjectOf(callerOf(user, the.configuredGroups), token, the.regions[region]),
    cookies: sessionCookies(region, tokens, {
      access: token.exp - now.getTime() / 1000,
      refresh: session.expiresAt - now.getTime() / 1000,
    }),
  });

  return {
    login: async ({ region, email, password, captcha }, { now }) => {
      await the.verifyCaptcha(captcha);
      await the.store.countAttempt(region, email, now);
      const result = await the.pools.signIn(region, email, password).catch((error: unknown) => {
        throw signInError(error);
      });
      if ('challenge' in result) throw new AppError('NotAuthorizedException');
      const token = await the.tokens.verify(region, result.tokens.accessToken);
      const user = await the.getUser(region, token.sub);
      const session = newSession(region, token.origin_jti, token.sub, now);
      if (!mayStaySignedIn(user, session)) throw new AppError('NotAuthorizedException');
      await the.store.begin(session, region, email);
      return signedIn(region, user, token, result.tokens, session, now);
    },

    refreshToken: async ({ region }, { now, cookies }) => {
      const { refreshToken } = tokensOf(region, cookies);
      if (!refreshToken) throw new SignedOut('MissingCookie', clearedCookies(region));
      const refreshed = await the.pools.refresh(region, refreshToken).catch((error: unknown) => {
        if (!hasName(error, 'NotAuthorizedException', 'RefreshTokenReuseException', 'UserNotFoundException')) throw error;
        throw new SignedOut('ExpiredToken', clearedCookies(region), error);
      });
      const token = await the.tokens.verify(region, refreshed.accessToken);
      const { user, session } = await the.rows(region, token.sub, token.origin_jti);
      if (!session || !isRefreshable(session, now) || !mayStaySignedIn(user, session)) {
        await the.pools.revoke(region, refreshed.refreshToken);
        throw new SignedOut('ExpiredToken', clearedCookies(region));
      }
      await the.store.noteRefresh(session.id, now);
      return signedIn(region, user, token, refreshed, session, now);
    },

    logout: async ({ region }, { cookies }) => {
      const { accessToken, refreshToken } = tokensOf(region, cookies);
      const token = accessToken === undefined ? undefined : await the.tokens.verifyPast(region, accessToken).catch(() => undefined);
      await Promise.all([
        token && the.store.end(sessionId(region, token.origin_jti)),
        refreshToken && the.pools.revoke(region, refreshToken).catch((error: unknown) => {
          // A token that is no token of ours has nothing to revoke.
          if (!hasName(error, 'NotAuthorizedException', 'InvalidParameterException', 'UnsupportedTokenTypeException', 'UnauthorizedException')) throw error;
        }),
      ]).catch((cause: unknown) => {
        throw new SignedOut('ServiceUnavailable', clearedCookies(region), cause);
      });
      return { body: {}, cookies: clearedCookies(region) };
    },
  };
};
