import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import * as z from 'zod/mini';
import { isTransient } from '#lambdas/lib/aws/errors.ts';
import { startFaultyService } from '#lambdas/testing/faulty-service.ts';
import { isOwnKey, toUploadKey, createUploadsClient, createUploads } from './uploads.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';

describe('isOwnKey', () => {
  test("accepts the owner's key", () =>
    expect(isOwnKey(toUploadKey('returns', 'nuk', 'sub-1', id), 'returns', 'nuk', 'sub-1')).toBe(true));

  test.each([
    ['of another user', `uploads/returns/nuk/sub-2/${id}`],
    ['of another kind', `uploads/users/nuk/sub-1/${id}`],
    ['of another region', `uploads/returns/ndach/sub-1/${id}`],
    ['of a user whose ID has the same prefix', `uploads/returns/nuk/sub-10/${id}`],
    ['with a path traversal', `uploads/returns/nuk/sub-1/../sub-2/${id}`],
    ['in a subfolder', `uploads/returns/nuk/sub-1/x/${id}`],
    ['with a suffix', `uploads/returns/nuk/sub-1/${id}.csv`],
    ['with a prefix', `x/uploads/returns/nuk/sub-1/${id}`],
    ['that is only the folder', 'uploads/returns/nuk/sub-1/'],
    ['in capitals', `uploads/returns/nuk/sub-1/${id.toUpperCase()}`],
    ['that is empty', ''],
  ])('rejects a key %s', (_, key) => expect(isOwnKey(key, 'returns', 'nuk', 'sub-1')).toBe(false));
});

const s3 = new S3Client({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
});
const mock = mockClient(s3);
const uploads = createUploads(s3, 'uploads-bucket');
const buildError = (name: string) => Object.assign(new Error(name), { name });

beforeEach(() => {
  mock.reset();
});

describe('createUploads', () => {
  test('expires a presigned POST after five minutes', async () => {
    const { fields } = await uploads.presignPost('uploads/nuk/sub-1/x', 1234);
    const policy = Buffer.from(fields['Policy'] ?? '', 'base64').toString();
    const { expiration } = z.object({ expiration: z.string() }).parse(JSON.parse(policy));
    const [, day = '', hours, minutes, seconds] =
      /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(fields['X-Amz-Date'] ?? '') ?? [];
    const signedAt = Date.parse(`${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${hours}:${minutes}:${seconds}Z`);
    expect(Date.parse(expiration) - signedAt).toBe(5 * 60_000);
  });

  test.each([
    ['that does not exist', new NoSuchKey({ message: '', $metadata: {} })],
    ['that S3 denies access to', buildError('AccessDenied')],
  ])('returns undefined for a file %s', async (_, error) => {
    mock.on(GetObjectCommand).rejects(error);
    expect(await uploads.read('uploads/nuk/sub-1/x')).toBeUndefined();
  });

  test('throws on other errors', async () => {
    mock.on(GetObjectCommand).rejects(buildError('SlowDown'));
    await expect(uploads.read('uploads/nuk/sub-1/x')).rejects.toMatchObject({ name: 'SlowDown' });
  });
});

describe('createUploadsClient', () => {
  const service = startFaultyService((isThrottled) => ({
    status: isThrottled ? 503 : 200,
    type: 'application/xml',
    body: isThrottled ? '<Error><Code>SlowDown</Code></Error>' : 'bytes',
  }));

  test('retries a throttled read four times', async () => {
    service.faults = Array(4).fill('throttled');
    const read = await createUploads(createUploadsClient(), 'uploads').read('key');
    expect([String(read && Buffer.from(read)), service.requestCount]).toEqual(['bytes', 5]);
  });

  test('throws a transient error when a response stalls', async () => {
    service.faults = ['stalled'];
    const error = await createUploads(createUploadsClient(), 'uploads')
      .read('key')
      .catch((reason: unknown) => reason);
    expect(isTransient(error)).toBe(true);
  });
});
