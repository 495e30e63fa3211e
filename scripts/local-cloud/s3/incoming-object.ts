import { createHash } from 'node:crypto';
import { isChecksumHeader, startChecksum } from './checksums.ts';
import type { ChecksumHeader } from './checksums.ts';
import type { Bucket } from './object-store.ts';
import { S3Error } from './s3-error.ts';

export type Expected = {
  minSize: number;
  maxSize: number;
  /** Header names and base64 values, of which only checksums are looked at; read when all bytes are in, as trailers come last. */
  checksums: () => Iterable<readonly [string, string]>;
  /** The checksums to compute: those that headers, fields or announced trailers name. */
  compute: readonly ChecksumHeader[];
  contentMd5?: string | undefined;
  sha256?: string | undefined;
  /** Bytes announced by the sender. */
  size?: number | undefined;
};

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

const badDigest = (what: string): S3Error =>
  new S3Error(400, 'BadDigest', `The ${what} you specified did not match what we received.`);

export type Metadata = { key: string; headers: Record<string, string>; lastModified: string };

export type Received = { etag: string; checksums: Record<string, string> };

/**
 * Writes an object's bytes to the bucket as they arrive and holds them to what was announced.
 * One byte past the limit ends it; nothing becomes visible before everything is checked.
 */
export const receiveObject = async (
  bucket: Bucket,
  chunks: AsyncIterable<Buffer>,
  expected: Expected,
  metadata: Metadata,
): Promise<Received> => {
  const upload = await bucket.startUpload();
  try {
    const md5 = createHash('md5');
    const sha256 = createHash('sha256');
    const computing = expected.compute.map((name) => [name, startChecksum(name)] as const);
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > expected.maxSize) throw tooLarge(size, expected.maxSize);
      md5.update(chunk);
      sha256.update(chunk);
      for (const [, digest] of computing) digest.update(chunk);
      await upload.write(chunk);
    }
    if (size < expected.minSize) throw tooSmall(size, expected.minSize);
    if (expected.size !== undefined && size !== expected.size)
      throw new S3Error(400, 'IncompleteBody', 'The request body does not have the announced length.');
    if (expected.sha256 !== undefined && sha256.digest('hex') !== expected.sha256) {
      throw new S3Error(
        400,
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    const digest = md5.digest();
    if (expected.contentMd5 !== undefined && digest.toString('base64') !== expected.contentMd5)
      throw badDigest('Content-MD5');
    const checksums: Record<string, string> = Object.fromEntries(
      computing.map(([name, each]) => [name, each.base64()]),
    );
    for (const [name, value] of expected.checksums()) {
      if (isChecksumHeader(name) && checksums[name] !== value)
        throw badDigest(name.slice('x-amz-checksum-'.length).toUpperCase());
    }
    const etag = digest.toString('hex');
    await upload.publish({ ...metadata, size, etag, checksums });
    return { etag, checksums };
  } catch (error) {
    await upload.discard();
    throw error;
  }
};
