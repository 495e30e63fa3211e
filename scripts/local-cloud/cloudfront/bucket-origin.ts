import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { localText } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { matchesPattern } from '../iam/evaluate.ts';
import type { ResourceType } from '../template/deploy.ts';
import { decoded } from '../text.ts';
import type { EdgeAnswer, ViewerRequest } from './message.ts';

type StoredFile = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/** As S3 makes it for small objects. */
const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** By the ending of a name, as CDK's bucket deployment gives them. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
};

const filesIn = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).split(sep).join('/'), path];
    });

/** What bucket deployments put into buckets, by `bucket/key`. */
export type SiteContent = Map<string, StoredFile>;

const readFile = (path: string, metadata: Readonly<Record<string, string>>): StoredFile => {
  const type = types[extname(path)];
  if (type === undefined) throw new Error(`the local cloud knows no content type for ${path}`);
  const body = readFileSync(path);
  return { body, headers: { 'content-type': type, ...metadata, etag: etagOf(body) } };
};

export type BucketOrigin = {
  readonly bucket: string;
  readonly content: SiteContent;
  readonly allow: (action: string, resource: string) => boolean;
  readonly hosts: () => Hosts;
};

const s3Error = (status: number, code: string, message: string): EdgeAnswer => ({
  status,
  headers: { 'content-type': 'application/xml', server: 'AmazonS3' },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
});

// Data that names real addresses, such as the page's configuration, is told where they are answered here.
const translated = ({ body, headers }: StoredFile, hosts: Hosts): StoredFile => {
  const local = Buffer.from(localText(hosts, body.toString()));
  return { body: local, headers: { ...headers, etag: etagOf(local) } };
};

/** S3 behind CloudFront: a file, or S3's own 403 and 404. */
export const fromBucket = (
  { bucket, content, allow, hosts }: BucketOrigin,
  { path, headers }: ViewerRequest,
): EdgeAnswer => {
  const key = decoded(path.slice(1));
  if (key === undefined) return s3Error(400, 'InvalidURI', 'Could not parse the specified URI.');
  const arn = `arn:aws:s3:::${bucket}`;
  const denied = s3Error(403, 'AccessDenied', 'Access Denied');
  if (!allow('s3:GetObject', `${arn}/${key}`)) return denied;
  const file = content.get(`${bucket}/${key}`);
  // S3 tells that a key is missing only to those who may list.
  if (!file)
    return allow('s3:ListBucket', arn) ? s3Error(404, 'NoSuchKey', 'The specified key does not exist.') : denied;
  const { body, headers: stored } =
    file.headers['content-type'] === 'application/json' ? translated(file, hosts()) : file;
  if (stored['etag'] !== undefined && headers['if-none-match']?.replaceAll('W/', '').includes(stored['etag'])) {
    return { status: 304, headers: stored, body: Buffer.alloc(0) };
  }
  return { status: 200, headers: { ...stored, server: 'AmazonS3' }, body };
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

/** CDK's bucket deployment: the files of its sources, later ones over earlier ones. */
export const bucketDeployment =
  (content: SiteContent): ResourceType =>
  ({ logicalId, properties, place }) => {
    const { SourceObjectKeys, DestinationBucketName, ...rules } = deployment.parse(properties);
    for (const source of SourceObjectKeys) {
      const asset = place.assets.get(source);
      if (!asset?.isFolder)
        throw new Error(`the local cloud deploys folders, and ${source} is none of the synthesized app`);
      for (const [name, path] of filesIn(asset.path)) {
        if (rules.Exclude.some((pattern) => matchesPattern(pattern, name))) continue;
        const key = [DestinationBucketName, rules.DestinationBucketKeyPrefix, name].filter(Boolean).join('/');
        content.set(key, readFile(path, rules.SystemMetadata));
      }
    }
    return { ref: logicalId };
  };
