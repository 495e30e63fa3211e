import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createIam } from '../iam/iam.ts';
import type { Statement } from '../iam/policy.ts';
import { serve } from '../servers.ts';
import type { RunningServer } from '../servers.ts';
import { temporaryFolder } from '../temporary-folder.ts';
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
  const folder = temporaryFolder();
  const iam = createIam(() => {});
  const s3 = createS3({
    stateFolder: join(folder.path, 's3'),
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
  afterAll(async () => {
    await server.close();
    folder.remove();
  });

  const send = async (role: string, command: PutObjectCommand | GetObjectCommand): Promise<string> => {
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${server.port}`,
      region,
      credentials: iam.newKeyFor(roleArn(role), 'test'),
      forcePathStyle: true,
    });
    try {
      // The two kinds have overloads of their own.
      await (command instanceof PutObjectCommand ? client.send(command) : client.send(command));
      return 'done';
    } catch (error) {
      return error instanceof S3ServiceException ? error.name : String(error);
    } finally {
      client.destroy();
    }
  };
  const put = (Bucket: string, Key: string) => new PutObjectCommand({ Bucket, Key, Body: 'x' });

  test.each([
    ['lets the role that it names do what it says', 'reader', put('uploads', 'mine/a'), 'done'],
    ['says nothing of another role', 'stranger', put('uploads', 'mine/a'), 'AccessDenied'],
    ['says nothing of other keys', 'reader', put('uploads', 'theirs/a'), 'AccessDenied'],
    [
      'says nothing of another action',
      'reader',
      new GetObjectCommand({ Bucket: 'uploads', Key: 'mine/a' }),
      'AccessDenied',
    ],
    ['says nothing of another bucket', 'reader', put('others', 'mine/a'), 'AccessDenied'],
  ])('%s', async (_, role, command, outcome) => expect(await send(role, command)).toBe(outcome));
});
