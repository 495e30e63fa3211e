import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { signJwt } from './signing-keys.ts';
import type { Client, Origin, Pool, User, World } from './state.ts';

const seconds = (at: string | Date) => Math.floor(new Date(at).getTime() / 1000);

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
  const [access, id] = [client.settings.AccessTokenValidity * 60, client.settings.IdTokenValidity * 60];
  const common = {
    sub: user.attributes.sub,
    ...(user.groups.length ? { 'cognito:groups': user.groups } : {}),
    iss: issuer(world, pool),
    origin_jti: origin.jti,
    event_id: randomUUID(),
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
      jti: randomUUID(),
      username: user.username,
    }),
    IdToken: signJwt(pool.keys.id, {
      ...profile(user),
      ...common,
      'cognito:username': user.username,
      aud: client.id,
      token_use: 'id',
      exp: seconds(now) + id,
      jti: randomUUID(),
    }),
    ExpiresIn: access,
    TokenType: 'Bearer',
  };
};

/** Opaque, with the parts and the size (about 1,790 characters) of the encrypted token that AWS hands out. */
const newRefreshToken = () => {
  const part = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
  const header = Buffer.from('{"cty":"JWT","enc":"A256GCM","alg":"RSA-OAEP"}').toString('base64url');
  return [header, part(342), part(16), part(1340), part(22)].join('.');
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
    jti: randomUUID(),
    username: user.username,
    clientId: client.id,
    signedInAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + client.settings.RefreshTokenValidity * 60_000).toISOString(),
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
