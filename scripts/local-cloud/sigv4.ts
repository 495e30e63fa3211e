import { createHmac, timingSafeEqual } from 'node:crypto';

type Credential = { accessKeyId: string; date: string; region: string; service: string };

/** `AKID/20261101/eu-central-1/s3/aws4_request`; undefined when it isn't one. */
export const parseCredential = (text: string): Credential | undefined => {
  const match = /^([^/\s]+)\/(\d{8})\/([^/\s]+)\/([^/\s]+)\/aws4_request$/.exec(text);
  const [, accessKeyId, date, region, service] = match ?? [];
  return accessKeyId && date && region && service ? { accessKeyId, date, region, service } : undefined;
};

/** Who signed a request with Signature Version 4, by its `Authorization` header; undefined when nobody did. The signature itself is not checked: a key is taken at its word. */
export const parseAuthorization = (header: string | undefined): Credential | undefined => {
  const text = header?.startsWith('AWS4-HMAC-SHA256 ') ? /\bCredential=([^,\s]+)/.exec(header)?.[1] : undefined;
  return parseCredential(text ?? '');
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Hex signature of a POST policy's base64. */
export const sign = (text: string, { date, region, service }: Credential, secret: string): string =>
  hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request'), text).toString('hex');

export const sameSignature = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
