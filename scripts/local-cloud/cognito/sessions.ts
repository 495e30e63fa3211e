import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import {
  requireUserAndPool,
  notAuthorized,
  UserInput,
  defineOperation,
  requireClientAndPool,
  userDisabled,
} from './operation.ts';
import { checkSecret } from './secret-hash.ts';
import type { Client, TokenFamily, Pool, CognitoState } from './state.ts';
import { addRefreshToken, issueTokens, findTokenFamilies, hashToken } from './tokens.ts';

type RefreshToken = TokenFamily['refreshTokens'][number];

const assertNotReused = (state: CognitoState, client: Client, token: RefreshToken) => {
  if (token.replacedAt === undefined) return;
  const gracePeriodMs = client.settings.RefreshTokenRotation.RetryGracePeriodSeconds * 1000;
  if (state.now().getTime() < Date.parse(token.replacedAt) + gracePeriodMs) return;
  throw new ServiceError('RefreshTokenReuseException', 'Refresh token has been invalidated by rotation.');
};

/** Returns the AuthenticationResult of a refresh. Throws NotAuthorizedException or RefreshTokenReuseException. */
const refreshTokens = (state: CognitoState, pool: Pool, client: Client, refreshToken: string) => {
  const hash = hashToken(refreshToken);
  const family = pool.originsByToken.get(hash);
  const token = family?.refreshTokens.find((candidate) => candidate.hash === hash);
  const user = family && pool.users.get(family.username);
  if (!family || !token || !user || family.clientId !== client.id) throw notAuthorized('Invalid Refresh Token');
  if (family.revoked) throw notAuthorized('Refresh Token has been revoked');
  if (state.now().toISOString() >= family.expiresAt) throw notAuthorized('Refresh Token has expired');
  assertNotReused(state, client, token);
  if (!user.enabled) throw userDisabled();
  const tokens = issueTokens(state, pool, client, user, family);
  // A retry within the grace period gets a new token but doesn't extend the grace period.
  token.replacedAt ??= state.now().toISOString();
  const RefreshToken = addRefreshToken(pool, family);
  state.scheduleSave();
  return { ...tokens, RefreshToken };
};

export const sessionOperations = {
  GetTokensFromRefreshToken: defineOperation(
    z.strictObject({
      RefreshToken: z.string(),
      ClientId: z.string(),
      ClientSecret: z.optional(z.string()),
    }),
    (state, { RefreshToken, ClientId, ClientSecret }) => {
      const { pool, client } = requireClientAndPool(state, ClientId);
      checkSecret(client, ClientSecret, 'NotAuthorizedException');
      return { AuthenticationResult: refreshTokens(state, pool, client, RefreshToken) };
    },
  ),

  /**
   * Revokes the refresh tokens of one sign-in and the access tokens issued with them. An unknown token is not an
   * error.
   */
  RevokeToken: defineOperation(
    z.strictObject({ Token: z.string(), ClientId: z.string(), ClientSecret: z.optional(z.string()) }),
    (state, { Token, ClientId, ClientSecret }) => {
      const { pool, client } = requireClientAndPool(state, ClientId);
      checkSecret(client, ClientSecret, 'UnauthorizedException');
      // An access or ID token has three parts, a refresh token five.
      if (Token.split('.').length === 3)
        throw new ServiceError('UnsupportedTokenTypeException', 'Unsupported token type');
      const family = pool.originsByToken.get(hashToken(Token));
      if (!family) return {};
      family.revoked = true;
      state.scheduleSave();
      return {};
    },
  ),

  AdminUserGlobalSignOut: defineOperation(UserInput, (state, input) => {
    const { pool, user } = requireUserAndPool(state, input);
    for (const family of findTokenFamilies(pool, user)) family.revoked = true;
    state.scheduleSave();
    return {};
  }),
};
