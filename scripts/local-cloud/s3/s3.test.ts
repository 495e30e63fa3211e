import { request } from 'node:http';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { reaching } from '#scripts/local-cloud/testing/opened.ts';
import { failure, readAnswer, upload } from '#scripts/local-cloud/testing/s3-answers.ts';
import { startEmulator } from '#scripts/local-cloud/testing/s3-target.ts';
import type { Emulator } from '#scripts/local-cloud/testing/s3-target.ts';
import { createIam } from '../iam/iam.ts';

const iam = createIam(() => {});
let emulator: Emulator;
let allowed: (action: string) => boolean;
let asked: string[];

beforeAll(async () => {
  emulator = await startEmulator({
    secretOf: iam.secretOf,
    allow: (accessKeyId, action, resource, circumstances) => {
      asked.push(`${accessKeyId} ${action} ${resource}`);
      return allowed(action) && iam.allow(accessKeyId, action, resource, circumstances);
    },
  });
});
beforeEach(() => {
  allowed = () => true;
  asked = [];
});
afterAll(() => emulator.close());

const put = (key: string, client = emulator.client) => upload({ client, bucket: 'uploads', key });
const get = (Key: string) => emulator.client.send(new GetObjectCommand({ Bucket: 'uploads', Key }));

describe('permissions of the signer', () => {
  test.each([
    ['s3:GetObject', () => get('k')],
    ['s3:DeleteObject', () => emulator.client.send(new DeleteObjectCommand({ Bucket: 'uploads', Key: 'k' }))],
  ])('%s is asked for, and its lack is a 403', async (action, send: () => Promise<unknown>) => {
    await put('k');
    allowed = (one) => one !== action;
    expect(await failure(send())).toMatchObject({ name: 'AccessDenied', status: 403 });
    expect(asked.at(-1)).toBe(`AKIDCONTRACT ${action} arn:aws:s3:::uploads/k`);
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

  test('a call that nobody signed is refused', async () => {
    expect(await readAnswer(await fetch(`${emulator.endpoint}/uploads/k`))).toMatchObject({ code: 'AccessDenied' });
  });
});

describe('a bucket’s own policy', () => {
  const roleArn = (name: string) => `arn:aws:iam::000000000000:role/${name}`;

  test.each([
    ['lets the role that it names do what it says', 'reader', 'mine/a', undefined],
    ['says nothing of another role', 'stranger', 'mine/a', 'AccessDenied'],
    ['says nothing of other keys', 'reader', 'theirs/a', 'AccessDenied'],
  ])('%s', async (_, role, key, code) => {
    emulator.s3.setPolicy('uploads', [
      {
        Effect: 'Allow',
        Principal: { AWS: [roleArn('reader')] },
        Action: ['s3:PutObject'],
        Resource: ['arn:aws:s3:::uploads/mine/*'],
      },
    ]);
    const client = new S3Client(reaching(emulator.endpoint, iam.newKeyFor(roleArn(role), 'test')));
    expect((await readAnswer(await put(key, client))).code).toBe(code);
  });
});

describe('what it does not do is refused by name', () => {
  const at = { Bucket: 'uploads', Key: 'k' };
  test.each([
    ['list-type', () => emulator.client.send(new ListObjectsV2Command({ Bucket: 'uploads' }))],
    ['?tagging', () => emulator.client.send(new GetObjectTaggingCommand(at))],
    ['PutObject', () => emulator.client.send(new PutObjectCommand({ ...at, Body: 'x', ContentLength: 1 }))],
  ])('%s', async (name, send: () => Promise<unknown>) => {
    expect(await failure(send())).toMatchObject({
      name: 'NotImplemented',
      status: 501,
      message: expect.stringContaining(name),
    });
  });

  test.each([{ 'x-amz-checksum-crc32': 'AAAAAA==' }, { success_action_status: '201' }])(
    'a form with %j',
    async (fields: Record<string, string>) => {
      const refused = upload({ client: emulator.client, bucket: 'uploads', key: 'k', fields });
      expect(await readAnswer(await refused)).toMatchObject({ status: 501, code: 'NotImplemented' });
    },
  );
});

describe('a form', () => {
  const presigned = (Fields: Record<string, string> = {}) =>
    createPresignedPost(emulator.client, { Bucket: 'uploads', Key: 'mine', Fields });

  const post = async (
    { url, fields }: Awaited<ReturnType<typeof presigned>>,
    change: (fields: [string, string][]) => [string, string][],
    after: readonly [string, string | Blob][] = [],
  ) => {
    const form = new FormData();
    for (const [name, value] of change(Object.entries(fields))) form.append(name, value);
    form.append('file', new Blob(['x']));
    for (const [name, value] of after) form.append(name, value);
    return readAnswer(await fetch(url, { method: 'POST', body: form }));
  };
  const same = (fields: [string, string][]) => fields;

  test('that holds a second key is refused', async () => {
    const refused = { status: 400, code: 'InvalidArgument' };
    expect(await post(await presigned(), (fields) => [['key', 'theirs'], ...fields])).toMatchObject(refused);
    expect(await post(await presigned(), (fields) => [...fields, ['KEY', 'theirs']])).toMatchObject(refused);
  });

  test('with a value that could not be a header is refused, not stored', async () => {
    const lines = await presigned({ 'Content-Type': 'text/csv\r\nset-cookie: a=b' });
    expect(await post(lines, same)).toMatchObject({ status: 400, code: 'InvalidArgument' });
    expect((await failure(get('mine'))).name).toBe('NoSuchKey');
  });

  test('may have fields after its file, which change nothing, but no second file', async () => {
    expect(await post(await presigned(), same, [['Content-Type', 'text/html']])).toEqual({ status: 204 });
    expect((await get('mine')).ContentType).toBe('binary/octet-stream');
    expect(await post(await presigned(), same, [['file', new Blob(['y'])]])).toMatchObject({
      status: 400,
      code: 'IncorrectNumberOfFilesInPostRequest',
    });
  });

  test('that is larger than any policy allows is refused before it has ended, one that breaks off stores nothing', async () => {
    const { url, fields } = await createPresignedPost(emulator.client, { Bucket: 'uploads', Key: 'broken' });
    const begin = () => {
      const form = request(url, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' } });
      for (const [name, value] of Object.entries(fields))
        form.write(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
      form.write('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n');
      return form;
    };
    const endless = begin();
    const answered = new Promise((resolve) => void endless.on('response', ({ statusCode }) => resolve(statusCode)));
    endless.write('x'.repeat(13_000_000));
    expect(await answered).toBe(400);
    endless.destroy();

    const broken = begin();
    const hungUp = new Promise((resolve) => void broken.on('error', resolve));
    broken.write('x'.repeat(5000));
    broken.destroy(new Error('hung up'));
    await hungUp;
    expect((await failure(get('broken'))).name).toBe('NoSuchKey');
  });
});
