import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { CallerRows, TokenVerifier } from '#lambdas/lib/http/caller.ts';
import { createAuthenticate, createTokenVerifier } from '#lambdas/lib/http/caller.ts';
import { createSessionCookies } from '#lambdas/lib/http/cookies.ts';
import type { Session } from '#lambdas/lib/sessions/sessions.ts';
import { createSession } from '#lambdas/lib/sessions/sessions.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion } from '#shared/config/regions.ts';
import { toJwk, signJwt } from '../local-cloud/cognito/tokens.ts';

/** Region, store and groups of the signed-in user in benchmarks and tests. */
export const benchRegion: RegionId = 'nuk';
export const benchStore = { storeId: 'UK-1001', storeName: 'Oxford Street' } as const;
const groupNames = ['admin', 'register-repairs', 'register-returns', 'NUK', 'NDACH', 'NFR'];

/** Region settings as a stage defines them. */
export const benchSettings = createByRegion((id): RegionSettings => ({
  userPoolId: `eu-central-1_${id.padEnd(9, 'X')}`,
  clientId: `client-${id}`,
  returnsAvailable: true,
  returnPeriodDays: 30,
  termsLastUpdated: limits.terms.lastUpdated,
}));

/** Signed-in user: access token and cookies, and the rows that the functions read. */
export type SignedInUser = {
  /** Verifies the access token. */
  readonly tokenVerifier: Pick<TokenVerifier, 'verify'>;
  readonly accessToken: string;
  /** Cookies as the browser sends them. */
  readonly cookies: string[];
  readonly user: User;
  readonly session: Session;
};

/**
 * Signs a user in as Cognito would, with a 2,048-bit key and a token of the same form. The key set is cached, as in a
 * warm function.
 */
export const createSignedInUser = (
  now: Date,
  role: 'admin' | 'register-repairs' | 'register-returns' = 'register-repairs',
): SignedInUser => {
  const groups = [role, 'NUK'];
  const sub = randomUUID();
  const originJti = randomUUID();
  const { privateKey: pem } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { format: 'pem', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  });
  const key = { kid: 'key-1', pem };
  const jwksCache = new SimpleJwksCache({
    fetcher: { fetch: async () => new TextEncoder().encode(JSON.stringify({ keys: [toJwk(key)] })).buffer },
  });

  const tokenVerifier: Pick<TokenVerifier, 'verify'> = createTokenVerifier(benchSettings, jwksCache);
  const issuedAt = Math.floor(now.getTime() / 1000);
  const pool = benchSettings[benchRegion];
  const claims = {
    sub,
    'cognito:groups': groups,
    iss: `https://cognito-idp.eu-central-1.amazonaws.com/${pool.userPoolId}`,
    version: 2,
    client_id: pool.clientId,
    origin_jti: originJti,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    auth_time: issuedAt,
    exp: issuedAt + 24 * 3600,
    iat: issuedAt,
    jti: randomUUID(),
    username: sub,
  };
  const accessToken = signJwt(key, claims);
  const [accessCookie = ''] = createSessionCookies(benchRegion, { accessToken, refreshToken: '' }, 3600);

  return {
    tokenVerifier,
    accessToken,
    cookies: [accessCookie.slice(0, accessCookie.indexOf(';'))],
    user: buildStoredUser({
      region: benchRegion,
      sub,
      email: 'repairs@nuk.example',
      ...benchStore,
      groups,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }),
    session: createSession(benchRegion, originJti, sub, now),
  };
};

/** Dependencies of every API function (lambdas/lib/http/feature-handler.ts), without logs and with a fixed secret. */
export const buildApiDependencies = (
  tokenVerifier: SignedInUser['tokenVerifier'],
  readRows: (region: RegionId, sub: string, originJti: string) => Promise<CallerRows>,
) => ({
  originSecrets: async () => ['from-our-cloudfront'],
  settings: benchSettings,
  authenticate: createAuthenticate({
    tokens: tokenVerifier,
    readRows,
    configuredGroups: groupNames,
    adminsNeedSecondFactor: false,
  }),
  now: () => new Date(),
  log: () => {},
});
