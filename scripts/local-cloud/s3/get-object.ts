import type { ServerResponse } from 'node:http';
import type { StoredObject } from './incoming-object.ts';
import type { S3Request } from './request.ts';
import { notImplemented } from './s3-error.ts';

const conditional = ['range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** GetObject, always of the whole object. */
export const getObject = (object: StoredObject, { headers }: S3Request, res: ServerResponse): void => {
  const unsupported = conditional.find((name) => headers[name] !== undefined);
  if (unsupported) throw notImplemented(`GetObject with ${unsupported}`);
  res.writeHead(200, {
    ...object.headers,
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.lastModified).toUTCString(),
    'x-amz-server-side-encryption': 'AES256',
    'content-length': object.bytes.length,
  });
  res.end(object.bytes);
};
