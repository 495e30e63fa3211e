import type { User } from '#lambdas/directory/users.ts';
import { authObjectOf, callerOf, mayStaySignedIn } from '#lambdas/http/caller.ts';
import type { Tokens } from '#lambdas/http/cookies.ts';
import { sessionCookies } from '#lambdas/http/cookies.ts';
import { newSession } from '#lambdas/http/sessions.ts';
import type { Session } from '#lambdas/http/sessions.ts';
import type { AccessToken } from '#lambdas/http/tokens.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Collaborators } from './collaborators.ts';

type The = Pick<Collaborators, 'configuredGroups' | 'regions' | 'tokens' | 'users' | 'store' | 'now'>;

/** The answer to whoever is signed in now: the auth object, and the cookies. */
export const signedIn = (
  the: Pick<The, 'configuredGroups' | 'regions'>,
  region: RegionId,
  user: User,
  token: AccessToken,
  tokens: Tokens,
  session: Session,
  now: Date,
) => ({
  body: authObjectOf(callerOf(user, the.configuredGroups), token, the.regions[region]),
  cookies: sessionCookies(region, tokens, session.expiresAt - now.getTime() / 1000),
});

/** Begins a session with fresh tokens. Throws NotAuthorizedException for whoever the directory does not let in. */
export const beginSession = async (the: The, region: RegionId, email: string, tokens: Tokens) => {
  const token = await the.tokens.verify(region, tokens.accessToken);
  const user = await the.users.get(region, token.sub);
  const now = the.now();
  const session = newSession(region, token.origin_jti, token.sub, now);
  if (!mayStaySignedIn(user, session)) throw new AppError('NotAuthorizedException');
  await the.store.begin(session, region, email);
  return signedIn(the, region, user, token, tokens, session, now);
};
