import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import * as z from 'zod/mini';
import { isTransient } from '#lambdas/aws/errors.ts';
import { isOwnKey, uploadKey, uploadsClient, uploadsOf } from './uploads.ts';

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
});

describe('S3 that is busy, or falls silent in the middle', () => {
  const before = { ...process.env };
  let answers: ('busy' | 'silent')[] = [];
  let asked = 0;
  const server = createServer((_, res) => {
    asked += 1;
    const answer = answers.shift();
    if (answer === 'busy')
      return void res.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>');
    res.writeHead(200, { 'content-length': 5 });
    if (answer === 'silent') return void res.write('by');
    res.end('bytes');
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    Object.assign(process.env, {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    });
  });
  afterAll(async () => {
    process.env = before;
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });

  test('is asked five times for a file', async () => {
    answers = ['busy', 'busy', 'busy', 'busy'];
    const read = await uploadsOf(uploadsClient(), 'uploads').read('key');
    expect([String(read && Buffer.from(read)), asked]).toEqual(['bytes', 5]);
  });

  test('says "later", and does not hang', async () => {
    answers = ['silent'];
    const error = await uploadsOf(uploadsClient(), 'uploads')
      .read('key')
      .catch((reason: unknown) => reason);
    expect(isTransient(error)).toBe(true);
  });
});
