import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { replaceHosts } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { matchesPattern } from '../iam/evaluate.ts';
import { accessDenied, toErrorDocument, noSuchKey, S3Error } from '../s3/s3-error.ts';
import type { Objects } from '../s3/s3.ts';
import type { HttpResponse } from '../servers.ts';
import type { ResourceType } from '../template/deploy.ts';
import { decodePercent } from '../text.ts';
import type { ViewerRequest } from './message.ts';

/** Content types by file extension, as CDK's bucket deployment sets them. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const listFiles = (folder: string): [name: string, path: string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).split(sep).join('/'), path];
    });

export type BucketOrigin = {
  readonly bucket: string;
  readonly objects: Objects;
  readonly isAllowed: (action: string, resource: string) => boolean;
  readonly getHosts: () => Hosts;
};

const toErrorResponse = (error: S3Error): HttpResponse => ({
  status: error.status,
  headers: { 'content-type': 'application/xml', server: 'AmazonS3' },
  body: Buffer.from(toErrorDocument(error)),
});

/** Responds as an S3 origin does: with the object, or with S3's 403 or 404. */
export const respondFromBucket = (
  { bucket, objects, isAllowed, getHosts }: BucketOrigin,
  { path }: Pick<ViewerRequest, 'path'>,
): HttpResponse => {
  const key = decodePercent(path.slice(1));
  if (key === undefined) return toErrorResponse(new S3Error(400, 'InvalidURI', 'Could not parse the specified URI.'));
  const arn = `arn:aws:s3:::${bucket}`;
  if (!isAllowed('s3:GetObject', `${arn}/${key}`)) return toErrorResponse(accessDenied());
  const object = objects.get(`${bucket}/${key}`);
  // S3 reveals that a key is missing only to callers with s3:ListBucket.
  if (!object) return toErrorResponse(isAllowed('s3:ListBucket', arn) ? noSuchKey() : accessDenied());
  const { body, headers } = object;
  // JSON such as the page's configuration contains AWS addresses, which are replaced by the local ones.
  const isJson = headers['content-type'] === 'application/json';
  return {
    status: 200,
    headers: { ...headers, server: 'AmazonS3' },
    body: isJson ? Buffer.from(replaceHosts(getHosts(), body.toString())) : body,
  };
};

const deployment = z.looseObject({
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.optional(z.never('the local cloud fills no markers')),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z._default(z.string(), ''),
  Exclude: z._default(z.array(z.string()), []),
  Include: z.optional(z.never('the local cloud excludes files only')),
  SystemMetadata: z._default(z.record(z.string(), z.string()), {}),
});

/**
 * Creates the resource type of CDK's bucket deployment, which copies the files of its sources into a bucket; later
 * sources overwrite earlier ones.
 */
export const createBucketDeployment =
  (objects: Objects): ResourceType =>
  ({ logicalId, properties, stackContext }) => {
    const { SourceObjectKeys, DestinationBucketName, ...options } = deployment.parse(properties);
    for (const source of SourceObjectKeys) {
      const asset = stackContext.assets.get(source);
      if (!asset?.isFolder)
        throw new Error(`the local cloud deploys folders, and ${source} is none of the synthesized app`);
      for (const [name, path] of listFiles(asset.path)) {
        if (options.Exclude.some((pattern) => matchesPattern(pattern, name))) continue;
        const key = [DestinationBucketName, options.DestinationBucketKeyPrefix, name].filter(Boolean).join('/');
        const type = contentTypes[extname(path)];
        if (type === undefined) throw new Error(`the local cloud knows no content type for ${path}`);
        objects.set(key, { body: readFileSync(path), headers: { 'content-type': type, ...options.SystemMetadata } });
      }
    }
    return { ref: logicalId };
  };
