import { GetObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readAnswer } from '#scripts/local-cloud/testing/s3-answers.ts';
import { openContractTarget, stage } from '#scripts/local-cloud/testing/s3-target.ts';
import type { ContractTarget } from '#scripts/local-cloud/testing/s3-target.ts';
import { sign } from '../sigv4.ts';

let target: ContractTarget;

beforeAll(async () => {
  target = await openContractTarget();
}, 60_000);
afterAll(() => target.close(), 60_000);

const key = 'returns/ndach/upload.csv';

type Presigned = Awaited<ReturnType<typeof createPresignedPost>>;

/** As the portal makes it: a key, a type, 5 to 20 bytes, 5 minutes. */
const presign = (options: Partial<PresignedPostOptions> = {}): Promise<Presigned> =>
  createPresignedPost(target.client, {
    Bucket: target.bucket,
    Key: key,
    Fields: { 'Content-Type': 'text/csv' },
    Conditions: [['content-length-range', 5, 20]],
    Expires: 300,
    ...options,
  });

const post = async ({ url, fields }: Presigned, content = 'store;ean', filename = 'upload.csv'): Promise<Response> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'application/x-ignored' }), filename);
  return fetch(url, { method: 'POST', body: form });
};

const withField = ({ url, fields }: Presigned, name: string, value: string): Presigned => ({
  url,
  fields: { ...fields, [name]: value },
});

const without = ({ url, fields }: Presigned, name: string): Presigned => ({
  url,
  fields: Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name)),
});

/** The same form under another policy, properly signed: what only the signer's own mistakes could bring. */
const resign = async ({ url, fields }: Presigned, change: (conditions: object[]) => unknown): Promise<Presigned> => {
  const { Policy = '', 'X-Amz-Credential': credential = '' } = fields;
  const { expiration, conditions } = JSON.parse(Buffer.from(Policy, 'base64').toString()) as {
    expiration: string;
    conditions: object[];
  };
  const policy = Buffer.from(JSON.stringify({ expiration, conditions: change(conditions) })).toString('base64');
  const [accessKeyId = '', date = '', region = '', service = ''] = credential.split('/');
  const { secretAccessKey } = await target.client.config.credentials();
  return {
    url,
    fields: {
      ...fields,
      Policy: policy,
      'X-Amz-Signature': sign(policy, { accessKeyId, date, region, service }, secretAccessKey),
    },
  };
};

const stored = async (Key = key): Promise<string> => {
  const { Body } = await target.client.send(new GetObjectCommand({ Bucket: target.bucket, Key }));
  return Body?.transformToString() ?? '';
};

describe('POST with a presigned policy stores the file', () => {
  test('and answers 204, without a word', async () => {
    const response = await post(await presign(), 'store;ean');
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(await stored()).toBe('store;ean');
  });

  test("under the form's Content-Type, not the file's own", async () => {
    await post(await presign({ Fields: { 'Content-Type': 'text/csv' } }));
    const head = await target.client.send(new GetObjectCommand({ Bucket: target.bucket, Key: key }));
    expect(head).toMatchObject({ ContentType: 'text/csv', ContentLength: 9 });
  });

  test.each([
    [5, 'the least'],
    [20, 'the most'],
  ])('of %d bytes, %s its policy allows', async (size) => {
    expect((await post(await presign(), 'x'.repeat(size))).status).toBe(204);
    expect(await stored()).toHaveLength(size);
  });

  test('and ignores fields whose name begins with x-ignore-', async () => {
    expect((await post(withField(await presign(), 'x-ignore-session', '1'))).status).toBe(204);
  });
});

const denied = (why: string): unknown => ({
  status: 403,
  code: 'AccessDenied',
  message: `Invalid according to Policy: ${why}`,
});

