import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { failure, readAnswer, upload } from '#scripts/local-cloud/testing/s3-answers.ts';
import { createIam } from '../iam/iam.ts';
import type { Statement } from '../iam/policy.ts';
import { serve } from '../servers.ts';
import type { RunningServer } from '../servers.ts';
import { createS3 } from './s3.ts';

const region = 'eu-central-1';
const roleArn = (name: string) => `arn:aws:iam::123456789012:role/${name}`;
const toReader: Statement = {
  Effect: 'Allow',
  Principal: { AWS: [roleArn('reader')] },
  Action: ['s3:PutObject'],
  Resource: ['arn:aws:s3:::uploads/mine/*'],
};

describe('a bucket’s own policy', () => {
  const iam = createIam(() => {});
  const s3 = createS3({
    region,
    now: Date.now,
    allow: iam.allow,
    secretOf: iam.secretOf,
  });
  let server: RunningServer;

  beforeAll(async () => {
    server = await serve(s3.listener);
    for (const name of ['uploads', 'others']) s3.ensureBucket(name);
    s3.setPolicy('uploads', [toReader]);
  });
  afterAll(() => server.close());

  const as = async <T>(role: string, call: (client: S3Client) => Promise<T>): Promise<T> => {
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${server.port}`,
      region,
      credentials: iam.newKeyFor(roleArn(role), 'test'),
    });
    try {
      return await call(client);
    } finally {
      client.destroy();
    }
  };
  const put = (role: string, bucket: string, key: string) =>
    as(role, async (client) => (await readAnswer(await upload({ client, bucket, key }))).code ?? 'done');

  test.each([
    ['lets the role that it names do what it says', 'reader', 'uploads', 'mine/a', 'done'],
    ['says nothing of another role', 'stranger', 'uploads', 'mine/a', 'AccessDenied'],
    ['says nothing of other keys', 'reader', 'uploads', 'theirs/a', 'AccessDenied'],
    ['says nothing of another bucket', 'reader', 'others', 'mine/a', 'AccessDenied'],
  ])('%s', async (_, role, bucket, key, outcome) => expect(await put(role, bucket, key)).toBe(outcome));

  test('says nothing of another action', async () => {
    const reading = as('reader', (client) =>
      failure(client.send(new GetObjectCommand({ Bucket: 'uploads', Key: 'mine/a' }))),
    );
    expect((await reading).name).toBe('AccessDenied');
  });
});
