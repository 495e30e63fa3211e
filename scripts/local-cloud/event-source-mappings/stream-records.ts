import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DatabaseRecord } from './stream-reader.ts';

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
