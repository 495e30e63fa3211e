import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { toStackName } from './outputs.ts';
import { toRemovalPolicy } from './retention.ts';
import type { Stage } from './stages.ts';

type BucketProps = Omit<
  s3.BucketProps,
  'autoDeleteObjects' | 'blockPublicAccess' | 'encryption' | 'enforceSSL' | 'removalPolicy'
> & {
  readonly isTemporary?: boolean;
};

/**
 * Creates a bucket that is accessible only by grants and over TLS. A bucket without data to keep is emptied and deleted
 * with the stack (portal.ts).
 */
export const createPrivateBucket = (
  scope: Construct,
  id: string,
  stage: Stage,
  { isTemporary = false, ...props }: BucketProps,
): s3.IBucket => {
  const isKept = stage.keepsData && !isTemporary;
  // CDK's class and interface are incompatible under exactOptionalPropertyTypes.
  return new s3.Bucket(scope, id, {
    ...props,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: isKept ? toRemovalPolicy(stage) : RemovalPolicy.DESTROY,
    autoDeleteObjects: !isKept,
  }) as s3.IBucket;
};

export const toDeliverySourceName = (stage: Stage) => `${toStackName(stage.name)}-cloudfront`;

export const createAccessLogsBucket = (scope: Construct, stage: Stage) => {
  const bucket = createPrivateBucket(scope, 'AccessLogs', stage, {
    lifecycleRules: [{ expiration: Duration.days(stage.accessLogDays) }],
  });
  bucket.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('delivery.logs.amazonaws.com')],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects(`AWSLogs/${Aws.ACCOUNT_ID}/CloudFront/*`)],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 's3:x-amz-acl': 'bucket-owner-full-control' },
        ArnLike: {
          'aws:SourceArn': `arn:${Aws.PARTITION}:logs:us-east-1:${Aws.ACCOUNT_ID}:delivery-source:${toDeliverySourceName(stage)}`,
        },
      },
    }),
  );
  return bucket;
};
