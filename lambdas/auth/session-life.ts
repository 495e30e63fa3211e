import { hasName } from '#lambdas/aws/errors.ts';
import type { User, UsersStore } from '#lambdas/directory/users.ts';
import { authObjectOf, callerOf, mayStaySignedIn } from '#lambdas/http/caller.ts';
import type { CallerRows } from '#lambdas/http/caller.ts';
import type { Tokens } from '#lambdas/http/cookies.ts';
import { sessionCookies } from '#lambdas/http/cookies.ts';
import type { Session } from '#lambdas/http/sessions.ts';
import { newSession, sessionId } from '#lambdas/http/sessions.ts';
import type { AccessToken, TokenVerifier } from '#lambdas/http/tokens.ts';
import type { RegionSettings } from '#shared/env.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { VerifyCaptcha } from './captcha.ts';
import type { UserPools } from './pools.ts';
import type { AuthStore } from './store.ts';

/** All that the auth handlers work with. */
export type Collaborators = {
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly configuredGroups: readonly string[];
  readonly verifyCaptcha: VerifyCaptcha;
  readonly pools: UserPools;
  readonly tokens: TokenVerifier;
  readonly users: UsersStore;
  readonly rows: (region: RegionId, sub: string, originJti: string) => Promise<CallerRows>;
  readonly store: AuthStore;
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
};

/** What Cognito says of a token that has nothing to revoke. */
const nothingToRevoke = [
  'NotAuthorizedException',
  'InvalidParameterException',
  'UnsupportedTokenTypeException',
  'UnauthorizedException',
];

type Parts = Pick<Collaborators, 'configuredGroups' | 'regions' | 'tokens' | 'users' | 'store' | 'pools' | 'now'>;

/** How a session begins and ends: what signing in, refreshing and new passwords have in common. */
export const sessionLife = ({ configuredGroups, regions, tokens, users, store, pools, now }: Parts) => {
  /** The answer to whoever is signed in: the auth object, and the cookies for what is left of the session. */
  const answer = (region: RegionId, user: User, token: AccessToken, issued: Tokens, session: Session, at: Date) => ({
    body: authObjectOf(callerOf(user, token, configuredGroups), regions[region]),
    cookies: sessionCookies(region, issued, session.expiresAt - at.getTime() / 1000),
  });

  return {
    answer,

    /** Begins a session with fresh tokens. Throws NotAuthorizedException for whoever the directory does not let in. */
    begin: async (region: RegionId, email: string, issued: Tokens) => {
      const token = await tokens.verify(region, issued.accessToken);
      const user = await users.get(region, token.sub);
      const at = now();
      const session = newSession(region, token.origin_jti, token.sub, at);
      if (!mayStaySignedIn(user, session)) throw new AppError('NotAuthorizedException');
      await store.begin(session, region, email);
      return answer(region, user, token, issued, session, at);
    },

    /** Ends the session that a browser's tokens belong to, here and in Cognito; an expired access token still names it. */
    end: async (region: RegionId, { accessToken, refreshToken }: Partial<Tokens>): Promise<void> => {
      const token =
        accessToken === undefined ? undefined : await tokens.verifyPast(region, accessToken).catch(() => undefined);
      const revoke = async () => {
        if (refreshToken === undefined) return;
        await pools.revoke(region, refreshToken).catch((error: unknown) => {
          if (!hasName(error, ...nothingToRevoke)) throw error;
        });
      };
      await Promise.all([token && store.end(sessionId(region, token.origin_jti)), revoke()]);
    },
  };
};

export type SessionLife = ReturnType<typeof sessionLife>;
