import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { failure, readAnswer, upload } from '#scripts/local-cloud/testing/s3-answers.ts';
import { openContractTarget, siteOrigin } from '#scripts/local-cloud/testing/s3-target.ts';
import type { ContractTarget } from '#scripts/local-cloud/testing/s3-target.ts';

let target: ContractTarget;

beforeAll(async () => {
  target = await openContractTarget();
}, 60_000);
afterAll(() => target.close(), 60_000);

const at = (Key: string): { Bucket: string; Key: string } => ({ Bucket: target.bucket, Key });
const put = (key: string, content = 'hello', more: { headers?: Record<string, string> } = {}) =>
  upload({ client: target.client, bucket: target.bucket, key, content, ...more });
const read = async (Key: string): Promise<string> =>
  (await target.client.send(new GetObjectCommand(at(Key)))).Body?.transformToString() ?? '';

describe('GetObject', () => {
  test('gives bytes and type as they were put', async () => {
    const fields = { 'Content-Type': 'text/csv' };
    await upload({ client: target.client, bucket: target.bucket, key: 'full', fields });
    const got = await target.client.send(new GetObjectCommand(at('full')));
    expect(got).toMatchObject({
      ETag: '"5d41402abc4b2a76b9719d911017c592"',
      ContentLength: 5,
      ContentType: 'text/csv',
    });
    expect(await got.Body?.transformToString()).toBe('hello');
    expect(Math.abs(Date.now() - (got.LastModified?.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test.each(['a b+c', 'ümläut/ß', 'a//b', 'x&y=z?q#f'])('finds the key %s', async (key) => {
    await put(key, key);
    expect(await read(key)).toBe(key);
  });

  test('says that a key does not exist', async () => {
    expect(await failure(read('nowhere'))).toMatchObject({ name: 'NoSuchKey', status: 404 });
  });

  test('refuses a bucket that does not exist', async () => {
    const elsewhere = new GetObjectCommand({ Bucket: `${target.bucket}-no`, Key: 'a' });
    expect(await failure(target.client.send(elsewhere))).toMatchObject({ name: 'NoSuchBucket', status: 404 });
  });
});

describe('DeleteObject', () => {
  test('removes an object, and says the same when there is none', async () => {
    await put('gone');
    expect((await target.client.send(new DeleteObjectCommand(at('gone')))).$metadata.httpStatusCode).toBe(204);
    expect((await target.client.send(new DeleteObjectCommand(at('gone')))).$metadata.httpStatusCode).toBe(204);
    expect(await failure(read('gone'))).toMatchObject({ name: 'NoSuchKey', status: 404 });
  });
});

describe('CORS', () => {
  const preflight = async (origin: string, method: string, headers?: string): Promise<Response> => {
    const { protocol, hostname, port } = await addressOf();
    return fetch(`${protocol}//${hostname}:${port}/${target.bucket}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        ...(headers !== undefined && { 'access-control-request-headers': headers }),
      },
    });
  };
  const addressOf = async () => {
    const { protocol, hostname, port } = (await target.client.config.endpoint?.()) ?? {
      protocol: 'https:',
      hostname: `s3.${await target.client.config.region()}.amazonaws.com`,
    };
    return { protocol, hostname, port: port ?? 443 };
  };

  test("allows the site's uploads", async () => {
    const { status, headers } = await preflight(siteOrigin, 'POST', 'Content-Type, x-amz-meta-a');
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(siteOrigin);
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toBe('content-type, x-amz-meta-a');
    expect(headers.get('access-control-max-age')).toBe('600');
    expect(headers.get('vary')).toContain('Origin');
  });

  test.each([
    ['another origin', 'https://evil.example.com', 'POST', undefined],
    ['an origin that only begins alike', `${siteOrigin}.evil.com`, 'POST', undefined],
    ['another method', siteOrigin, 'DELETE', undefined],
    ['another header', siteOrigin, 'POST', 'authorization'],
  ])('refuses %s', async (_, origin, method, headers) => {
    const response = await preflight(origin, method, headers);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await readAnswer(response)).toMatchObject({ status: 403, code: 'AccessForbidden' });
  });

  test('lets the origins of its rules read answers, and no others', async () => {
    const allowed = await put('shared', 'hello', { headers: { origin: siteOrigin } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(siteOrigin);
    const other = await put('shared', 'hello', { headers: { origin: 'https://evil.example.com' } });
    expect(other.status).toBe(204);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});
