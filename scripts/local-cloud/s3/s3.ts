import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Statement } from '../iam/evaluate.ts';
import type { Circumstances } from '../iam/iam.ts';
import { parseAuthorization } from '../sigv4.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import type { CorsRule } from './cors.ts';
import { checkUpload, readPostForm } from './post-object.ts';
import { accessDenied, errorDocument, noSuchKey, notImplemented, S3Error } from './s3-error.ts';

/** Objects by `bucket/key`. Uploads are read within seconds, and none outlives its run. */
export type Objects = Map<string, { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }>;

export type S3Options = {
  readonly secretOf: (accessKeyId: string) => string | undefined;
  /** In ms. */
  readonly now: () => number;
  /** Whether a key's owner may do an action (`s3:PutObject`) on a resource (`arn:aws:s3:::bucket/key`) whose bucket may have a policy of its own. */
  readonly allow: (accessKeyId: string, action: string, arn: string, circumstances: Circumstances) => boolean;
};

const actions: Readonly<Record<string, string>> = { GET: 's3:GetObject', DELETE: 's3:DeleteObject' };

/** A path-style address, `/{bucket}/{key}`. */
const readAddress = (url = '/') => {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  const [, bucket = '', encodedKey = ''] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  return { bucket, key: decodeURIComponent(encodedKey), query: new URLSearchParams(query) };
};

const actionOf = (method = '', { key, query }: ReturnType<typeof readAddress>): string => {
  const unknown = [...query.keys()].filter((name) => name !== 'x-id');
  if (actions[method] && key !== '' && unknown.length === 0) return actions[method];
  throw notImplemented(query.get('x-id') ?? `${method} ?${unknown.join('&')}`);
};

/** S3 as functions, developers and browsers reach it: objects to read and delete, uploads under a signed policy, CORS. Whatever else is asked of it is refused by name. */
export const createS3 = ({ now, allow, secretOf }: S3Options) => {
  const objects: Objects = new Map();
  const buckets = new Map<string, { cors: readonly CorsRule[]; policy: readonly Statement[] }>();

  const policyOf = (bucket = ''): readonly Statement[] => buckets.get(bucket)?.policy ?? [];
  const mustAllow = (accessKeyId: string, action: string, path: string): void => {
    const resource = `arn:aws:s3:::${path}`;
    if (allow(accessKeyId, action, resource, { resourcePolicy: policyOf(path.split('/')[0]) })) return;
    throw accessDenied(
      `User: ${accessKeyId} is not authorized to perform: ${action} on resource: "${resource}" because no policy allows the ${action} action`,
    );
  };

  const upload = async (req: IncomingMessage, res: ServerResponse, bucket: string) => {
    const { fields, file } = await readPostForm(req);
    const { accessKeyId, key, type } = checkUpload(fields, bucket, file.length, now(), secretOf);
    mustAllow(accessKeyId, 's3:PutObject', `${bucket}/${key}`);
    objects.set(`${bucket}/${key}`, { body: file, headers: { 'content-type': type } });
    res.writeHead(204).end();
  };

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const address = readAddress(req.url);
    const { bucket, key } = address;
    const { cors } = buckets.get(bucket) ?? { cors: [] };
    if (req.method === 'OPTIONS') return void res.writeHead(200, preflightHeaders(cors, req)).end();
    for (const [name, value] of Object.entries(corsHeaders(cors, req))) res.setHeader(name, value);
    const isForm = req.method === 'POST' && bucket !== '' && key === '' && address.query.size === 0;

    const signer = parseAuthorization(req.headers.authorization);
    if (!isForm && !signer) throw accessDenied();
    const action = isForm ? undefined : actionOf(req.method, address);
    if (!buckets.has(bucket)) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    if (!action || !signer) return upload(req, res, bucket);

    const path = `${bucket}/${key}`;
    mustAllow(signer.accessKeyId, action, path);
    if (req.method === 'DELETE') {
      objects.delete(path);
      return void res.writeHead(204).end();
    }
    const object = objects.get(path);
    // S3 tells that a key is missing only to those who may list.
    if (!object) mustAllow(signer.accessKeyId, 's3:ListBucket', bucket);
    if (!object) throw noSuchKey();
    res.writeHead(200, { ...object.headers, 'content-length': object.body.length }).end(object.body);
  };

  const listener: RequestListener = (req, res) => {
    serve(req, res).catch((thrown: unknown) => {
      if (res.destroyed || (req.destroyed && !req.complete)) return;
      if (!(thrown instanceof S3Error)) console.error('S3:', thrown);
      if (res.headersSent) return res.destroy();
      const error = thrown instanceof S3Error ? thrown : new S3Error(500, 'InternalError', 'Please try again.');
      res.writeHead(error.status, { 'content-type': 'application/xml' }).end(errorDocument(error));
      // What the sender still has to say is read and dropped, so that it comes to reading the answer.
      req.resume();
    });
  };

  return {
    listener,
    objects,
    makeBucket: (name: string, cors: readonly CorsRule[] = []): void => void buckets.set(name, { cors, policy: [] }),
    setPolicy: (name: string, policy: readonly Statement[]): void =>
      void buckets.set(name, { cors: buckets.get(name)?.cors ?? [], policy }),
    policyOf,
  };
};

export type S3 = ReturnType<typeof createS3>;
