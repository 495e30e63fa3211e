import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { checkHeaderValue } from './object-headers.ts';
import type { Bucket, StoredObject } from './object-store.ts';
import type { S3Request } from './request.ts';
import { S3Error } from './s3-error.ts';

type Range = { first: number; last: number };

/** The bytes that a Range header asks for; undefined (everything) when it isn't a single range of bytes. Throws InvalidRange. */
export const readRange = (header: string | undefined, size: number): Range | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const range =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: size - 1 }
      : { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (range.first >= size)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      RangeRequested: header ?? '',
      ActualObjectSize: String(size),
    });
  return range;
};

const overrides = (request: S3Request): Record<string, string> =>
  Object.fromEntries(
    request.query
      .filter(([name]) => name.startsWith('response-'))
      .map(([name, value]) => [name.slice('response-'.length), checkHeaderValue(name, value)]),
  );

const headersOf = (object: StoredObject, request: S3Request, range: Range | undefined): Record<string, string> => ({
  ...object.headers,
  ...overrides(request),
  etag: `"${object.etag}"`,
  'last-modified': new Date(object.lastModified).toUTCString(),
  'accept-ranges': 'bytes',
  'x-amz-server-side-encryption': 'AES256',
  'content-length': String(range ? range.last - range.first + 1 : object.size),
  ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${object.size}` }),
  // The checksum is the whole object's, so a part of it goes without.
  ...(!range &&
  request.header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED' &&
  Object.keys(object.checksums).length > 0
    ? { ...object.checksums, 'x-amz-checksum-type': 'FULL_OBJECT' }
    : {}),
});

/** GetObject and HeadObject. */
export const getObject = async (
  bucket: Bucket,
  object: StoredObject,
  request: S3Request,
  res: ServerResponse,
): Promise<void> => {
  const range = readRange(request.header('range'), object.size);
  res.writeHead(range ? 206 : 200, headersOf(object, request, range));
  if (request.method === 'HEAD' || object.size === 0) {
    res.end();
    return;
  }
  await pipeline(createReadStream(bucket.dataFile(object), range ? { start: range.first, end: range.last } : {}), res);
};
