import { Duration } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { removalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

type BucketProps = Omit<s3.BucketProps, 'blockPublicAccess' | 'encryption' | 'enforceSSL' | 'removalPolicy'>;

/** A bucket that nobody reaches but by a grant, over TLS. */
export const privateBucket = (scope: Construct, id: string, stage: Stage, props: BucketProps): s3.IBucket =>
  new s3.Bucket(scope, id, {
    ...props,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: removalPolicy(stage),
    // The library's class and its own interface disagree under exactOptionalPropertyTypes.
  }) as s3.IBucket;

/** Where CloudFront and S3 write who asked for what. */
export const accessLogsBucket = (scope: Construct, stage: Stage) =>
  privateBucket(scope, 'AccessLogs', stage, {
    // CloudFront delivers its logs by access control list only.
    objectOwnership: s3.ObjectOwnership.OBJECT_WRITER,
    lifecycleRules: [{ expiration: Duration.days(stage.logRetentionDays) }],
  });
