import { encode } from '../sigv4.ts';
import type { Bucket, StoredObject } from './object-store.ts';
import type { S3Request } from './request.ts';
import { invalidArgument } from './s3-error.ts';
import { document, element, group } from './xml.ts';

const largestPage = 1000;

const readMaxKeys = (text: string | undefined): number => {
  if (text === undefined) return largestPage;
  if (!/^\d{1,9}$/.test(text))
    throw invalidArgument('Provided max-keys not an integer or within integer range', 'max-keys', text);
  return Math.min(largestPage, Number(text));
};

const readToken = (token: string | undefined): string | undefined => {
  if (token === undefined) return undefined;
  const key = Buffer.from(token, 'base64url');
  if (token === '' || key.toString('base64url') !== token)
    throw invalidArgument('The continuation token provided is incorrect', 'continuation-token', token);
  return key.toString('utf8');
};

/** Each key, or what it has in common with others up to the delimiter. In S3's order, that of the bytes. */
const entriesOf = (objects: readonly StoredObject[], prefix: string, delimiter: string) => {
  const entries = new Map<string, StoredObject | undefined>();
  for (const object of objects) {
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    if (end < 0) entries.set(object.key, object);
    else entries.set(object.key.slice(0, end + delimiter.length), undefined);
  }
  return [...entries].map(([name, object]) => ({ name, object }));
};

/** ListObjectsV2: by prefix and delimiter, in pages; answers its XML. */
export const listObjects = (bucket: Bucket, { bucket: name, param }: S3Request): string => {
  const prefix = param('prefix') ?? '';
  const delimiter = param('delimiter') ?? '';
  const maxKeys = readMaxKeys(param('max-keys'));
  const encoding = param('encoding-type');
  if (encoding !== undefined && encoding !== 'url')
    throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', encoding);
  const shown = (key: string): string => (encoding ? key.split('/').map(encode).join('/') : key);
  const token = param('continuation-token');
  const after = Buffer.from(readToken(token) ?? '');
  const rest = entriesOf(bucket.list(prefix), prefix, delimiter).filter(
    (entry) => Buffer.compare(Buffer.from(entry.name), after) > 0,
  );
  const page = rest.slice(0, maxKeys);
  const last = page.at(-1);
  const truncated = last !== undefined && rest.length > page.length;
  return document(
    'ListBucketResult',
    element('Name', name),
    element('Prefix', shown(prefix)),
    ...(delimiter ? [element('Delimiter', shown(delimiter))] : []),
    element('KeyCount', page.length),
    element('MaxKeys', maxKeys),
    element('IsTruncated', truncated),
    ...(encoding ? [element('EncodingType', encoding)] : []),
    ...(token ? [element('ContinuationToken', token)] : []),
    ...(truncated ? [element('NextContinuationToken', Buffer.from(last.name).toString('base64url'))] : []),
    ...page.map((entry) =>
      entry.object
        ? group(
            'Contents',
            element('Key', shown(entry.name)),
            element('LastModified', entry.object.lastModified),
            element('ETag', `"${entry.object.etag}"`),
            element('Size', entry.object.size),
            element('StorageClass', 'STANDARD'),
          )
        : group('CommonPrefixes', element('Prefix', shown(entry.name))),
    ),
  );
};
