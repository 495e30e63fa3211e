import { Aws, Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { privateBucket } from './private-bucket.ts';
import type { Stage } from './stages.ts';

/** Built, not referred to: the site's content policy and a function's environment name the bucket, and the bucket's CORS names the site. */
export const uploadsBucketName = (stage: Stage) =>
  `support-portal-uploads-${stage.name}-${Aws.ACCOUNT_ID}-${Aws.REGION}`;

export const uploadsOrigin = (stage: Stage) => `https://${uploadsBucketName(stage)}.s3.${Aws.REGION}.amazonaws.com`;

export class Files extends Construct {
  readonly uploads: s3.IBucket;

  constructor(scope: Construct, id: string, props: { stage: Stage; siteUrl: string; accessLogs: s3.IBucket }) {
    super(scope, id);
    this.uploads = privateBucket(this, 'Uploads', props.stage, {
      bucketName: uploadsBucketName(props.stage),
      // Its name is fixed: kept, it would be in the way of the next deployment.
      isTemporary: true,
      cors: [
        { allowedMethods: [s3.HttpMethods.POST], allowedOrigins: [props.siteUrl], allowedHeaders: ['*'], maxAge: 3600 },
      ],
      lifecycleRules: [{ expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      serverAccessLogsBucket: props.accessLogs,
      serverAccessLogsPrefix: 'uploads/',
    });
  }
  /** May invite browsers to post files of its kind, which counts as posting them itself, read them and remove them. */
  grantReading(grantee: iam.IGrantable, kind: 'returns' | 'users') {
    // The bucket says so itself: what a role may do to objects could only be said with a wildcard there.
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
