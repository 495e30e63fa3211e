import { S3 } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildClientOptions } from '#scripts/local-cloud/testing/cleanup.ts';
import { postForm, readResponse } from '#scripts/local-cloud/testing/s3-responses.ts';
import { startEmulator } from '#scripts/local-cloud/testing/s3-target.ts';
import { createIam } from '../iam/iam.ts';

const iam = createIam(() => {});
let emulator: Awaited<ReturnType<typeof startEmulator>>;
let isActionAllowed: (action: string) => boolean;
let checks: string[];

beforeAll(async () => {
  emulator = await startEmulator({
    findSecretKey: iam.findSecretKey,
    isAllowed: (accessKeyId, action, resource, callContext) => {
      checks.push(`${accessKeyId} ${action} ${resource}`);
      return isActionAllowed(action) && iam.isAllowed(accessKeyId, action, resource, callContext);
    },
  });
});
beforeEach(() => {
  isActionAllowed = () => true;
  checks = [];
});
afterAll(() => emulator.close());

const toObjectInput = (Key: string) => ({ Bucket: 'uploads', Key });
const get = (Key: string) => emulator.client.getObject(toObjectInput(Key));
const presign = (Fields: Record<string, string> = {}, Key = 'k', client = emulator.client) =>
  createPresignedPost(client, { ...toObjectInput(Key), Fields });
const accessDeniedError = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };

describe('S3 permissions', () => {
  test.each([
    ['s3:GetObject', () => get('k')],
    ['s3:DeleteObject', () => emulator.client.deleteObject(toObjectInput('k'))],
  ])('requires %s and returns 403 without it', async (action, sendRequest: () => Promise<unknown>) => {
    await postForm(await presign());
    isActionAllowed = (checked) => checked !== action;
    await expect(sendRequest()).rejects.toMatchObject(accessDeniedError);
    expect(checks.at(-1)).toBe(`AKIDCONTRACT ${action} arn:aws:s3:::uploads/k`);
  });

  test('requires s3:PutObject of the signer of a presigned POST', async () => {
    isActionAllowed = () => false;
    expect(await readResponse(await postForm(await presign()))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: expect.stringContaining('s3:PutObject'),
    });
  });

  test('returns NoSuchKey only to callers that may list', async () => {
    isActionAllowed = (action) => action !== 's3:ListBucket';
    await expect(get('missing')).rejects.toMatchObject(accessDeniedError);
  });

  test('rejects an unsigned request', async () => {
    expect(await readResponse(await fetch(`${emulator.endpoint}/uploads/k`))).toMatchObject({ code: 'AccessDenied' });
  });

  const roleArn = (name: string) => `arn:aws:iam::000000000000:role/${name}`;
  test.each([
    ['allows the named role', 'reader', 'mine/a', undefined],
    ['does not allow another role', 'stranger', 'mine/a', 'AccessDenied'],
    ['does not allow other keys', 'reader', 'theirs/a', 'AccessDenied'],
  ])('bucket policy %s', async (_, role, key, code) => {
    const Principal = { AWS: [roleArn('reader')] };
    const Resource = ['arn:aws:s3:::uploads/mine/*'];
    emulator.s3.setPolicy('uploads', [{ Effect: 'Allow', Principal, Action: ['s3:PutObject'], Resource }]);
    const client = new S3(buildClientOptions(emulator.endpoint, iam.createKeyFor(roleArn(role), 'test')));
    const response = await readResponse(await postForm(await presign({}, key, client)));
    expect(response).toMatchObject(code ? { code } : { status: 204 });
  });
});

describe('unsupported S3 operations', () => {
  test.each([
    ['list-type', () => emulator.client.listObjectsV2({ Bucket: 'uploads' })],
    ['?tagging', () => emulator.client.getObjectTagging(toObjectInput('k'))],
    ['PutObject', () => emulator.client.putObject({ ...toObjectInput('k'), Body: 'x', ContentLength: 1 })],
  ])('rejects %s by name', async (name, sendRequest: () => Promise<unknown>) => {
    const message = expect.stringContaining(name);
    await expect(sendRequest()).rejects.toMatchObject({
      name: 'NotImplemented',
      $metadata: { httpStatusCode: 501 },
      message,
    });
  });

  test.each([{ 'x-amz-checksum-crc32': 'AAAAAA==' }, { success_action_status: '201' }])(
    'rejects a form with %j',
    async (fields: Record<string, string>) => {
      const response = await readResponse(await postForm(await presign(fields)));
      expect(response).toMatchObject({ status: 501, code: 'NotImplemented' });
    },
  );
});

test('checks the last value of a repeated form field against the policy', async () => {
  const { url, fields } = await presign();
  for (const extraFields of [{ KEY: 'theirs' }, { Key: 'theirs' }])
    expect(await readResponse(await postForm({ url, fields: { ...fields, ...extraFields } }))).toMatchObject({
      status: 403,
    });
});

test('ignores form fields after the file', async () => {
  expect((await postForm(await presign(), 'x', [['Content-Type', 'text/html']])).status).toBe(204);
  expect((await get('k')).ContentType).toBe('binary/octet-stream');
});
