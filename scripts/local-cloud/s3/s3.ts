import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Circumstances } from '../iam/iam.ts';
import type { Statement } from '../iam/policy.ts';
import { authenticate } from './authenticate.ts';
import type { Signers } from './authenticate.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import type { CorsConfiguration } from './cors.ts';
import { getObject } from './get-object.ts';
import type { Bucket } from './incoming-object.ts';
import { listObjects } from './list-objects.ts';
import { refuseUnknownAmzNames } from './object-headers.ts';
import { isFormUpload, operationOf } from './operation.ts';
import { postObject } from './post-object.ts';
import { readRequest } from './request.ts';
import type { S3Request } from './request.ts';
import { accessDenied, errorDocument, noSuchKey, S3Error } from './s3-error.ts';

export type S3Options = Signers & {
  /** Whether a key's owner may do an action (`s3:PutObject`) on a resource (`arn:aws:s3:::bucket/key`) whose bucket may have a policy of its own. */
  allow: (accessKeyId: string, action: string, resourceArn: string, circumstances: Circumstances) => boolean;
};

export type S3 = {
  listener: RequestListener;
  /** Makes the bucket, or gives the one that is there these CORS rules. */
  ensureBucket: (name: string, options?: { cors?: CorsConfiguration | undefined }) => void;
  bucketNames: () => string[];
  /** What a bucket itself says of who may do what. */
  setPolicy: (name: string, statements: readonly Statement[]) => void;
};

const longestKey = 1024;

const checkKey = (key: string): void => {
  const size = Buffer.byteLength(key);
  if (size > longestKey)
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long', {
      Size: String(size),
      MaxSizeAllowed: String(longestKey),
    });
};

/** A small S3 in memory: presigned POST, objects to read, list and delete, CORS. Whatever else is asked of it is refused by name. */
export const createS3 = (options: S3Options): S3 => {
  const buckets = new Map<string, { objects: Bucket; cors: CorsConfiguration | undefined }>();

  const policies = new Map<string, readonly Statement[]>();

  const mustAllow = (accessKeyId: string, action: string, resource: string): void => {
    const arn = `arn:aws:s3:::${resource}`;
    const [bucket = ''] = resource.split('/');
    if (options.allow(accessKeyId, action, arn, { resourcePolicy: policies.get(bucket) ?? [] })) return;
    throw accessDenied(
      `User: ${accessKeyId} is not authorized to perform: ${action} on resource: "${arn}" because no policy allows the ${action} action`,
    );
  };

  const objectsOf = (name: string): Bucket => {
    const bucket = buckets.get(name);
    if (bucket) return bucket.objects;
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: name });
  };

  const serve = async (req: IncomingMessage, res: ServerResponse, request: S3Request): Promise<void> => {
    const cors = buckets.get(request.bucket)?.cors;
    if (request.method === 'OPTIONS') {
      res.writeHead(200, preflightHeaders(cors, request)).end();
      return;
    }
    for (const [name, value] of Object.entries(corsHeaders(cors, request))) res.setHeader(name, value);

    // Unlike the plain iterator, this one leaves the connection open for an early answer.
    const body = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;

    if (isFormUpload(request)) {
      const objects = objectsOf(request.bucket);
      const permit = (accessKeyId: string, key: string): void => {
        checkKey(key);
        mustAllow(accessKeyId, 's3:PutObject', `${request.bucket}/${key}`);
      };
      res.writeHead(204, await postObject(objects, request, body, options, permit)).end();
      return;
    }

    const accessKeyId = authenticate(request, options);
    const operation = operationOf(request);
    const objects = objectsOf(request.bucket);
    checkKey(request.key);
    refuseUnknownAmzNames(
      [...Object.keys(request.headers), ...request.query.map(([name]) => name.toLowerCase())].map((name) => [
        name,
        request.header(name) ?? '',
      ]),
    );
    const resource = `${request.bucket}/${request.key}`;
    switch (operation) {
      case 'GetObject': {
        mustAllow(accessKeyId, 's3:GetObject', resource);
        const object = objects.get(request.key);
        if (object) return getObject(object, request, res);
        // S3 tells that a key is missing only to those who may list.
        mustAllow(accessKeyId, 's3:ListBucket', request.bucket);
        throw noSuchKey(request.key);
      }
      case 'DeleteObject':
        mustAllow(accessKeyId, 's3:DeleteObject', resource);
        objects.delete(request.key);
        res.writeHead(204).end();
        return;
      case 'ListObjectsV2':
        mustAllow(accessKeyId, 's3:ListBucket', request.bucket);
        res.writeHead(200, { 'content-type': 'application/xml' }).end(listObjects(objects, request));
    }
  };

  const answerError = (req: IncomingMessage, res: ServerResponse, thrown: unknown, requestId: string): void => {
    if (res.destroyed || (req.destroyed && !req.complete)) return;
    if (!(thrown instanceof S3Error)) console.error('S3:', thrown);
    const error =
      thrown instanceof S3Error
        ? thrown
        : new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res.writeHead(error.status, { 'content-type': 'application/xml' });
    res.end(errorDocument(error, req.url?.split('?')[0] ?? '', requestId));
    // What the sender still has to say is read and dropped, so that it comes to reading the answer.
    req.resume();
  };

  return {
    listener: (req, res) => {
      const requestId = randomUUID();
      res.setHeader('x-amz-request-id', requestId);
      void (async () => serve(req, res, readRequest(req)))().catch((error: unknown) =>
        answerError(req, res, error, requestId),
      );
    },
    ensureBucket: (name, { cors } = {}) => {
      if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw new Error(`Not a bucket name: ${name}`);
      buckets.set(name, { objects: buckets.get(name)?.objects ?? new Map(), cors });
    },
    bucketNames: () => [...buckets.keys()],
    setPolicy: (name, statements) => void policies.set(name, statements),
  };
};
