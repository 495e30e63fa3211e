import { encode } from '../sigv4.ts';
import type { Bucket, StoredObject } from './incoming-object.ts';
import type { S3Request } from './request.ts';
import { invalidArgument } from './s3-error.ts';
import { document, element, group } from './xml.ts';

/** Those whose key begins so, in S3's order: that of the keys' UTF-8 bytes. */
const inOrder = (bucket: Bucket, prefix: string) =>
  [...bucket.values()]
    .filter(({ key }) => key.startsWith(prefix))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));

/** Each key, or what it has in common with others up to the delimiter. */
const entriesOf = (objects: readonly StoredObject[], prefix: string, delimiter: string) => {
  const entries = new Map<string, StoredObject | undefined>();
  for (const object of objects) {
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    if (end < 0) entries.set(object.key, object);
    else entries.set(object.key.slice(0, end + delimiter.length), undefined);
  }
  return [...entries].map(([name, object]) => ({ name, object }));
};

/** ListObjectsV2: by prefix and delimiter, all on one page; answers its XML. */
export const listObjects = (bucket: Bucket, { bucket: name, param }: S3Request): string => {
  const prefix = param('prefix') ?? '';
  const delimiter = param('delimiter') ?? '';
  const encoding = param('encoding-type');
  if (encoding !== undefined && encoding !== 'url')
    throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', encoding);
  const shown = (key: string): string => (encoding ? key.split('/').map(encode).join('/') : key);
  const entries = entriesOf(inOrder(bucket, prefix), prefix, delimiter);
  return document(
    'ListBucketResult',
    element('Name', name),
    element('Prefix', shown(prefix)),
    ...(delimiter ? [element('Delimiter', shown(delimiter))] : []),
    element('KeyCount', entries.length),
    element('IsTruncated', false),
    ...(encoding ? [element('EncodingType', encoding)] : []),
    ...entries.map((entry) =>
      entry.object
        ? group(
            'Contents',
            element('Key', shown(entry.name)),
            element('LastModified', entry.object.lastModified),
            element('ETag', `"${entry.object.etag}"`),
            element('Size', entry.object.bytes.length),
            element('StorageClass', 'STANDARD'),
          )
        : group('CommonPrefixes', element('Prefix', shown(entry.name))),
    ),
  );
};
