import { hasName } from '#lambdas/aws/errors.ts';
import type { Tokens } from '#lambdas/http/cookies.ts';
import { sessionId } from '#lambdas/http/sessions.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Collaborators } from './collaborators.ts';

/** What Cognito says of a token that has nothing to revoke. */
const nothingToRevoke = [
  'NotAuthorizedException',
  'InvalidParameterException',
  'UnsupportedTokenTypeException',
  'UnauthorizedException',
];

/** Ends the session that a browser's tokens belong to, here and in Cognito; an expired access token still names it. */
export const endSession = async (
  the: Pick<Collaborators, 'tokens' | 'store' | 'pools'>,
  region: RegionId,
  { accessToken, refreshToken }: Partial<Tokens>,
): Promise<void> => {
  const token =
    accessToken === undefined ? undefined : await the.tokens.verifyPast(region, accessToken).catch(() => undefined);
  const revoke = async () => {
    if (refreshToken === undefined) return;
    await the.pools.revoke(region, refreshToken).catch((error: unknown) => {
      if (!hasName(error, ...nothingToRevoke)) throw error;
    });
  };
  await Promise.all([token && the.store.end(sessionId(region, token.origin_jti)), revoke()]);
};
