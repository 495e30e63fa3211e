import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { createRetryStrategy, createTimeoutOptions } from '#lambdas/lib/aws/clients.ts';
import { hasName } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Content of an upload. Each kind has its own folder, which only the function that reads it may access
 * (infra/files.ts).
 */
export type UploadKind = 'returns' | 'users';

const toUploadFolder = (kind: UploadKind, region: RegionId, sub: string) => `uploads/${kind}/${region}/${sub}/`;

export const toUploadKey = (kind: UploadKind, region: RegionId, sub: string, id: string) =>
  `${toUploadFolder(kind, region, sub)}${id}`;

/** Checks that a key was created for this user and kind of file. */
export const isOwnKey = (key: string, kind: UploadKind, region: RegionId, sub: string) => {
  const folder = toUploadFolder(kind, region, sub);
  return key.startsWith(folder) && uuid.test(key.slice(folder.length));
};

/** A neutral type, whatever the browser reports: uploads are never shown to anyone. */
const contentType = 'application/octet-stream';

export const createUploadsClient = () =>
  new S3Client({
    ...createTimeoutOptions(2000),
    retryStrategy: createRetryStrategy({ maxAttempts: 5, maxAttemptsAfterLoss: 3 }),
    // A browser's upload may have a checksum that only AWS's own runtime can compute.
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** Store of the uploads, by their keys in the bucket. */
export type Uploads = {
  /** Creates a presigned POST for one file of at most `maxBytes` bytes, valid for five minutes. */
  readonly presignPost: (key: string, maxBytes: number) => Promise<{ url: string; fields: Record<string, string> }>;
  /** Returns the bytes of an upload; undefined if it doesn't exist. */
  readonly read: (key: string) => Promise<Uint8Array | undefined>;
  readonly remove: (key: string) => Promise<void>;
};

export const createUploads = (s3: S3Client, bucket: string): Uploads => ({
  presignPost: async (key: string, maxBytes: number): Promise<{ url: string; fields: Record<string, string> }> =>
    createPresignedPost(s3, {
      Bucket: bucket,
      Key: key,
      Expires: 5 * 60,
      Fields: { 'Content-Type': contentType },
      Conditions: [['content-length-range', 1, maxBytes]],
    }),

  read: async (key: string): Promise<Uint8Array | undefined> => {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return await Body?.transformToByteArray();
    } catch (error) {
      // S3 reports a missing key as AccessDenied to callers without ListBucket.
      if (hasName(error, 'NoSuchKey', 'AccessDenied')) return undefined;
      throw error;
    }
  },

  remove: async (key: string): Promise<void> => {
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  },
});

/**
 * Passes an upload to `work` and deletes it afterwards, even on failure, so that no file is read twice. Throws NotFound
 * if it doesn't exist.
 */
export const consumeUpload = async <Result>(
  uploads: Pick<Uploads, 'read' | 'remove'>,
  key: string,
  /** Called if the file couldn't be deleted; the bucket's lifecycle rule expires it within a day. */
  onDeletionFailure: (error: unknown) => void,
  work: (bytes: Uint8Array) => Promise<Result>,
): Promise<Result> => {
  const bytes = await uploads.read(key);
  if (!bytes) throw new AppError('NotFound');
  try {
    return await work(bytes);
  } finally {
    await uploads.remove(key).catch(onDeletionFailure);
  }
};
