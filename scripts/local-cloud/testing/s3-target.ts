import { randomUUID } from 'node:crypto';
import { S3 as S3Client } from '@aws-sdk/client-s3';
import type { CorsRule } from '../s3/cors.ts';
import { createS3 } from '../s3/s3.ts';
import type { S3Options } from '../s3/s3.ts';
import { buildClientOptions, serveForTest } from './cleanup.ts';

/** Stage in whose AWS account the contract tests run; undefined: they run against the emulator. */
export const contractStage = process.env['CONTRACT_STAGE'];

export const siteOrigin = 'https://portal.example.com';

const corsRules: CorsRule[] = [
  {
    AllowedOrigins: [siteOrigin],
    AllowedMethods: ['POST'],
    AllowedHeaders: ['content-type', 'x-amz-*'],
    MaxAge: 600,
  },
];

/** Starts the emulator with an empty bucket on a free port. */
export const startEmulator = async ({
  isAllowed = () => true,
  findSecretKey = () => undefined,
}: Partial<Pick<S3Options, 'isAllowed' | 'findSecretKey'>> = {}) => {
  const credentials = { accessKeyId: 'AKIDCONTRACT', secretAccessKey: 'contract-secret' };
  const bucket = 'uploads';
  let shiftMs = 0;
  const s3 = createS3({
    now: () => Date.now() + shiftMs,
    isAllowed,
    findSecretKey: (accessKeyId) =>
      accessKeyId === credentials.accessKeyId ? credentials.secretAccessKey : findSecretKey(accessKeyId),
  });
  s3.makeBucket(bucket, corsRules);
  const endpoint = await serveForTest(s3.listener);
  return {
    client: new S3Client(buildClientOptions(endpoint, credentials)),
    bucket,
    endpoint,
    s3,
    /** Shifts the clock by the given milliseconds from the actual time. */
    shiftClock: (ms: number): void => {
      shiftMs = ms;
    },
    close: async (): Promise<void> => {},
  };
};

/** Target of the contract tests: the emulator, or a bucket in the AWS account if `CONTRACT_STAGE` names a stage. */
export type ContractTarget = Omit<Awaited<ReturnType<typeof startEmulator>>, 'endpoint' | 's3'>;

const makeBucketOnAws = async (): Promise<ContractTarget> => {
  const client = new S3Client({});
  const bucket = `portal-contract-${contractStage}-${randomUUID()}`;
  const region = await client.config.region();
  const CreateBucketConfiguration = { LocationConstraint: region as 'eu-central-1' };
  await client.createBucket({ Bucket: bucket, ...(region !== 'us-east-1' && { CreateBucketConfiguration }) });
  const CORSRules = corsRules.map(({ MaxAge, ...rule }) => ({ ...rule, MaxAgeSeconds: MaxAge }));
  await client.putBucketCors({ Bucket: bucket, CORSConfiguration: { CORSRules } });
  return {
    client,
    bucket,
    shiftClock: () => {
      throw new Error("AWS's clock cannot be moved.");
    },
    close: async () => {
      const { Contents = [] } = await client.listObjectsV2({ Bucket: bucket });
      for (const { Key } of Contents) await client.deleteObject({ Bucket: bucket, Key });
      await client.deleteBucket({ Bucket: bucket });
      client.destroy();
    },
  };
};

export const openContractTarget = (): Promise<ContractTarget> => (contractStage ? makeBucketOnAws() : startEmulator());
