import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';

// As they travel: the SDK would turn numbers into dates and text into bytes, which functions get as text again.
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

const described = z.object({ StreamDescription: z.object({ Shards: z.tuple([z.object({ ShardId: z.string() })]) }) });
const iterator = z.object({ ShardIterator: z.string() });
const read = z.object({ Records: z.array(recordSchema), NextShardIterator: z.string() });

/** Nobody verifies the signature, but there has to be one. */
const signature =
  'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=00';

const tableOf = (streamArn: string): string => /:table\/([^/]+)\/stream\//.exec(streamArn)?.[1] ?? '';

/** Reads the stream of a table, past all policies. `streamArn` is the local cloud's name of it; the database has one of its own, with one shard that never ends. */
export const streamReader = (client: DynamoDB, endpoint: string, streamArn: string) => {
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
  const shard = async () => {
    const { Table } = await client.describeTable({ TableName: tableOf(streamArn) });
    const StreamArn = Table?.LatestStreamArn;
    const { StreamDescription } = await call('DescribeStream', { StreamArn }, described);
    return { StreamArn, ShardId: StreamDescription.Shards[0].ShardId };
  };

  return {
    shardId: async (): Promise<string> => (await shard()).ShardId,
    /** Where to read on after a record; without one, from the oldest there is. */
    iterator: async (after: string | undefined): Promise<string> => {
      const position =
        after === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
      return (await call('GetShardIterator', { ...(await shard()), ...position }, iterator)).ShardIterator;
    },
    records: async (ShardIterator: string, Limit: number) => {
      const { Records, NextShardIterator } = await call('GetRecords', { ShardIterator, Limit }, read);
      return { records: Records, next: NextShardIterator };
    },
  };
};

export type StreamReader = ReturnType<typeof streamReader>;

/** A stream's record as a function gets it; its sequence number tells it from the others of its shard. */
export type StreamRecord = {
  /** As the database counts. */
  readonly position: string;
  readonly sequenceNumber: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly forLambda: object;
};

// AWS writes no record when nothing has changed; the database here does.
const isNoChange = ({ eventName, dynamodb }: DatabaseRecord) =>
  eventName === 'MODIFY' && dynamodb.NewImage !== undefined && isDeepStrictEqual(dynamodb.NewImage, dynamodb.OldImage);

// As long as AWS's, and the same in every run; in the database they count from 1 in each table.
const sequenceNumberOf = (position: string) => position.padStart(21, '0');
const eventIdOf = (streamArn: string, position: string) =>
  createHash('md5').update(`${streamArn} ${position}`).digest('hex');

/** Records of the database as Lambda hands them to functions, with the names of the local cloud. */
export const toStreamRecords = (
  records: readonly DatabaseRecord[],
  streamArn: string,
  region: string,
): StreamRecord[] =>
  records
    .filter((record) => !isNoChange(record))
    .map(({ eventName, userIdentity, dynamodb }) => {
      const position = dynamodb.SequenceNumber;
      const sequenceNumber = sequenceNumberOf(position);
      return {
        position,
        sequenceNumber,
        createdAt: dynamodb.ApproximateCreationDateTime * 1000,
        forLambda: {
          eventID: eventIdOf(streamArn, position),
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
