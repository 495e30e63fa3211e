import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { retries, requestTimeouts } from '#lambdas/aws/clients.ts';
import { hasName } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a file holds: each kind waits in a folder of its own, which only the function that reads it may touch (infra/files.ts). */
export type UploadKind = 'returns' | 'users';

const folderOf = (kind: UploadKind, region: RegionId, sub: string) => `uploads/${kind}/${region}/${sub}/`;

export const uploadKey = (kind: UploadKind, region: RegionId, sub: string, id: string) =>
  `${folderOf(kind, region, sub)}${id}`;

/** Whether a key was made for this user and this kind of file. */
export const isOwnKey = (key: string, kind: UploadKind, region: RegionId, sub: string) => {
  const folder = folderOf(kind, region, sub);
  return key.startsWith(folder) && uuid.test(key.slice(folder.length));
};

/** Whatever the browser takes a file for: it is never shown to anybody. */
const contentType = 'application/octet-stream';

export const uploadsClient = () =>
  new S3Client({
    ...requestTimeouts(2000),
    retryStrategy: retries({ throttled: 5, lost: 3 }),
    // What a browser has posted may have a checksum that only AWS's own runtime can compute.
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

export const uploadsOf = (s3: S3Client, bucket: string) => ({
  /** A presigned POST: what a browser needs to put one file there, of at most so many bytes, within five minutes. */
  presignPost: async (key: string, bytes: number): Promise<{ url: string; fields: Record<string, string> }> =>
    createPresignedPost(s3, {
      Bucket: bucket,
      Key: key,
      Expires: 5 * 60,
      Fields: { 'Content-Type': contentType },
      Conditions: [['content-length-range', 1, bytes]],
    }),

  /** A file's bytes; undefined when there is none. */
  read: async (key: string): Promise<Uint8Array | undefined> => {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return await Body?.transformToByteArray();
    } catch (error) {
      // S3 says that a key is missing to those only who may list the bucket.
      if (hasName(error, 'NoSuchKey', 'AccessDenied')) return undefined;
      throw error;
    }
  },

  remove: async (key: string): Promise<void> => {
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  },
});

export type Uploads = ReturnType<typeof uploadsOf>;

/** Whatever comes of it, the file is gone afterwards: nobody reads one twice. Throws NotFound where there is none. */
export const takeUpload = async <Result>(
  uploads: Pick<Uploads, 'read' | 'remove'>,
  key: string,
  /** Is told of a file that couldn't be removed; the bucket forgets it within a day. */
  onLeftBehind: (error: unknown) => void,
  work: (bytes: Uint8Array) => Promise<Result>,
): Promise<Result> => {
  const bytes = await uploads.read(key);
  if (!bytes) throw new AppError('NotFound');
  try {
    return await work(bytes);
  } finally {
    await uploads.remove(key).catch(onLeftBehind);
  }
};