describe('POST with a presigned policy refuses', () => {
  test('another key', async () => {
    expect(await readAnswer(await post(withField(await presign(), 'key', 'returns/nuk/upload.csv')))).toEqual(
      denied(`Policy Condition failed: ["eq", "$key", "${key}"]`),
    );
  });

  test('another type', async () => {
    expect(await readAnswer(await post(withField(await presign(), 'Content-Type', 'text/html')))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });

  test('a field that its policy names and the form lacks', async () => {
    expect(await readAnswer(await post(without(await presign(), 'Content-Type')))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });

  test('a field that its policy does not name', async () => {
    expect(await readAnswer(await post(withField(await presign(), 'x-amz-meta-owner', 'me')))).toEqual(
      denied('Extra input fields: x-amz-meta-owner'),
    );
  });

  test('a policy that names no bucket', async () => {
    const anyBucket = await resign(await presign(), (conditions) => conditions.filter((one) => !('bucket' in one)));
    expect(await readAnswer(await post(anyBucket))).toEqual(denied('Extra input fields: bucket'));
  });

  test('a policy for another bucket', async () => {
    const other = await resign(await presign(), (conditions) =>
      conditions.map((one) => ('bucket' in one ? { bucket: 'someone-elses' } : one)),
    );
    expect(await readAnswer(await post(withField(other, 'bucket', 'someone-elses')))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });

  test('one byte too many', async () => {
    expect(await readAnswer(await post(await presign(), 'x'.repeat(21)))).toMatchObject({
      status: 400,
      code: 'EntityTooLarge',
    });
  });

  test('one byte too few', async () => {
    expect(await readAnswer(await post(await presign(), 'x'.repeat(4)))).toMatchObject({
      status: 400,
      code: 'EntityTooSmall',
    });
  });

  test('a policy changed after it was signed', async () => {
    const honest = await presign();
    const policy = JSON.parse(Buffer.from(honest.fields['Policy'] ?? '', 'base64').toString()) as object;
    const stretched = Buffer.from(JSON.stringify({ ...policy, expiration: '2099-01-01T00:00:00Z' })).toString('base64');
    expect(await readAnswer(await post(withField(honest, 'Policy', stretched)))).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  test('a changed signature', async () => {
    const honest = await presign();
    const signature = honest.fields['X-Amz-Signature'] ?? '';
    const changed = (signature.startsWith('0') ? '1' : '0') + signature.slice(1);
    expect(await readAnswer(await post(withField(honest, 'X-Amz-Signature', changed)))).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  test('an unknown access key', async () => {
    const honest = await presign();
    const credential = (honest.fields['X-Amz-Credential'] ?? '').replace(/^[^/]+/, 'AKIAIOSFODNN7NOBODY0');
    expect(await readAnswer(await post(withField(honest, 'X-Amz-Credential', credential)))).toMatchObject({
      status: 403,
      code: 'InvalidAccessKeyId',
    });
  });

  test.each(['Policy', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Algorithm', 'X-Amz-Date', 'key'])(
    'a form without %s',
    async (name) => {
      const { status } = await readAnswer(await post(without(await presign(), name)));
      expect([400, 403]).toContain(status);
    },
  );

  test('a form without a file', async () => {
    const { url, fields } = await presign();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(400);
  });

  test('fields of more than 20 KB before the file', async () => {
    expect(await readAnswer(await post(withField(await presign(), 'x-ignore-much', 'x'.repeat(21_000))))).toMatchObject(
      { status: 400, code: 'MaxPostPreDataLengthExceeded' },
    );
  });

  test('a policy without conditions', async () => {
    expect(await readAnswer(await post(await resign(await presign(), () => undefined)))).toMatchObject({
      status: 400,
      code: 'InvalidPolicyDocument',
    });
  });

  test('a policy with a condition of an unknown kind', async () => {
    const odd = await resign(await presign(), (conditions) => [...conditions, ['ends-with', '$key', '.csv']]);
    expect(await readAnswer(await post(odd))).toMatchObject({ status: 400, code: 'InvalidPolicyDocument' });
  });

  test('a body that is no form', async () => {
    const { url } = await presign();
    expect(
      (
        await fetch(url, {
          method: 'POST',
          body: 'key=1',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(412);
    expect(
      await readAnswer(
        await fetch(url, {
          method: 'POST',
          body: 'no boundary',
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        }),
      ),
    ).toMatchObject({
      status: 400,
      code: 'MalformedPOSTRequest',
    });
  });

  test('a form that ends within its file, or before it', async () => {
    const { url, fields } = await presign();
    const head = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nstore;ean';
    for (const body of [head.join(''), `${head.join('')}${file}`, `${head.join('')}--b\r\n\r\nnameless\r\n`]) {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      expect(await readAnswer(await fetch(url, { method: 'POST', body, headers }))).toMatchObject({
        status: 400,
        code: 'MalformedPOSTRequest',
      });
    }
  });

  test('a bucket that does not exist', async () => {
    const { url, fields } = await presign();
    expect(
      await readAnswer(await post({ url: url.replace(target.bucket, `${target.bucket}-no`), fields })),
    ).toMatchObject({ status: 404, code: 'NoSuchBucket' });
  });

  test('what it refused leaves the stored object as it was', async () => {
    await post(await presign(), 'as it was');
    await post(await presign(), 'x'.repeat(21));
    await post(await presign(), 'x');
    expect(await stored()).toBe('as it was');
  });
});

describe('the life of a policy', () => {
  const inTime = stage ? test.skip : test;
  afterEach(() => {
    if (!stage) target.shiftClock(0);
  });

  inTime("ends at its expiration (emulator only: AWS's clock cannot be moved)", async () => {
    const presigned = await presign();
    target.shiftClock(299_000 - 5_000);
    expect((await post(presigned)).status).toBe(204);
    target.shiftClock(300_000);
    expect(await readAnswer(await post(presigned))).toEqual(denied('Policy expired.'));
  });
});
