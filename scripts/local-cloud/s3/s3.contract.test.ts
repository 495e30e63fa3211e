import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { postForm, readResponse } from '#scripts/local-cloud/testing/s3-responses.ts';
import { openContractTarget, siteOrigin, contractStage } from '#scripts/local-cloud/testing/s3-target.ts';
import type { ContractTarget } from '#scripts/local-cloud/testing/s3-target.ts';

let target: ContractTarget;

beforeAll(async () => {
  target = await openContractTarget();
}, 60_000);
afterAll(() => target.close(), 60_000);

const key = 'returns/ndach/upload.csv';

type Presigned = Awaited<ReturnType<typeof createPresignedPost>>;

/** Creates a presigned POST as the portal does: with a key, a type, 5 to 20 bytes, for 5 minutes. */
const presign = (options: Partial<PresignedPostOptions> = {}): Promise<Presigned> =>
  createPresignedPost(target.client, {
    Bucket: target.bucket,
    Key: key,
    Fields: { 'Content-Type': 'text/csv' },
    Conditions: [['content-length-range', 5, 20]],
    Expires: 300,
    ...options,
  });

const setField = ({ url, fields }: Presigned, name: string, value: string): Presigned => ({
  url,
  fields: { ...fields, [name]: value },
});

const removeField = ({ url, fields }: Presigned, name: string): Presigned => ({
  url,
  fields: Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name)),
});

const readStoredObject = async (Key = key): Promise<string> => {
  const { Body } = await target.client.getObject({ Bucket: target.bucket, Key });
  return Body?.transformToString() ?? '';
};

describe('presigned POST: accepted files', () => {
  test.each([
    [5, 'the minimum'],
    [20, 'the maximum'],
  ])('stores a file of %d bytes, %s that the policy allows', async (size) => {
    const response = await postForm(await presign(), 'x'.repeat(size));
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await readStoredObject()).toHaveLength(size);
  });
});

const buildPolicyViolation = (reason: string) => ({
  status: 403,
  code: 'AccessDenied',
  message: `Invalid according to Policy: ${reason}`,
});

describe('presigned POST: rejections', () => {
  const changeField = (name: string, change: (value: string) => string) => (form: Presigned) =>
    setField(form, name, change(form.fields[name] ?? ''));

  test.each<[string, (form: Presigned) => Presigned, object]>([
    [
      'another key',
      (form) => setField(form, 'key', 'returns/nuk/upload.csv'),
      buildPolicyViolation(`Policy Condition failed: ["eq", "$key", "${key}"]`),
    ],
    ['another type', (form) => setField(form, 'Content-Type', 'text/html'), { status: 403, code: 'AccessDenied' }],
    [
      'a missing field that the policy requires',
      (form) => removeField(form, 'Content-Type'),
      { status: 403, code: 'AccessDenied' },
    ],
    [
      'a field that the policy does not name',
      (form) => setField(form, 'x-amz-meta-owner', 'me'),
      buildPolicyViolation('Extra input fields: x-amz-meta-owner'),
    ],
    [
      'a policy changed after it was signed',
      changeField('Policy', (text) =>
        Buffer.from(
          JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64').toString()), expiration: '2099-01-01T00:00:00Z' }),
        ).toString('base64'),
      ),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'a changed signature',
      changeField('X-Amz-Signature', (text) => (text.startsWith('0') ? '1' : '0') + text.slice(1)),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'an unknown access key',
      changeField('X-Amz-Credential', (text) => text.replace(/^[^/]+/, 'AKIAIOSFODNN7NOBODY0')),
      { status: 403, code: 'InvalidAccessKeyId' },
    ],
    [
      'a bucket that does not exist',
      ({ url, fields }) => ({ url: url.replace(target.bucket, `${target.bucket}-no`), fields }),
      { status: 404, code: 'NoSuchBucket' },
    ],
  ])('rejects %s', async (_, change, expected) => {
    expect(await readResponse(await postForm(change(await presign())))).toMatchObject(expected);
  });

  test.each([
    ['a file one byte too large', 21, 'EntityTooLarge'],
    ['a file one byte too small', 4, 'EntityTooSmall'],
  ])('rejects %s and keeps the stored object', async (_, size, code) => {
    await postForm(await presign(), 'as it was');
    expect(await readResponse(await postForm(await presign(), 'x'.repeat(size)))).toMatchObject({ status: 400, code });
    expect(await readStoredObject()).toBe('as it was');
  });

  test.each(['Policy', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Algorithm', 'X-Amz-Date', 'key'])(
    'rejects a form without %s',
    async (name) => {
      const { status } = await readResponse(await postForm(removeField(await presign(), name)));
      expect([400, 403]).toContain(status);
    },
  );
});

describe('policy expiration', () => {
  const emulatorTest = contractStage ? test.skip : test;
  afterEach(() => {
    if (!contractStage) target.shiftClock(0);
  });

  emulatorTest("rejects an expired policy (emulator only: AWS's clock cannot be moved)", async () => {
    const presigned = await presign();
    target.shiftClock(299_000 - 5_000);
    expect((await postForm(presigned)).status).toBe(204);
    target.shiftClock(300_000);
    expect(await readResponse(await postForm(presigned))).toEqual(buildPolicyViolation('Policy expired.'));
  });
});

test('returns NoSuchKey for a missing key and NoSuchBucket for a missing bucket', async () => {
  await expect(readStoredObject('nowhere')).rejects.toMatchObject({
    name: 'NoSuchKey',
    $metadata: { httpStatusCode: 404 },
  });
  const promise = target.client.getObject({ Bucket: `${target.bucket}-no`, Key: 'a' });
  await expect(promise).rejects.toMatchObject({ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } });
});

describe('CORS', () => {
  const preflight = async (origin: string, method: string, headers: string) =>
    fetch((await presign()).url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
    });

  test('allows uploads from the site', async () => {
    const { status, headers } = await preflight(siteOrigin, 'POST', 'Content-Type, x-amz-meta-a');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': siteOrigin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringMatching(/^content-type, x-amz-meta-a$/i),
      'access-control-max-age': '600',
      vary: expect.stringContaining('Origin'),
    });
  });

  test.each([
    ['another origin', 'https://evil.example.com', 'POST', 'content-type'],
    ['an origin with the same prefix', `${siteOrigin}.evil.com`, 'POST', 'content-type'],
    ['another method', siteOrigin, 'DELETE', 'content-type'],
    ['another header', siteOrigin, 'POST', 'authorization'],
  ])('rejects %s', async (_, origin, method, headers) => {
    const response = await preflight(origin, method, headers);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await readResponse(response)).toMatchObject({ status: 403, code: 'AccessForbidden' });
  });

  test.each([
    [siteOrigin, siteOrigin],
    ['https://evil.example.com', null],
  ])('lets only allowed origins read responses (%s)', async (origin, allowed) => {
    const { status, headers } = await postForm(await presign(), undefined, [], { origin });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, allowed]);
  });
});
