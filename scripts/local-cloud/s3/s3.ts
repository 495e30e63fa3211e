import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Statement } from '../iam/evaluate.ts';
import type { CallContext } from '../iam/iam.ts';
import { parseAuthorization } from '../sigv4.ts';
import { findCorsHeaders, findPreflightHeaders } from './cors.ts';
import type { CorsRule } from './cors.ts';
import { checkUpload, readPostForm } from './post-object.ts';
import { accessDenied, toErrorDocument, noSuchKey, notImplemented, S3Error } from './s3-error.ts';

/** Objects by `bucket/key`. In memory only, because uploads are read within seconds. */
export type Objects = Map<string, { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }>;

export type S3Options = {
  readonly findSecretKey: (accessKeyId: string) => string | undefined;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /**
   * Returns whether a key's owner may perform an action (`s3:PutObject`) on a resource (`arn:aws:s3:::bucket/key`),
   * considering the bucket policy.
   */
  readonly isAllowed: (accessKeyId: string, action: string, arn: string, callContext: CallContext) => boolean;
};

const actions: Readonly<Record<string, string>> = { GET: 's3:GetObject', DELETE: 's3:DeleteObject' };

/** Parses a path-style URL, `/{bucket}/{key}`. */
const parseUrl = (url = '/') => {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  const [, bucket = '', encodedKey = ''] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  return { bucket, key: decodeURIComponent(encodedKey), query: new URLSearchParams(query) };
};

const findAction = (method = '', { key, query }: ReturnType<typeof parseUrl>): string => {
  const unknownParameters = [...query.keys()].filter((name) => name !== 'x-id');
  if (actions[method] && key !== '' && unknownParameters.length === 0) return actions[method];
  throw notImplemented(query.get('x-id') ?? `${method} ?${unknownParameters.join('&')}`);
};

/**
 * Creates an S3 for functions, developers and browsers: reads and deletes objects, takes uploads with a signed policy,
 * and applies CORS rules. Anything else is rejected by name.
 */
export const createS3 = ({ now, isAllowed, findSecretKey }: S3Options) => {
  const objects: Objects = new Map();
  const buckets = new Map<string, { cors: readonly CorsRule[]; policy: readonly Statement[] }>();

  const findPolicy = (bucket = ''): readonly Statement[] => buckets.get(bucket)?.policy ?? [];
  const requirePermission = (accessKeyId: string, action: string, path: string): void => {
    const resource = `arn:aws:s3:::${path}`;
    if (isAllowed(accessKeyId, action, resource, { resourcePolicy: findPolicy(path.split('/')[0]) })) return;
    throw accessDenied(
      `User: ${accessKeyId} is not authorized to perform: ${action} on resource: "${resource}" because no policy allows the ${action} action`,
    );
  };

  const upload = async (req: IncomingMessage, res: ServerResponse, bucket: string) => {
    const { fields, file } = await readPostForm(req);
    const { accessKeyId, key, type } = checkUpload(fields, bucket, file.length, now(), findSecretKey);
    requirePermission(accessKeyId, 's3:PutObject', `${bucket}/${key}`);
    objects.set(`${bucket}/${key}`, { body: file, headers: { 'content-type': type } });
    res.writeHead(204).end();
  };

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const target = parseUrl(req.url);
    const { bucket, key } = target;
    const { cors } = buckets.get(bucket) ?? { cors: [] };
    if (req.method === 'OPTIONS') return void res.writeHead(200, findPreflightHeaders(cors, req)).end();
    for (const [name, value] of Object.entries(findCorsHeaders(cors, req))) res.setHeader(name, value);
    const isForm = req.method === 'POST' && bucket !== '' && key === '' && target.query.size === 0;

    const signer = parseAuthorization(req.headers.authorization);
    if (!isForm && !signer) throw accessDenied();
    const action = isForm ? undefined : findAction(req.method, target);
    if (!buckets.has(bucket)) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    if (!action || !signer) return upload(req, res, bucket);

    const path = `${bucket}/${key}`;
    requirePermission(signer.accessKeyId, action, path);
    if (req.method === 'DELETE') {
      objects.delete(path);
      return void res.writeHead(204).end();
    }
    const object = objects.get(path);
    // S3 reveals that a key is missing only to callers with s3:ListBucket.
    if (!object) requirePermission(signer.accessKeyId, 's3:ListBucket', bucket);
    if (!object) throw noSuchKey();
    res.writeHead(200, { ...object.headers, 'content-length': object.body.length }).end(object.body);
  };

  const listener: RequestListener = (req, res) => {
    serve(req, res).catch((cause: unknown) => {
      if (res.destroyed || (req.destroyed && !req.complete)) return;
      if (!(cause instanceof S3Error)) console.error('S3:', cause);
      if (res.headersSent) return res.destroy();
      const error = cause instanceof S3Error ? cause : new S3Error(500, 'InternalError', 'Please try again.');
      res.writeHead(error.status, { 'content-type': 'application/xml' }).end(toErrorDocument(error));
      // The rest of the request is discarded, so that the client finishes sending and reads the response.
      req.resume();
    });
  };

  return {
    listener,
    objects,
    makeBucket: (name: string, cors: readonly CorsRule[] = []): void => void buckets.set(name, { cors, policy: [] }),
    setPolicy: (name: string, policy: readonly Statement[]): void =>
      void buckets.set(name, { cors: buckets.get(name)?.cors ?? [], policy }),
    findPolicy,
  };
};

export type S3 = ReturnType<typeof createS3>;
