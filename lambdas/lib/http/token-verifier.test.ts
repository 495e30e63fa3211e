import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { FetchError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { createTokenVerifier } from './caller.ts';

const createKey = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
};
const nukKey = createKey('nuk-key');
const nfrKey = createKey('nfr-key');
const toPoolId = (region: string) => `eu-central-1_${region.padEnd(9, 'X')}`;
const pools = {
  nuk: { userPoolId: toPoolId('nuk'), clientId: 'client-nuk' },
  ndach: { userPoolId: toPoolId('ndach'), clientId: 'client-ndach' },
  nfr: { userPoolId: toPoolId('nfr'), clientId: 'client-nfr' },
};
const toIssuer = (region: string) => `https://cognito-idp.eu-central-1.amazonaws.com/${toPoolId(region)}`;

const jwksCache = new SimpleJwksCache({
  fetcher: {
    fetch: async (uri: string) =>
      new TextEncoder().encode(JSON.stringify({ keys: [uri.includes(toPoolId('nuk')) ? nukKey.jwk : nfrKey.jwk] }))
        .buffer,
  },
});
const { verify, verifyEvenIfExpired } = createTokenVerifier(pools, jwksCache);

const nowSeconds = Math.floor(Date.now() / 1000);
const claims = {
  sub: 'sub-1',
  iss: toIssuer('nuk'),
  client_id: 'client-nuk',
  origin_jti: 'jti-1',
  token_use: 'access',
  scope: 'aws.cognito.signin.user.admin',
  auth_time: nowSeconds - 60,
  iat: nowSeconds - 60,
  exp: nowSeconds + 600,
  jti: 'jti-2',
  username: 'sub-1',
};
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (change: Record<string, unknown> = {}, header: Record<string, unknown> = {}, { privateKey } = nukKey) => {
  const signingInput = `${encode({ alg: 'RS256', kid: 'nuk-key', ...header })}.${encode({ ...claims, ...change })}`;
  return `${signingInput}.${createSign('RSA-SHA256').update(signingInput).sign(privateKey, 'base64url')}`;
};
const createHmacToken = () => {
  const signingInput = `${encode({ alg: 'HS256', kid: 'nuk-key' })}.${encode(claims)}`;
  return `${signingInput}.${createHmac('sha256', nukKey.publicKey.export({ type: 'spki', format: 'pem' }))
    .update(signingInput)
    .digest('base64url')}`;
};
const flipBit = (token: string, at: number) =>
  token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);

describe('createTokenVerifier', () => {
  test('returns user and session of the region’s token', async () => {
    expect(await verify('nuk', sign())).toEqual({ sub: 'sub-1', origin_jti: 'jti-1', exp: nowSeconds + 600 });
  });

  test.each([
    ['with alg none', `${encode({ alg: 'none', kid: 'nuk-key' })}.${encode(claims)}.`],
    ['signed HS256 with the public key', createHmacToken()],
    ['with an embedded key', sign({}, { jwk: nfrKey.jwk }, nfrKey)],
    ['with its own key set URL', sign({}, { jku: 'https://evil.example/jwks.json' }, nfrKey)],
    ['of another region’s pool', sign({ iss: toIssuer('nfr'), client_id: 'client-nfr' }, { kid: 'nfr-key' }, nfrKey)],
    ['signed by another region’s pool', sign({}, {}, nfrKey)],
    ['that is an id token', sign({ token_use: 'id', aud: 'client-nuk' })],
    ['of another client', sign({ client_id: 'client-other' })],
    ['truncated', sign().slice(0, -20)],
    ['with one bit of its claims flipped', flipBit(sign(), 60)],
    ['with one bit of its signature flipped', flipBit(sign(), sign().length - 40)],
    ['with invalid syntax', 'not a token'],
  ])('rejects a token %s', async (_, token) => {
    await expect(verify('nuk', token)).rejects.toMatchObject({ code: 'MissingCookie' });
    await expect(verifyEvenIfExpired('nuk', token)).rejects.toMatchObject({ code: 'MissingCookie' });
  });

  test('rejects an expired token except for signing out', async () => {
    const expiredToken = sign({ exp: nowSeconds - 1 });
    await expect(verify('nuk', expiredToken)).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(await verifyEvenIfExpired('nuk', expiredToken)).toMatchObject({ origin_jti: 'jti-1' });
  });

  test('returns ServiceUnavailable for a new key id until the key set may be fetched again', async () => {
    let keys = [nukKey.jwk];
    const { verify: verifyWithFetchedKeys } = createTokenVerifier(
      pools,
      new SimpleJwksCache({
        fetcher: { fetch: async () => new TextEncoder().encode(JSON.stringify({ keys })).buffer },
      }),
    );
    await expect(verifyWithFetchedKeys('nuk', sign({}, { kid: 'other' }))).rejects.toMatchObject({
      code: 'MissingCookie',
    });
    const newKey = createKey('new-key');
    keys = [nukKey.jwk, newKey.jwk];
    await expect(verifyWithFetchedKeys('nuk', sign({}, { kid: 'new-key' }, newKey))).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    expect(await verifyWithFetchedKeys('nuk', sign())).toMatchObject({ sub: 'sub-1' });
  });

  // `nuk` represents any region; each cache returns one kind of unusable key set.
  test.each<[string, () => unknown]>([
    ['is unreachable', () => Promise.reject(new FetchError('https://keys', 'out of reach'))],
    ['contains no list of keys', () => ({ keys: 'none' })],
    ['contains a malformed key', () => ({ keys: [{ kid: 'nuk-key', kty: 7 }] })],
  ])('returns ServiceUnavailable when the key set %s', async (_, fetchKeys) => {
    const fetch = async () => new TextEncoder().encode(JSON.stringify(await fetchKeys())).buffer;
    const { verify: verifyWithKeys } = createTokenVerifier(pools, new SimpleJwksCache({ fetcher: { fetch } }));
    await expect(verifyWithKeys('nuk', sign())).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});
