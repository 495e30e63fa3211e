import { createHash } from 'node:crypto';
import { validities } from './client-settings.ts';
import { newRefreshToken, newUuid } from './ids.ts';
import { signJwt } from './signing-keys.ts';
import type { Client, Origin, Pool, User, World } from './state.ts';

const seconds = (at: string | Date) => Math.floor(new Date(at).getTime() / 1000);
const later = (at: Date, by: number) => new Date(at.getTime() + by * 1000);

/** Refresh tokens are kept as hashes only. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url');

export const issuer = (world: World, pool: Pool) => `https://cognito-idp.${world.region}.amazonaws.com/${pool.id}`;

/** The user as a claim: verified flags are booleans, everything else text. */
const profile = (user: User) => {
  const { sub: _, ...attributes } = user.attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, name.endsWith('_verified') ? value === 'true' : value]),
  );
};

/** Access and id token with the groups of this moment; `ExpiresIn` in seconds. */
export const newTokens = (world: World, pool: Pool, client: Client, user: User, origin: Origin) => {
  const now = world.now();
  const { access, id } = validities(client.settings);
  const common = {
    sub: user.attributes.sub,
    ...(user.groups.length ? { 'cognito:groups': user.groups } : {}),
    iss: issuer(world, pool),
    origin_jti: origin.jti,
    event_id: newUuid(),
    auth_time: seconds(origin.signedInAt),
    iat: seconds(now),
  };
  return {
    AccessToken: signJwt(pool.keys.access, {
      ...common,
      client_id: client.id,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      exp: seconds(now) + access,
      jti: newUuid(),
      username: user.username,
    }),
    IdToken: signJwt(pool.keys.id, {
      ...profile(user),
      ...common,
      'cognito:username': user.username,
      aud: client.id,
      token_use: 'id',
      exp: seconds(now) + id,
      jti: newUuid(),
    }),
    ExpiresIn: access,
    TokenType: 'Bearer',
  };
};

/** One more refresh token of this sign-in; it never outlives the first one. */
export const addRefreshToken = (pool: Pool, origin: Origin): string => {
  const token = newRefreshToken();
  const hash = tokenHash(token);
  origin.refreshTokens.push({ hash });
  pool.originsByToken.set(hash, origin);
  return token;
};

/** The AuthenticationResult of a sign-in. */
export const signIn = (world: World, pool: Pool, client: Client, user: User) => {
  const now = world.now();
  const origin: Origin = {
    jti: newUuid(),
    username: user.username,
    clientId: client.id,
    signedInAt: now.toISOString(),
    expiresAt: later(now, validities(client.settings).refresh).toISOString(),
    revoked: false,
    refreshTokens: [],
  };
  pool.origins.set(origin.jti, origin);
  const RefreshToken = addRefreshToken(pool, origin);
  world.changed();
  return { ...newTokens(world, pool, client, user, origin), RefreshToken };
};

export const originsOf = (pool: Pool, user: User) =>
  [...pool.origins.values()].filter((origin) => origin.username === user.username);

/** Ends every sign-in of the user: access and refresh tokens. */
export const signOutEverywhere = (world: World, pool: Pool, user: User) => {
  for (const origin of originsOf(pool, user)) origin.revoked = true;
  world.changed();
};
