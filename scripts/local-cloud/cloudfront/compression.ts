import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CachePolicy } from './config.ts';
import type { EdgeAnswer } from './message.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressible =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|vnd\.ms-fontobject)|image\/svg\+xml|font\/(ttf|otf))/;
// CloudFront compresses what lies between these sizes.
const smallest = 1000;
const largest = 10_000_000;

const cache = new WeakMap<Buffer, Map<string, Buffer>>();

const compress = async (encoding: 'br' | 'gzip', body: Buffer): Promise<Buffer> => {
  const known = cache.get(body) ?? new Map<string, Buffer>();
  cache.set(body, known);
  const packed =
    known.get(encoding) ??
    (encoding === 'br' ? await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : await gzipped(body));
  known.set(encoding, packed);
  return packed;
};

export const compressed = async (
  answer: EdgeAnswer,
  acceptEncoding: string,
  policy: CachePolicy,
): Promise<EdgeAnswer> => {
  const { headers, body, status } = answer;
  const accepts = (name: string) => acceptEncoding.split(',').some((part) => part.trim().split(';')[0] === name);
  const encoding = policy.brotli && accepts('br') ? 'br' : policy.gzip && accepts('gzip') ? 'gzip' : undefined;
  const fits =
    status === 200 &&
    body.length >= smallest &&
    body.length <= largest &&
    compressible.test(String(headers['content-type']));
  if (!encoding || !fits || headers['content-encoding'] !== undefined) return answer;
  const etag = typeof headers['etag'] === 'string' ? { etag: `W/${headers['etag']}` } : {};
  return {
    status,
    headers: { ...headers, ...etag, 'content-encoding': encoding, vary: 'Accept-Encoding' },
    body: await compress(encoding, body),
  };
};
