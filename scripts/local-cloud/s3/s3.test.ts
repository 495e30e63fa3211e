import { S3 } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { reaching } from '#scripts/local-cloud/testing/opened.ts';
import { post, readAnswer } from '#scripts/local-cloud/testing/s3-answers.ts';
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
const denied = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };

describe('permissions of the signer', () => {
  test.each([
    ['s3:GetObject', () => get('k')],
    ['s3:DeleteObject', () => emulator.client.deleteObject(at('k'))],
  ])('%s is asked for, and its lack is a 403', async (action, send: () => Promise<unknown>) => {
    await post(await presigned());
    allowed = (one) => one !== action;
    await expect(send()).rejects.toMatchObject(denied);
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
    await expect(get('missing')).rejects.toMatchObject(denied);
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
    await expect(send()).rejects.toMatchObject({
      name: 'NotImplemented',
      $metadata: { httpStatusCode: 501 },
      message,
    });
  });

  test.each([{ 'x-amz-checksum-crc32': 'AAAAAA==' }, { success_action_status: '201' }])(
    'a form with %j',
    async (fields: Record<string, string>) => {
      const refused = await readAnswer(await post(await presigned(fields)));
      expect(refused).toMatchObject({ status: 501, code: 'NotImplemented' });
    },
  );
});

test('a second key in a form is what its policy holds it to', async () => {
  const { url, fields } = await presigned();
  for (const more of [{ KEY: 'theirs' }, { Key: 'theirs' }])
    expect(await readAnswer(await post({ url, fields: { ...fields, ...more } }))).toMatchObject({ status: 403 });
});

test('fields after the file of a form change nothing', async () => {
  expect((await post(await presigned(), 'x', [['Content-Type', 'text/html']])).status).toBe(204);
  expect((await get('k')).ContentType).toBe('binary/octet-stream');
});
