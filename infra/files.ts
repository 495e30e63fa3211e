import { Aws, Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { createPrivateBucket } from './private-bucket.ts';
import type { Stage } from './stages.ts';

/**
 * Builds the bucket's name instead of referencing it, because the site's content security policy needs the bucket, and
 * the bucket's CORS rules need the site.
 */
export const toUploadsBucketName = (stage: Stage) =>
  `support-portal-uploads-${stage.name}-${Aws.ACCOUNT_ID}-${Aws.REGION}`;

export const toUploadsOrigin = (stage: Stage) => `https://${toUploadsBucketName(stage)}.s3.${Aws.REGION}.amazonaws.com`;

export class Files extends Construct {
  readonly uploads: s3.IBucket;

  constructor(scope: Construct, id: string, props: { stage: Stage; siteUrl: string; accessLogs: s3.IBucket }) {
    super(scope, id);
    this.uploads = createPrivateBucket(this, 'Uploads', props.stage, {
      bucketName: toUploadsBucketName(props.stage),
      // The bucket's name is fixed, so a retained bucket would block the next deployment.
      isTemporary: true,
      cors: [
        { allowedMethods: [s3.HttpMethods.POST], allowedOrigins: [props.siteUrl], allowedHeaders: ['*'], maxAge: 3600 },
      ],
      lifecycleRules: [{ expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      serverAccessLogsBucket: props.accessLogs,
      serverAccessLogsPrefix: 'uploads/',
    });
  }

  /**
   * Grants reading and deleting uploads of one kind, and presigning their POST, which requires the right to put
   * objects.
   */
  grantReading(grantee: iam.IGrantable, kind: 'returns' | 'users') {
    // Uses the bucket policy: in the role's policy, object permissions would need a wildcard.
    this.uploads.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: { returns: 'ReadReturns', users: 'ReadUsers' }[kind],
        principals: [grantee.grantPrincipal],
        actions: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
        resources: [this.uploads.arnForObjects(`uploads/${kind}/*`)],
      }),
    );
  }
}
