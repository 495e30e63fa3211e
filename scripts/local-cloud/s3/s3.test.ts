import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { failure, readAnswer, upload } from '#scripts/local-cloud/testing/s3-answers.ts';
import { startEmulator } from '#scripts/local-cloud/testing/s3-target.ts';
import type { Emulator } from '#scripts/local-cloud/testing/s3-target.ts';
import { operationOf } from './operation.ts';
import { readRequest } from './request.ts';

let emulator: Emulator;
let allowed: (action: string, resource: string) => boolean;
let asked: string[];

beforeEach(async () => {
  allowed = () => true;
  asked = [];
  emulator = await startEmulator({
    allow: (accessKeyId, action, resource) => {
      asked.push(`${accessKeyId} ${action} ${resource}`);
      return allowed(action, resource);
    },
  });
});
afterEach(() => emulator.close());

const put = (key: string, client: S3Client = emulator.client) => upload({ client, bucket: 'uploads', key });
const get = (Key: string, client: S3Client = emulator.client) =>
  client.send(new GetObjectCommand({ Bucket: 'uploads', Key }));

/** A form whose file has begun; the test writes it, or ends it. */
const startForm = (url: string, fields: Record<string, string>): ClientRequest => {
  const form = request(url, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' } });
  for (const [name, value] of Object.entries(fields))
    form.write(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  form.write('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n');
  return form;
};

describe('permissions of the signer', () => {
  test.each([
    ['s3:GetObject', '/k', () => get('k')],
    ['s3:DeleteObject', '/k', () => emulator.client.send(new DeleteObjectCommand({ Bucket: 'uploads', Key: 'k' }))],
    ['s3:ListBucket', '', () => emulator.client.send(new ListObjectsV2Command({ Bucket: 'uploads' }))],
  ])('%s is asked for, and its lack is a 403', async (action, resource, send: () => Promise<unknown>) => {
    await put('k');
    allowed = (one) => one !== action;
    expect((await failure(send())).status).toBe(403);
    expect(asked.at(-1)).toBe(`AKIDCONTRACT ${action} arn:aws:s3:::uploads${resource}`);
  });

  test('a presigned POST counts as its signer’s', async () => {
    allowed = () => false;
    expect(await readAnswer(await put('k'))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: expect.stringContaining('s3:PutObject'),
    });
  });

  test('a missing key is told only to those who may list', async () => {
    allowed = (action) => action !== 's3:ListBucket';
    expect(await failure(get('missing'))).toMatchObject({ name: 'AccessDenied', status: 403 });
  });
});

describe('signatures', () => {
  test('of another secret, key or region are refused', async () => {
    const credentials = { accessKeyId: 'AKIDCONTRACT', secretAccessKey: 'contract-secret' };
    expect(
      await failure(get('k', emulator.clientOf({ credentials: { ...credentials, secretAccessKey: 'guessed' } }))),
    ).toMatchObject({ name: 'SignatureDoesNotMatch', status: 403 });
    expect(
      await failure(get('k', emulator.clientOf({ credentials: { ...credentials, accessKeyId: 'AKIDNOBODY' } }))),
    ).toMatchObject({ name: 'InvalidAccessKeyId', status: 403 });
    expect(await failure(get('k', emulator.clientOf({ region: 'eu-west-1' })))).toMatchObject({
      name: 'AuthorizationHeaderMalformed',
      status: 400,
    });
  });

  test('take a session token along', async () => {
    const credentials = { accessKeyId: 'AKIDCONTRACT', secretAccessKey: 'contract-secret', sessionToken: 'token' };
    expect((await put('k', emulator.clientOf({ credentials }))).status).toBe(204);
    expect((await get('k', emulator.clientOf({ credentials }))).ContentLength).toBe(5);
  });

  test('are wanted of every call', async () => {
    expect(await readAnswer(await fetch(`${emulator.endpoint}/uploads/k`))).toMatchObject({ code: 'AccessDenied' });
  });
});

describe('what it does not do', () => {
  test('is asked for by no client that checks no answers', async () => {
    await put('k');
    expect((await get('k', emulator.clientOf({ responseChecksumValidation: 'WHEN_REQUIRED' }))).ContentLength).toBe(5);
  });

  test('is refused by name: a form with a checksum', async () => {
    const fields = { 'x-amz-checksum-crc32': 'AAAAAA==' };
    const refused = upload({ client: emulator.client, bucket: 'uploads', key: 'k', fields });
    expect(await readAnswer(await refused)).toMatchObject({ status: 501, code: 'NotImplemented' });
  });

  test.each([
    ['ListBuckets', () => emulator.client.send(new ListBucketsCommand({}))],
    ['?tagging', () => emulator.client.send(new GetObjectTaggingCommand({ Bucket: 'uploads', Key: 'k' }))],
    [
      'PutObject',
      () => emulator.client.send(new PutObjectCommand({ Bucket: 'uploads', Key: 'k', Body: 'x', ContentLength: 1 })),
    ],
    ['range', () => emulator.client.send(new GetObjectCommand({ Bucket: 'uploads', Key: 'k', Range: 'bytes=0-1' }))],
    [
      'x-amz-request-payer',
      () => emulator.client.send(new GetObjectCommand({ Bucket: 'uploads', Key: 'k', RequestPayer: 'requester' })),
    ],
    ['?max-keys', () => emulator.client.send(new ListObjectsV2Command({ Bucket: 'uploads', MaxKeys: 2 }))],
    ['?fetch-owner', () => emulator.client.send(new ListObjectsV2Command({ Bucket: 'uploads', FetchOwner: true }))],
  ])('is refused by name: %s', async (name, send: () => Promise<unknown>) => {
    await put('k');
    expect(await failure(send())).toMatchObject({
      name: 'NotImplemented',
      status: 501,
      message: expect.stringContaining(name),
    });
  });

  test('nor is a method that S3 has not', () => {
    expect(() => operationOf(readRequest({ method: 'PATCH', url: '/uploads/k', headers: {} }))).toThrow(
      expect.objectContaining({ status: 405, code: 'MethodNotAllowed' }),
    );
  });
});

describe('what is stored', () => {
  test('is nothing of an interrupted upload', async () => {
    const { url, fields } = await createPresignedPost(emulator.client, { Bucket: 'uploads', Key: 'broken' });
    const broken = startForm(url, fields);
    const hungUp = new Promise((resolve) => broken.on('error', resolve));
    broken.write('x'.repeat(5000));
    broken.destroy(new Error('hung up'));
    await hungUp;
    expect((await failure(get('broken'))).name).toBe('NoSuchKey');
  });

  test.each(['../../../escaped', '..', '.', '/etc/passwd', 'a\u0000b', 'C:\\windows', '%2e%2e/x', 'CON'])(
    'may have any key: %j',
    async (key) => {
      expect((await put(key)).status).toBe(204);
      const { Contents = [] } = await emulator.client.send(new ListObjectsV2Command({ Bucket: 'uploads' }));
      expect(Contents.map(({ Key }) => Key)).toEqual([key]);
    },
  );

  test('takes no more than a policy allows, and says so before the sender has ended', async () => {
    const { url, fields } = await createPresignedPost(emulator.client, {
      Bucket: 'uploads',
      Key: 'big',
      Conditions: [['content-length-range', 1, 1000]],
    });
    const endless = startForm(url, fields);
    const answered = new Promise<number | undefined>((resolve) =>
      endless.on('response', ({ statusCode }) => resolve(statusCode)),
    );
    endless.write('x'.repeat(2000));
    expect(await answered).toBe(400);
    expect((await failure(get('big'))).name).toBe('NoSuchKey');
    endless.destroy();
  });

  test('has nothing of a large upload that was refused', async () => {
    expect(
      await readAnswer(
        await upload({ client: emulator.client, bucket: 'uploads', key: 'big', content: new Uint8Array(30_000_000) }),
      ),
    ).toMatchObject({
      status: 400,
      code: 'EntityTooLarge',
    });
    expect((await failure(get('big'))).name).toBe('NoSuchKey');
  });
});

describe('a form that means to deceive', () => {
  const raw = async (change: (fields: [string, string][]) => [string, string][]): Promise<Response> => {
    const { url, fields } = await createPresignedPost(emulator.client, { Bucket: 'uploads', Key: 'mine' });
    const form = new FormData();
    for (const [name, value] of change(Object.entries(fields))) form.append(name, value);
    form.append('file', new Blob(['x']));
    return fetch(url, { method: 'POST', body: form });
  };

  test('a second key is refused', async () => {
    expect(await readAnswer(await raw((fields) => [['key', 'theirs'], ...fields]))).toMatchObject({
      status: 400,
      code: 'InvalidArgument',
    });
    expect(await readAnswer(await raw((fields) => [...fields, ['KEY', 'theirs']]))).toMatchObject({
      status: 400,
      code: 'InvalidArgument',
    });
  });

  test('another bucket than that of the address is refused', async () => {
    expect(
      (await raw((fields) => fields.map(([name, value]) => [name, name === 'bucket' ? 'other' : value]))).status,
    ).toBe(403);
  });

  test('a value that could not be a header is refused, not stored', async () => {
    const { url, fields } = await createPresignedPost(emulator.client, {
      Bucket: 'uploads',
      Key: 'mine',
      Fields: { 'Content-Type': 'text/csv\r\nset-cookie: a=b' },
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['x']));
    expect(await readAnswer(await fetch(url, { method: 'POST', body: form }))).toMatchObject({
      status: 400,
      code: 'InvalidArgument',
    });
    expect((await failure(get('mine'))).name).toBe('NoSuchKey');
  });

  test('fields after the file change nothing, a second file is refused', async () => {
    const { url, fields } = await createPresignedPost(emulator.client, { Bucket: 'uploads', Key: 'mine' });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['x']));
    form.append('Content-Type', 'text/html');
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204);
    expect((await get('mine')).ContentType).toBe('binary/octet-stream');
    form.append('file', new Blob(['y']));
    expect(await readAnswer(await fetch(url, { method: 'POST', body: form }))).toMatchObject({
      status: 400,
      code: 'IncorrectNumberOfFilesInPostRequest',
    });
  });
});
