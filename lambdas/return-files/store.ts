import type { S3Client } from '@aws-sdk/client-s3';
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import * as z from 'zod/mini';
import { hasName } from '#lambdas/aws/errors.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { returnRow } from '#lambdas/records/return.ts';

const inviteSeconds = 5 * 60;

/** Whatever the browser takes a file for: it is never shown to anybody. */
const contentType = 'application/octet-stream';

/** Files on their way to be read. */
export const uploadsOf = (s3: S3Client, bucket: string) => ({
  /** What a browser needs to put one file there, of at most so many bytes, within five minutes. */
  invite: async (key: string, bytes: number): Promise<{ url: string; fields: Record<string, string> }> =>
    createPresignedPost(s3, {
      Bucket: bucket,
      Key: key,
      Expires: inviteSeconds,
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

/** What is said of a return that came from the same file: not its lines, only how many there are. */
const sentRow = z.pick(returnRow, {
  storeRefNo: true,
  id: true,
  createdAt: true,
  numberOfProducts: true,
  timeline: true,
});

const attributes = Object.keys(sentRow.shape);

/** Returns that files have become. */
export const sentReturns = (db: DynamoDBDocumentClient, table: string) => ({
  /** A return by its key, and who booked it (their email); undefined where none stands. */
  find: async ({ store, reference }: Pick<ReturnRow, 'store' | 'reference'>) => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: { store, reference },
        ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(),
        ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
      }),
    );
    if (!Item) return undefined;
    const { storeRefNo, id, createdAt, numberOfProducts: lines, timeline } = sentRow.parse(Item);
    const booked = timeline.find((entry) => entry.type === 'booked');
    return { storeRefNo, id, createdAt, lines, by: booked?.by ?? '' };
  },
});

export type SentReturns = ReturnType<typeof sentReturns>;
