import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import * as z from 'zod/mini';
import { isOwnKey, uploadKey, uploadsOf } from './uploads.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';

describe('a key', () => {
  test('is its maker’s own', () =>
    expect(isOwnKey(uploadKey('returns', 'nuk', 'sub-1', id), 'returns', 'nuk', 'sub-1')).toBe(true));

  test.each([
    ['of somebody else', `uploads/returns/nuk/sub-2/${id}`],
    ['of another kind', `uploads/users/nuk/sub-1/${id}`],
    ['of another region', `uploads/returns/ndach/sub-1/${id}`],
    ['of somebody whose name begins so', `uploads/returns/nuk/sub-10/${id}`],
    ['that goes up and down again', `uploads/returns/nuk/sub-1/../sub-2/${id}`],
    ['one folder further down', `uploads/returns/nuk/sub-1/x/${id}`],
    ['with something behind it', `uploads/returns/nuk/sub-1/${id}.csv`],
    ['with something before it', `x/uploads/returns/nuk/sub-1/${id}`],
    ['of the folder itself', 'uploads/returns/nuk/sub-1/'],
    ['in capitals', `uploads/returns/nuk/sub-1/${id.toUpperCase()}`],
    ['of nothing', ''],
  ])('%s is not', (_, key) => expect(isOwnKey(key, 'returns', 'nuk', 'sub-1')).toBe(false));
});

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
  test('has a presigned POST to one key of one bucket, of the size it was asked for, for five minutes', async () => {
    const { url, fields } = await uploads.presignPost('uploads/nuk/sub-1/x', 1234);
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
