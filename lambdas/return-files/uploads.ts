import type { S3Client } from '@aws-sdk/client-s3';
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { hasName } from '#lambdas/aws/errors.ts';
import type { RegionId } from '#shared/regions.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const folderOf = (region: RegionId, sub: string) => `uploads/${region}/${sub}/`;

/** Where a user's next file waits to be read; `id` is a UUID. */
export const uploadKey = (region: RegionId, sub: string, id: string) => `${folderOf(region, sub)}${id}`;

/** Whether a key is one that was made for this user. */
export const isOwnKey = (key: string, region: RegionId, sub: string) =>
  key.startsWith(folderOf(region, sub)) && uuid.test(key.slice(folderOf(region, sub).length));

const postSeconds = 5 * 60;

/** Whatever the browser takes a file for: it is never shown to anybody. */
const contentType = 'application/octet-stream';

/** Files on their way to be read. */
export const uploadsOf = (s3: S3Client, bucket: string) => ({
  /** A presigned POST: what a browser needs to put one file there, of at most so many bytes, within five minutes. */
  presignPost: async (key: string, bytes: number): Promise<{ url: string; fields: Record<string, string> }> =>
    createPresignedPost(s3, {
      Bucket: bucket,
      Key: key,
      Expires: postSeconds,
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
