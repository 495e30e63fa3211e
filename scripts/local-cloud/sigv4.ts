import { createHmac, timingSafeEqual } from 'node:crypto';

type Credential = { accessKeyId: string; date: string; region: string; service: string };

/** Parses `AKID/20261101/eu-central-1/s3/aws4_request`; returns undefined for any other text. */
export const parseCredential = (text: string): Credential | undefined => {
  const match = /^([^/\s]+)\/(\d{8})\/([^/\s]+)\/([^/\s]+)\/aws4_request$/.exec(text);
  const [, accessKeyId, date, region, service] = match ?? [];
  return accessKeyId && date && region && service ? { accessKeyId, date, region, service } : undefined;
};

/**
 * Parses the Signature Version 4 credential of an `Authorization` header; undefined if the request is not signed. The
 * signature itself is not verified.
 */
export const parseAuthorization = (header: string | undefined): Credential | undefined => {
  const text = header?.startsWith('AWS4-HMAC-SHA256 ') ? /\bCredential=([^,\s]+)/.exec(header)?.[1] : undefined;
  return parseCredential(text ?? '');
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signs a POST policy (base64) and returns the signature in hex. */
export const signPolicy = (text: string, { date, region, service }: Credential, secret: string): string =>
  hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request'), text).toString('hex');

export const isSameSignature = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
