import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export type StoredFile = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/** As S3 makes it for small objects. */
export const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

const types: Record<string, string> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Every file below a folder: path with slashes → absolute path. */
export const filesIn = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).split(sep).join('/'), path];
    });

/** What bucket deployments put into buckets: kept in memory, read when first asked for. */
export const createSiteContent = () => {
  const buckets = new Map<string, Map<string, () => StoredFile>>();

  return {
    put: (
      bucket: string,
      key: string,
      path: string,
      metadata: Readonly<Record<string, string>>,
      change: (body: Buffer) => Buffer,
    ): void => {
      let file: StoredFile | undefined;
      const read = (): StoredFile => {
        const body = change(readFileSync(path));
        return {
          body,
          headers: {
            'content-type': types[extname(key).toLowerCase()] ?? 'binary/octet-stream',
            ...metadata,
            etag: etagOf(body),
          },
        };
      };
      const files = buckets.get(bucket) ?? new Map<string, () => StoredFile>();
      files.set(key, () => (file ??= read()));
      buckets.set(bucket, files);
    },
    find: (bucket: string, key: string): StoredFile | undefined => buckets.get(bucket)?.get(key)?.(),
  };
};

export type SiteContent = ReturnType<typeof createSiteContent>;
