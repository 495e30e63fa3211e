import { request } from 'node:http';
import { S3 } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { reaching } from '#scripts/local-cloud/testing/opened.ts';
import { failure, post, readAnswer } from '#scripts/local-cloud/testing/s3-answers.ts';
import { startEmulator } from '#scripts/local-cloud/testing/s3-target.ts';
import { createIam } from '../iam/iam.ts';

const iam = createIam(() => {});
let emulator: Awaited<ReturnType<typeof startEmulator>>;
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

const at = (Key: string) => ({ Bucket: 'uploads', Key });
const get = (Key: string) => emulator.client.getObject(at(Key));
const presigned = (Fields: Record<string, string> = {}, Key = 'k', client = emulator.client) =>
  createPresignedPost(client, { ...at(Key), Fields });
const denied = { name: 'AccessDenied', status: 403 };

describe('permissions of the signer', () => {
  test.each([
    ['s3:GetObject', () => get('k')],
    ['s3:DeleteObject', () => emulator.client.deleteObject(at('k'))],
  ])('%s is asked for, and its lack is a 403', async (action, send: () => Promise<unknown>) => {
    await post(await presigned());
    allowed = (one) => one !== action;
    expect(await failure(send())).toMatchObject(denied);
    expect(asked.at(-1)).toBe(`AKIDCONTRACT ${action} arn:aws:s3:::uploads/k`);
  });

  test('a presigned POST counts as its signer’s', async () => {
    allowed = () => false;
    expect(await readAnswer(await post(await presigned()))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: expect.stringContaining('s3:PutObject'),
    });
  });

  test('a missing key is told only to those who may list', async () => {
    allowed = (action) => action !== 's3:ListBucket';
    expect(await failure(get('missing'))).toMatchObject(denied);
  });

  test('a call that nobody signed is refused', async () => {
    expect(await readAnswer(await fetch(`${emulator.endpoint}/uploads/k`))).toMatchObject({ code: 'AccessDenied' });
  });

  const roleArn = (name: string) => `arn:aws:iam::000000000000:role/${name}`;
  test.each([
    ['lets the role that it names do what it says', 'reader', 'mine/a', undefined],
    ['says nothing of another role', 'stranger', 'mine/a', 'AccessDenied'],
    ['says nothing of other keys', 'reader', 'theirs/a', 'AccessDenied'],
  ])('a bucket’s own policy %s', async (_, role, key, code) => {
    const Principal = { AWS: [roleArn('reader')] };
    const Resource = ['arn:aws:s3:::uploads/mine/*'];
    emulator.s3.setPolicy('uploads', [{ Effect: 'Allow', Principal, Action: ['s3:PutObject'], Resource }]);
    const client = new S3(reaching(emulator.endpoint, iam.newKeyFor(roleArn(role), 'test')));
    const answer = await readAnswer(await post(await presigned({}, key, client)));
    expect(answer).toMatchObject(code ? { code } : { status: 204 });
  });
});

describe('what it does not do is refused by name', () => {
  test.each([
    ['list-type', () => emulator.client.listObjectsV2({ Bucket: 'uploads' })],
    ['?tagging', () => emulator.client.getObjectTagging(at('k'))],
    ['PutObject', () => emulator.client.putObject({ ...at('k'), Body: 'x', ContentLength: 1 })],
  ])('%s', async (name, send: () => Promise<unknown>) => {
    const message = expect.stringContaining(name);
    expect(await failure(send())).toMatchObject({ name: 'NotImplemented', status: 501, message });
  });

  test.each([{ 'x-amz-checksum-crc32': 'AAAAAA==' }, { success_action_status: '201' }])(
    'a form with %j',
    async (fields: Record<string, string>) => {
      const refused = await readAnswer(await post(await presigned(fields)));
      expect(refused).toMatchObject({ status: 501, code: 'NotImplemented' });
    },
  );
});

describe('a form', () => {
  test('that holds a second key is refused', async () => {
    const { url, fields } = await presigned();
    const secondKeys = [{ KEY: 'theirs' }, { Key: 'theirs' }];
    for (const more of secondKeys)
      expect(await readAnswer(await post({ url, fields: { ...more, ...fields } }))).toMatchObject({
        status: 400,
        code: 'InvalidArgument',
      });
  });

  test('with a value that could not be a header is refused, not stored', async () => {
    const lines = await presigned({ 'Content-Type': 'text/csv\r\nset-cookie: a=b' }, 'lines');
    expect(await readAnswer(await post(lines))).toMatchObject({ status: 400, code: 'InvalidArgument' });
    expect((await failure(get('lines'))).name).toBe('NoSuchKey');
  });

  test('may have fields after its file, which change nothing, but no second file', async () => {
    const form = await presigned();
    expect((await post(form, 'x', [['Content-Type', 'text/html']])).status).toBe(204);
    expect((await get('k')).ContentType).toBe('binary/octet-stream');
    expect(await readAnswer(await post(form, 'x', [['file', new Blob(['y'])]]))).toMatchObject({
      status: 400,
      code: 'IncorrectNumberOfFilesInPostRequest',
    });
  });

  test('that is larger than any policy allows is refused before it has ended, one that breaks off stores nothing', async () => {
    const { url, fields } = await presigned({}, 'broken');
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
