import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { CachePolicy } from './config.ts';
import type { EdgeAnswer } from './message.ts';

const brotli = promisify(brotliCompress);

const compressible =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|vnd\.ms-fontobject)|image\/svg\+xml|font\/(ttf|otf))/;
// CloudFront compresses what lies between these sizes.
const smallest = 1000;
const largest = 10_000_000;

const cache = new WeakMap<Buffer, Buffer>();

/** By Brotli only, which every browser takes that has TLS; others get it plain. */
export const compressed = async (
  answer: EdgeAnswer,
  acceptEncoding: string,
  policy: CachePolicy,
): Promise<EdgeAnswer> => {
  const { headers, body, status } = answer;
  const accepts = acceptEncoding.split(',').some((part) => part.trim().split(';')[0] === 'br');
  const fits =
    status === 200 &&
    body.length >= smallest &&
    body.length <= largest &&
    compressible.test(String(headers['content-type']));
  if (!policy.brotli || !accepts || !fits || headers['content-encoding'] !== undefined) return answer;
  const etag = typeof headers['etag'] === 'string' ? { etag: `W/${headers['etag']}` } : {};
  const packed = cache.get(body) ?? (await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  cache.set(body, packed);
  return { status, headers: { ...headers, ...etag, 'content-encoding': 'br', vary: 'Accept-Encoding' }, body: packed };
};
