import { createHash, createPublicKey, generateKeyPair, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { notAuthorized, userDisabled, userNotFound } from './operation.ts';
import type { Client, TokenFamily, Pool, SigningKey, User, CognitoState } from './state.ts';

export const createSigningKey = async (): Promise<SigningKey> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { kid: randomUUID(), pem: String(privateKey.export({ format: 'pem', type: 'pkcs8' })) };
};

export const toJwk = ({ kid, pem }: SigningKey) => ({
  ...createPublicKey(pem).export({ format: 'jwk' }),
  alg: 'RS256',
  kid,
  use: 'sig',
});

const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const signJwt = ({ kid, pem }: SigningKey, claims: object) => {
  const content = `${encodeJson({ kid, alg: 'RS256' })}.${encodeJson(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), pem).toString('base64url')}`;
};

const hasSignature = ({ pem }: SigningKey, token: string) => {
  const [header, payload, signature = ''] = token.split('.');
  const content = Buffer.from(`${header}.${payload}`);
  return verify('RSA-SHA256', content, createPublicKey(pem), Buffer.from(signature, 'base64url'));
};

const toEpochSeconds = (date: string | Date) => Math.floor(new Date(date).getTime() / 1000);

/** Refresh tokens are stored as hashes only. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

const toIssuer = (state: CognitoState, pool: Pool) => `https://cognito-idp.${state.region}.amazonaws.com/${pool.id}`;

/** Converts the user's attributes to claims: verified flags are booleans, all others strings. */
const toProfileClaims = (user: User) => {
  const { sub: _, ...attributes } = user.attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, name.endsWith('_verified') ? value === 'true' : value]),
  );
};

/** Issues an access and an ID token with the user's current groups; `ExpiresIn` in seconds. */
export const issueTokens = (state: CognitoState, pool: Pool, client: Client, user: User, family: TokenFamily) => {
  const now = state.now();
  const accessSeconds = client.settings.AccessTokenValidity * 60;
  const commonClaims = {
    sub: user.attributes.sub,
    ...(user.groups.length ? { 'cognito:groups': user.groups } : {}),
    iss: toIssuer(state, pool),
    origin_jti: family.jti,
    event_id: randomUUID(),
    auth_time: toEpochSeconds(family.signedInAt),
    iat: toEpochSeconds(now),
  };
  return {
    AccessToken: signJwt(pool.keys.access, {
      ...commonClaims,
      client_id: client.id,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      exp: toEpochSeconds(now) + accessSeconds,
      jti: randomUUID(),
      username: user.username,
    }),
    IdToken: signJwt(pool.keys.id, {
      ...toProfileClaims(user),
      ...commonClaims,
      'cognito:username': user.username,
      aud: client.id,
      token_use: 'id',
      exp: toEpochSeconds(now) + client.settings.IdTokenValidity * 60,
      jti: randomUUID(),
    }),
    ExpiresIn: accessSeconds,
    TokenType: 'Bearer',
  };
};

/** Opaque token with as many parts and about as long (1,790 characters) as AWS's encrypted token. */
const createRefreshToken = () => {
  const createPart = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
  const header = Buffer.from('{"cty":"JWT","enc":"A256GCM","alg":"RSA-OAEP"}').toString('base64url');
  return [header, createPart(342), createPart(16), createPart(1340), createPart(22)].join('.');
};

/** Issues another refresh token of a sign-in; it expires with the first one. */
export const addRefreshToken = (pool: Pool, family: TokenFamily): string => {
  const token = createRefreshToken();
  const hash = hashToken(token);
  family.refreshTokens.push({ hash });
  pool.originsByToken.set(hash, family);
  return token;
};

export const signIn = (state: CognitoState, pool: Pool, client: Client, user: User) => {
  const now = state.now();
  const family: TokenFamily = {
    jti: randomUUID(),
    username: user.username,
    clientId: client.id,
    signedInAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + client.settings.RefreshTokenValidity * 60_000).toISOString(),
    revoked: false,
    refreshTokens: [],
  };
  pool.origins.set(family.jti, family);
  const RefreshToken = addRefreshToken(pool, family);
  state.scheduleSave();
  return { ...issueTokens(state, pool, client, user, family), RefreshToken };
};

export const findTokenFamilies = (pool: Pool, user: User) =>
  [...pool.origins.values()].filter((family) => family.username === user.username);

const decodeClaims = (token: string): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return {};
  }
};

/** Returns the user of an access token. Throws NotAuthorizedException, or UserNotFoundException for a deleted user. */
export const requireTokenUser = (state: CognitoState, token: string): { pool: Pool; user: User } => {
  const claims = decodeClaims(token);
  const pool = [...state.pools.values()].find((candidate) => toIssuer(state, candidate) === claims.iss);
  if (!pool || claims.token_use !== 'access' || !hasSignature(pool.keys.access, token))
    throw notAuthorized('Invalid Access Token');
  if (Number(claims.exp) * 1000 <= state.now().getTime()) throw notAuthorized('Access Token has expired');
  const user = pool.users.get(String(claims.username));
  if (!user) throw userNotFound();
  if (!user.enabled) throw userDisabled();
  const family = pool.origins.get(String(claims.origin_jti));
  const accessVoidUntil = family?.accessVoidUntil;
  const isVoid = accessVoidUntil !== undefined && Number(claims.iat) * 1000 <= Date.parse(accessVoidUntil);
  if (family?.revoked || isVoid) throw notAuthorized('Access Token has been revoked');
  return { pool, user };
};
