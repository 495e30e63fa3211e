import { createHash, createPrivateKey, createPublicKey, generateKeyPair, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** An RSA key of a pool; its id is made from its modulus, so that it survives a restart. */
export type SigningKey = { kid: string; pem: string; privateKey: KeyObject; publicKey: KeyObject };

/** From the PEM that the state file keeps. */
export const signingKey = (pem: string): SigningKey => {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const kid = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64');
  return { kid, pem, privateKey, publicKey };
};

export const newSigningKey = async (): Promise<SigningKey> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return signingKey(String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
};

/** One entry of the pool's key set. */
export const jwk = (key: SigningKey) => {
  const { e, n } = key.publicKey.export({ format: 'jwk' });
  return { alg: 'RS256', e, kid: key.kid, kty: 'RSA', n, use: 'sig' };
};

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const signJwt = (key: SigningKey, claims: object) => {
  const content = `${encoded({ kid: key.kid, alg: 'RS256' })}.${encoded(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key.privateKey).toString('base64url')}`;
};

export const hasSignature = (key: SigningKey, token: string) => {
  const [header, payload, signature] = token.split('.');
  return verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    key.publicKey,
    Buffer.from(signature ?? '', 'base64url'),
  );
};
