import { createHash } from 'node:crypto';
import type { Bucket } from './object-store.ts';
import { S3Error } from './s3-error.ts';

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

export type Metadata = { key: string; headers: Record<string, string>; lastModified: string };

/**
 * Writes an object's bytes to the bucket as they arrive and holds them to what was announced; answers its ETag.
 * One byte past the limit ends it; nothing becomes visible before everything is checked.
 */
export const receiveObject = async (
  bucket: Bucket,
  chunks: AsyncIterable<Buffer>,
  { minSize, maxSize }: Expected,
  metadata: Metadata,
): Promise<string> => {
  const upload = await bucket.startUpload();
  try {
    const md5 = createHash('md5');
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxSize) throw tooLarge(size, maxSize);
      md5.update(chunk);
      await upload.write(chunk);
    }
    if (size < minSize) throw tooSmall(size, minSize);
    const etag = md5.digest('hex');
    await upload.publish({ ...metadata, size, etag });
    return etag;
  } catch (error) {
    await upload.discard();
    throw error;
  }
};
