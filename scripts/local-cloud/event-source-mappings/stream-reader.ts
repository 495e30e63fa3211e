import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';

// Records are parsed in wire format, because the SDK would convert numbers to dates and text to bytes, while functions
// receive both as text.
const attributes = z.record(z.string(), z.unknown());
const recordSchema = z.object({
  eventID: z.string(),
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  userIdentity: z.optional(z.unknown()),
  dynamodb: z.object({
    /** Epoch seconds. */
    ApproximateCreationDateTime: z.number(),
    Keys: attributes,
    NewImage: z.optional(attributes),
    OldImage: z.optional(attributes),
    SequenceNumber: z.string(),
    SizeBytes: z.number(),
    StreamViewType: z.string(),
  }),
});
export type DatabaseRecord = z.output<typeof recordSchema>;

const streamDescription = z.object({
  StreamDescription: z.object({ Shards: z.tuple([z.object({ ShardId: z.string() })]) }),
});
const shardIterator = z.object({ ShardIterator: z.string() });
const recordPage = z.object({ Records: z.array(recordSchema), NextShardIterator: z.string() });

/** Placeholder signature: the database requires one but doesn't verify it. */
const signature =
  'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=00';

const toTableName = (streamArn: string): string => /:table\/([^/]+)\/stream\//.exec(streamArn)?.[1] ?? '';

/**
 * Creates a reader of a table's stream that bypasses all policies. `streamArn` is the local cloud's ARN; the database
 * has its own, with one shard that never closes.
 */
export const createStreamReader = (client: DynamoDB, endpoint: string, streamArn: string) => {
  const call = async <Schema extends z.ZodMiniType>(
    operation: string,
    body: object,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-date': '20260101T000000Z',
        authorization: signature,
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${operation} of ${streamArn}: ${await response.text()}`);
    return schema.parse(await response.json());
  };
  const findShard = async () => {
    const { Table } = await client.describeTable({ TableName: toTableName(streamArn) });
    const StreamArn = Table?.LatestStreamArn;
    const { StreamDescription } = await call('DescribeStream', { StreamArn }, streamDescription);
    return { StreamArn, ShardId: StreamDescription.Shards[0].ShardId };
  };

  return {
    findShardId: async (): Promise<string> => (await findShard()).ShardId,
    /** Returns an iterator after the record at this position, or at the oldest record if none is given. */
    getIterator: async (startAfter: string | undefined): Promise<string> => {
      const position =
        startAfter === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: startAfter };
      return (await call('GetShardIterator', { ...(await findShard()), ...position }, shardIterator)).ShardIterator;
    },
    readRecords: async (ShardIterator: string, Limit: number) => {
      const { Records, NextShardIterator } = await call('GetRecords', { ShardIterator, Limit }, recordPage);
      return { records: Records, next: NextShardIterator };
    },
  };
};

export type StreamReader = ReturnType<typeof createStreamReader>;

/** Stream record in the form that functions receive; its sequence number is unique within its shard. */
export type StreamRecord = {
  /** Sequence number in the database. */
  readonly position: string;
  readonly sequenceNumber: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly lambdaRecord: object;
};

// AWS writes no record if an item is unchanged; dynoxide, the emulator of DynamoDB, does.
const isUnchanged = ({ eventName, dynamodb }: DatabaseRecord) =>
  eventName === 'MODIFY' && dynamodb.NewImage !== undefined && isDeepStrictEqual(dynamodb.NewImage, dynamodb.OldImage);

// The position is padded to the length of AWS's sequence numbers; in the database it counts from 1 in each table.
const toSequenceNumber = (position: string) => position.padStart(21, '0');
const toEventId = (streamArn: string, position: string) =>
  createHash('md5').update(`${streamArn} ${position}`).digest('hex');

/** Converts records of the database into those that Lambda passes to functions, with the local cloud's names. */
export const toStreamRecords = (
  records: readonly DatabaseRecord[],
  streamArn: string,
  region: string,
): StreamRecord[] =>
  records
    .filter((record) => !isUnchanged(record))
    .map(({ eventName, userIdentity, dynamodb }) => {
      const position = dynamodb.SequenceNumber;
      const sequenceNumber = toSequenceNumber(position);
      return {
        position,
        sequenceNumber,
        createdAt: dynamodb.ApproximateCreationDateTime * 1000,
        lambdaRecord: {
          eventID: toEventId(streamArn, position),
          eventName,
          eventVersion: '1.1',
          eventSource: 'aws:dynamodb',
          awsRegion: region,
          dynamodb: { ...dynamodb, SequenceNumber: sequenceNumber },
          ...(userIdentity !== undefined && { userIdentity }),
          eventSourceARN: streamArn,
        },
      };
    });
