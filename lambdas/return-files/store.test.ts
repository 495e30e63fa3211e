import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import * as z from 'zod/mini';
import { bookedReturn, withRma } from '#lambdas/testing/return-row.ts';
import { sentReturns, uploadsOf } from './store.ts';

const s3 = new S3Client({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
});
const mock = mockClient(s3);
const uploads = uploadsOf(s3, 'uploads-bucket');
const failure = (name: string) => Object.assign(new Error(name), { name });

beforeEach(() => {
  mock.reset();
});

const policy = z.object({ expiration: z.string(), conditions: z.array(z.unknown()) });

describe('an upload', () => {
  test('is invited to one key of one bucket, of the size it was asked for, for five minutes', async () => {
    const { url, fields } = await uploads.invite('uploads/nuk/sub-1/x', 1234);
    expect(url).toBe('https://uploads-bucket.s3.eu-central-1.amazonaws.com/');
    expect(fields).toMatchObject({ key: 'uploads/nuk/sub-1/x', 'Content-Type': 'application/octet-stream' });
    const { expiration, conditions } = policy.parse(
      JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()),
    );
    expect(conditions).toEqual(
      expect.arrayContaining([
        ['content-length-range', 1, 1234],
        { bucket: 'uploads-bucket' },
        { key: 'uploads/nuk/sub-1/x' },
        { 'Content-Type': 'application/octet-stream' },
      ]),
    );
    const [, day = '', hours, minutes, seconds] =
      /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(fields['X-Amz-Date'] ?? '') ?? [];
    const signedAt = Date.parse(`${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${hours}:${minutes}:${seconds}Z`);
    expect(Date.parse(expiration) - signedAt).toBe(5 * 60_000);
  });

  test.each([
    ['that is not there', new NoSuchKey({ message: '', $metadata: {} })],
    ['of which S3 does not say whether it is there', failure('AccessDenied')],
  ])('%s is none', async (_, error) => {
    mock.on(GetObjectCommand).rejects(error);
    expect(await uploads.read('uploads/nuk/sub-1/x')).toBeUndefined();
  });

  test('that cannot be read now is not taken for missing', async () => {
    mock.on(GetObjectCommand).rejects(failure('SlowDown'));
    await expect(uploads.read('uploads/nuk/sub-1/x')).rejects.toMatchObject({ name: 'SlowDown' });
  });

  test('is removed by its key', async () => {
    mock.on(DeleteObjectCommand).resolves({});
    await uploads.remove('uploads/nuk/sub-1/x');
    expect(mock.commandCalls(DeleteObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: 'uploads-bucket',
      Key: 'uploads/nuk/sub-1/x',
    });
  });
});

describe('a return that a file has become', () => {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' }));
  const table = mockClient(db);
  const returns = sentReturns(db, 'returns');
  const row = withRma(bookedReturn(), 'UK7');

  beforeEach(() => {
    table.reset();
  });

  test('is told with who booked it and how many lines it has, and the lines are not read', async () => {
    const { lines: _, ...rest } = row;
    table.on(GetCommand).resolves({ Item: rest });
    expect(await returns.find(row)).toEqual({
      storeRefNo: 'Ret 1',
      id: row.id,
      createdAt: row.createdAt,
      lines: 3,
      by: 'anna@store.example',
    });
    const { Key, ExpressionAttributeNames = {} } = table.commandCalls(GetCommand)[0]?.args[0].input ?? {};
    expect(Key).toEqual({ store: 'nuk#UK-1', reference: 'ret 1' });
    expect(Object.values(ExpressionAttributeNames)).not.toContain('lines');
  });

  test('that is not there is none', async () => {
    table.on(GetCommand).resolves({});
    expect(await returns.find(row)).toBeUndefined();
  });
});
