import type { S3Request } from './request.ts';
import { notImplemented, S3Error } from './s3-error.ts';

export type Operation = 'GetObject' | 'DeleteObject' | 'ListObjectsV2';

const operations: Record<string, Operation> = {
  'GET object': 'GetObject',
  'DELETE object': 'DeleteObject',
  'GET bucket': 'ListObjectsV2',
};

const parameters: Partial<Record<Operation, RegExp>> = {
  ListObjectsV2: /^(list-type|prefix|delimiter|encoding-type)$/,
};

/** A form posted to a bucket: signed in its fields, not as a request. */
export const isFormUpload = ({ method, bucket, key, query }: S3Request): boolean =>
  method === 'POST' && bucket !== '' && key === '' && query.length === 0;

/** Which operation a signed request is; everything that isn't done here is refused by name (501), and what S3 hasn't (405). */
export const operationOf = ({ method, bucket, key, query, param }: S3Request): Operation => {
  const scope = key !== '' ? 'object' : bucket !== '' ? 'bucket' : 'service';
  const operation = operations[`${method} ${scope}`];
  const unknown = query
    .map(([name]) => name)
    .filter((name) => !/^x-id$/i.test(name) && !(operation && parameters[operation]?.test(name)));
  const described =
    param('x-id') ??
    `${method} /${scope === 'service' ? '' : '{bucket}'}${scope === 'object' ? '/{key}' : ''}${unknown.length > 0 ? `?${unknown.join('&')}` : ''}`;

  if (unknown.length > 0) throw notImplemented(described);
  if (operation === 'ListObjectsV2' && param('list-type') !== '2')
    throw notImplemented('ListObjects; ListObjectsV2 (list-type=2) is done');
  if (operation) return operation;
  if (!['GET', 'HEAD', 'PUT', 'DELETE'].includes(method)) {
    throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.', {
      Method: method,
      ResourceType: scope.toUpperCase(),
    });
  }
  throw notImplemented(described);
};
