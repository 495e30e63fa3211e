import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Bucket, StoredObject } from './object-store.ts';
import type { S3Request } from './request.ts';
import { notImplemented } from './s3-error.ts';

const conditional = ['range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** GetObject, always of the whole object. */
export const getObject = async (
  bucket: Bucket,
  object: StoredObject,
  { headers }: S3Request,
  res: ServerResponse,
): Promise<void> => {
  const unsupported = conditional.find((name) => headers[name] !== undefined);
  if (unsupported) throw notImplemented(`GetObject with ${unsupported}`);
  res.writeHead(200, {
    ...object.headers,
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.lastModified).toUTCString(),
    'x-amz-server-side-encryption': 'AES256',
    'content-length': String(object.size),
  });
  await pipeline(createReadStream(bucket.dataFile(object)), res);
};
