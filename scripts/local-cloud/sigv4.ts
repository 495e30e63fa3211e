import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const ALGORITHM = 'AWS4-HMAC-SHA256';

export type Credential = { accessKeyId: string; date: string; region: string; service: string };

export type Authorization = { credential: Credential; signedHeaders: string[]; signature: string };

export type Headers = Record<string, string | string[] | undefined>;

/** `AKID/20261101/eu-central-1/s3/aws4_request`; undefined when it isn't one. */
export const parseCredential = (text: string): Credential | undefined => {
  const match = /^([^/\s]+)\/(\d{8})\/([^/\s]+)\/([^/\s]+)\/aws4_request$/.exec(text);
  const [, accessKeyId, date, region, service] = match ?? [];
  return accessKeyId && date && region && service ? { accessKeyId, date, region, service } : undefined;
};

/** The `Authorization` header of a request signed with Signature Version 4; undefined when it isn't one. */
export const parseAuthorization = (header: string | undefined): Authorization | undefined => {
  if (!header?.startsWith(`${ALGORITHM} `)) return undefined;
  const parts = new Map(
    header
      .slice(ALGORITHM.length)
      .split(',')
      .map((part): [string, string] => {
        const [name = '', value = ''] = part.trim().split(/=(.*)/s, 2);
        return [name, value];
      }),
  );
  const credential = parseCredential(parts.get('Credential') ?? '');
  const signedHeaders = parts.get('SignedHeaders')?.split(';');
  const signature = parts.get('Signature');
  return credential && signedHeaders && signature ? { credential, signedHeaders, signature } : undefined;
};

/** `20261101T101500Z` as an instant in ms; NaN when it isn't one. */
export const parseAmzDate = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Percent-encoding of the signing rules: everything but the unreserved characters of RFC 3986. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const canonicalHeader = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/\s+/g, ' ');

export type RequestToSign = {
  method: string;
  /** Decoded; S3 encodes it once, the other services would twice. */
  path: string;
  /** Decoded, without the signature itself. */
  query: readonly (readonly [string, string])[];
  headers: Headers;
  signedHeaders: readonly string[];
  payloadHash: string;
};

const canonicalRequest = ({ method, path, query, headers, signedHeaders, payloadHash }: RequestToSign): string =>
  [
    method,
    path.split('/').map(encode).join('/'),
    query
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort(byText)
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${canonicalHeader(headers[name])}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Hex signature of a text: a request's string to sign, or the base64 of a POST policy. */
export const sign = (text: string, { date, region, service }: Credential, secret: string): string =>
  hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request'), text).toString('hex');

/** Hex signature of a request, whether it travels in its header or in its query. */
export const signRequest = (
  request: RequestToSign,
  amzDate: string,
  credential: Credential,
  secret: string,
): string => {
  const { date, region, service } = credential;
  const hash = createHash('sha256').update(canonicalRequest(request)).digest('hex');
  return sign([ALGORITHM, amzDate, `${date}/${region}/${service}/aws4_request`, hash].join('\n'), credential, secret);
};

export const sameSignature = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
