import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ChecksumAlgorithm } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openContractTarget, siteOrigin, stage } from './contract-target.ts';
import type { ContractTarget } from './contract-target.ts';
import { readAnswer } from './raw-answer.ts';

let target: ContractTarget;

beforeAll(async () => {
  target = await openContractTarget();
}, 60_000);
afterAll(() => target.close(), 60_000);

const at = (Key: string): { Bucket: string; Key: string } => ({ Bucket: target.bucket, Key });

const put = (Key: string, Body: string | Buffer = 'hello') =>
  target.client.send(new PutObjectCommand({ ...at(Key), Body, ContentType: 'text/plain' }));

const read = async (Key: string, Range?: string): Promise<string> =>
  (await target.client.send(new GetObjectCommand({ ...at(Key), Range }))).Body?.transformToString() ?? '';

const failure = async (sent: Promise<unknown>): Promise<{ name: string; status: number | undefined }> => {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof S3ServiceException)) throw new Error(`Not a refusal of S3: ${String(error)}`);
  return { name: error.name, status: error.$metadata.httpStatusCode };
};

describe('PutObject', () => {
  test('stores bytes, type, headers and metadata', async () => {
    const { ETag } = await target.client.send(
      new PutObjectCommand({
        ...at('full'),
        Body: 'hello',
        ContentType: 'text/csv',
        CacheControl: 'no-store',
        ContentDisposition: 'attachment',
        Metadata: { store: '42' },
      }),
    );
    const head = await target.client.send(new HeadObjectCommand(at('full')));
    expect(ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
    expect(head).toMatchObject({
      ETag,
      ContentLength: 5,
      ContentType: 'text/csv',
      CacheControl: 'no-store',
      ContentDisposition: 'attachment',
      Metadata: { store: '42' },
      AcceptRanges: 'bytes',
    });
    expect(Math.abs(Date.now() - (head.LastModified?.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test.each(['a b+c', 'ümläut/ß', "quote'(1)!*", 'a//b', 'per%20cent', 'x&y=z?q#f', '日本'])(
    'takes the key %s',
    async (key) => {
      await put(key, key);
      expect(await read(key)).toBe(key);
    },
  );

  test('replaces an object', async () => {
    await put('twice', 'first');
    await put('twice', 'second');
    expect(await read('twice')).toBe('second');
  });

  test('takes a stream with a trailing checksum', async () => {
    const body = Buffer.alloc(300_000, 'abc');
    await target.client.send(
      new PutObjectCommand({
        ...at('stream'),
        Body: Readable.from([body.subarray(0, 70_000), body.subarray(70_000)]),
        ContentLength: body.length,
      }),
    );
    expect(await read('stream')).toBe(body.toString());
    expect((await target.client.send(new HeadObjectCommand(at('stream')))).ContentEncoding).toBeUndefined();
  });

  test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] satisfies ChecksumAlgorithm[])(
    'takes and gives back a %s',
    async (ChecksumAlgorithm) => {
      await target.client.send(new PutObjectCommand({ ...at('summed'), Body: 'hello', ChecksumAlgorithm }));
      const answer = await target.client.send(new GetObjectCommand({ ...at('summed'), ChecksumMode: 'ENABLED' }));
      expect(answer[`Checksum${ChecksumAlgorithm}`]).toBeTruthy();
      expect(await answer.Body?.transformToString()).toBe('hello');
    },
  );

  test('takes an empty object', async () => {
    await target.client.send(new PutObjectCommand({ ...at('empty'), Body: Buffer.alloc(0), ContentLength: 0 }));
    expect(await read('empty')).toBe('');
  });

  test('refuses a body whose checksum is another', async () => {
    expect(
      await failure(
        target.client.send(new PutObjectCommand({ ...at('bad'), Body: 'hello', ChecksumCRC32: 'AAAAAA==' })),
      ),
    ).toMatchObject({ status: 400 });
    expect(
      await failure(
        target.client.send(
          new PutObjectCommand({ ...at('bad'), Body: 'hello', ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }),
        ),
      ),
    ).toEqual({ name: 'BadDigest', status: 400 });
    expect((await failure(target.client.send(new HeadObjectCommand(at('bad'))))).status).toBe(404);
  });

  test('refuses a key of more than 1,024 bytes, and takes one of 1,024', async () => {
    expect(await failure(put('ü'.repeat(512) + 'x'))).toEqual({ name: 'KeyTooLongError', status: 400 });
    await put('ü'.repeat(512));
  });

  test('refuses a bucket that does not exist', async () => {
    expect(
      await failure(target.client.send(new PutObjectCommand({ Bucket: `${target.bucket}-no`, Key: 'a', Body: 'a' }))),
    ).toEqual({ name: 'NoSuchBucket', status: 404 });
  });
});

describe('GetObject and HeadObject', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
  ])('give the range %s', async (Range, expected, contentRange) => {
    await put('range', '0123456789');
    const answer = await target.client.send(new GetObjectCommand({ ...at('range'), Range }));
    expect(answer).toMatchObject({
      ContentRange: contentRange,
      ContentLength: expected.length,
      $metadata: { httpStatusCode: 206 },
    });
    expect(await answer.Body?.transformToString()).toBe(expected);
  });

  test('refuse a range past the end', async () => {
    await put('range', '0123456789');
    expect(await failure(read('range', 'bytes=10-'))).toEqual({ name: 'InvalidRange', status: 416 });
  });

  test('say that a key does not exist', async () => {
    expect(await failure(read('nowhere'))).toEqual({ name: 'NoSuchKey', status: 404 });
    expect(await failure(target.client.send(new HeadObjectCommand(at('nowhere'))))).toEqual({
      name: 'NotFound',
      status: 404,
    });
  });
});

describe('DeleteObject', () => {
  test('removes an object, and says the same when there is none', async () => {
    await put('gone');
    expect((await target.client.send(new DeleteObjectCommand(at('gone')))).$metadata.httpStatusCode).toBe(204);
    expect((await target.client.send(new DeleteObjectCommand(at('gone')))).$metadata.httpStatusCode).toBe(204);
    expect(await failure(read('gone'))).toEqual({ name: 'NoSuchKey', status: 404 });
  });
});

describe('ListObjectsV2', () => {
  test('lists a prefix, in pages, in the order of the bytes', async () => {
    const keys = ['list/a b', 'list/a&b', 'list/Z', 'list/ü', 'list/<x>'];
    for (const key of keys) await put(key);
    const seen: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await target.client.send(
        new ListObjectsV2Command({ Bucket: target.bucket, Prefix: 'list/', MaxKeys: 2, ContinuationToken }),
      );
      expect(page.KeyCount).toBe(page.Contents?.length);
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(seen).toEqual(['list/<x>', 'list/Z', 'list/a b', 'list/a&b', 'list/ü']);
  });

  test('lists nothing under a prefix without objects', async () => {
    expect(
      await target.client.send(new ListObjectsV2Command({ Bucket: target.bucket, Prefix: 'none/' })),
    ).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

describe('a presigned GET', () => {
  const inTime = stage ? test.skip : test;
  afterEach(() => {
    if (!stage) target.shiftClock(0);
  });

  const presign = (key: string, expiresIn = 300): Promise<string> =>
    getSignedUrl(
      target.client,
      new GetObjectCommand({ ...at(key), ResponseContentDisposition: 'attachment; filename="template.csv"' }),
      { expiresIn },
    );

  test('gives the object to whoever has the address, under the name it says', async () => {
    await put('pre signed', 'for you');
    const response = await fetch(await presign('pre signed'));
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="template.csv"');
    expect(await response.text()).toBe('for you');
  });

  test.each([
    ['another key', (url: string) => url.replace('/one', '/two')],
    ['a longer life', (url: string) => url.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000')],
    ['another file name', (url: string) => url.replace('template', 'evil')],
    ['another signature', (url: string) => url.replace(/Signature=.{4}/, 'Signature=0000')],
  ])('refuses %s', async (_, change) => {
    const url = await presign('one');
    expect(change(url)).not.toBe(url);
    expect(await readAnswer(await fetch(change(url)))).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  test('refuses another method', async () => {
    expect((await fetch(await presign('one'), { method: 'DELETE' })).status).toBe(403);
  });

  test('refuses x-amz headers that were not signed', async () => {
    expect(await readAnswer(await fetch(await presign('one'), { headers: { 'x-amz-meta-a': '1' } }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });

  test('refuses an address without a signature', async () => {
    const url = new URL(await presign('one'));
    expect(await readAnswer(await fetch(`${url.origin}${url.pathname}`))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });

  inTime("ends when it expires (emulator only: AWS's clock cannot be moved)", async () => {
    await put('short');
    const url = await presign('short', 60);
    target.shiftClock(50_000);
    expect((await fetch(url)).status).toBe(200);
    target.shiftClock(60_000);
    expect(await readAnswer(await fetch(url))).toEqual({
      status: 403,
      code: 'AccessDenied',
      message: 'Request has expired',
    });
    target.shiftClock(-16 * 60_000);
    expect(await readAnswer(await fetch(url))).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  inTime("refuses a clock more than 15 minutes off (emulator only: AWS's clock cannot be moved)", async () => {
    target.shiftClock(16 * 60_000);
    expect(await failure(put('late'))).toEqual({ name: 'RequestTimeTooSkewed', status: 403 });
  });
});

describe('CORS', () => {
  const preflight = async (origin: string, method: string, headers?: string): Promise<Response> => {
    const address = await getSignedUrl(target.client, new GetObjectCommand(at('any')));
    return fetch(address.replace(/\?.*/, ''), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        ...(headers !== undefined && { 'access-control-request-headers': headers }),
      },
    });
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

  test('allows an origin under a wildcard', async () => {
    expect(
      (await preflight('https://feature.preview.example.com', 'GET')).headers.get('access-control-allow-origin'),
    ).toBe('https://feature.preview.example.com');
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
    await put('shared');
    const url = await getSignedUrl(target.client, new GetObjectCommand(at('shared')));
    const allowed = await fetch(url, { headers: { origin: 'https://a.preview.example.com' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://a.preview.example.com');
    const other = await fetch(url, { headers: { origin: 'https://evil.example.com' } });
    expect(other.status).toBe(200);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});
