import { createHash } from 'node:crypto';
import { S3Error } from './s3-error.ts';

export type StoredObject = {
  readonly key: string;
  readonly bytes: Buffer;
  /** Without quotes. */
  readonly etag: string;
  /** ISO 8601. */
  readonly lastModified: string;
  /** Sent back as they are with the object. */
  readonly headers: Readonly<Record<string, string>>;
};

/** Objects by key, in memory: uploads are read within seconds and removed. */
export type Bucket = Map<string, StoredObject>;

/** What the policy says of the file, in bytes. */
export type Expected = { minSize: number; maxSize: number };

const tooLarge = (size: number, max: number): S3Error =>
  new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: String(size),
    MaxSizeAllowed: String(max),
  });

const tooSmall = (size: number, min: number): S3Error =>
  new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: String(size),
    MinSizeAllowed: String(min),
  });

/**
 * Takes an object's bytes as they arrive and holds them to what was announced; answers its ETag. One byte past the limit ends it;
 * nothing becomes visible before everything is checked.
 */
export const receiveObject = async (
  bucket: Bucket,
  chunks: AsyncIterable<Buffer>,
  { minSize, maxSize }: Expected,
  metadata: Pick<StoredObject, 'key' | 'headers' | 'lastModified'>,
): Promise<string> => {
  const received: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxSize) throw tooLarge(size, maxSize);
    received.push(chunk);
  }
  if (size < minSize) throw tooSmall(size, minSize);
  const bytes = Buffer.concat(received);
  const etag = createHash('md5').update(bytes).digest('hex');
  bucket.set(metadata.key, { ...metadata, bytes, etag });
  return etag;
};
