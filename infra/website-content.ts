import { Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { securityTextPath, webConfigPath } from '#shared/api/headers.ts';
import { captchaProviders } from '#shared/config/captcha-providers.ts';
import { webConfig } from '#shared/config/web-config.ts';
import { receivesBounces } from './functions/bounces.ts';
import { createLogGroup } from './retention.ts';
import { toSettingsName, stageNames } from './stages.ts';
import type { Stage } from './stages.ts';

/** Deploys the built pages in the folder `pageFolder`, and the stage's configuration, to the website's bucket. */
export const deployWebsite = (scope: Construct, props: { stage: Stage; bucket: s3.IBucket; pageFolder: string }) => {
  const { stage, bucket, pageFolder } = props;
  const hashedFiles = new Asset(scope, 'HashedFiles', { path: `${pageFolder}/assets` });
  // The legal documents of other stages are left out, because they name other providers.
  const otherDocuments = stageNames
    .filter((name) => name !== toSettingsName(stage.name))
    .map((name) => `documents/${name}`);
  const otherFiles = new Asset(scope, 'OtherFiles', { path: pageFolder, exclude: ['assets', ...otherDocuments] });
  const { sitePolicy, ...role } = createDeploymentRole(scope, stage, bucket, otherFiles.bucket);
  const commonProps = { destinationBucket: bucket, memoryLimit: 512, ...role };

  // Keeps old assets, since pages that are still open load them.
  const assets = new BucketDeployment(scope, 'Assets', {
    ...commonProps,
    sources: [Source.bucket(hashedFiles.bucket, hashedFiles.s3ObjectKey)],
    destinationKeyPrefix: 'assets',
    cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    prune: false,
  });
  assets.node.addDependency(sitePolicy);
  const pages = new BucketDeployment(scope, 'Pages', {
    ...commonProps,
    sources: [
      Source.bucket(otherFiles.bucket, otherFiles.s3ObjectKey),
      Source.jsonData(webConfigPath.slice(1), toWebConfig(stage)),
      Source.data(securityTextPath.slice(1), buildSecurityText(stage, new Date())),
    ],
    cacheControl: [CacheControl.noCache()],
    exclude: ['assets/*'],
  });
  // Deploys pages after the assets they reference.
  pages.node.addDependency(assets);
  return pages;
};

/**
 * Returns the site's security.txt (RFC 9116). It expires within a year, at the start of a month, so that all
 * deployments of a month write the same file.
 */
export const buildSecurityText = ({ securityContact }: Pick<Stage, 'securityContact'>, now: Date) => {
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1));
  const lines = [`Contact: ${securityContact}`, `Expires: ${expires.toISOString()}`, 'Preferred-Languages: en'];
  return lines.map((line) => `${line}\n`).join('');
};

const toWebConfig = (stage: Stage) => {
  const { scriptUrl } = captchaProviders[stage.captcha.provider];
  return webConfig.parse({
    ...stage,
    stage: toSettingsName(stage.name),
    hasDailyEmail: receivesBounces(stage),
    captcha: { ...stage.captcha, scriptUrl },
  });
};

const createDeploymentRole = (scope: Construct, stage: Stage, siteBucket: s3.IBucket, stagingBucket: s3.IBucket) => {
  const role = new iam.Role(scope, 'DeploymentRole', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
  const log = createLogGroup(scope, 'DeploymentLog', stage);
  const allow = (actions: string[], resourceArn: string) =>
    iam.Grant.addToPrincipal({ grantee: role, actions, resourceArns: [resourceArn] });
  log.grantWrite(role);
  // Allows reading all files, since a policy that changes with each deployment may take effect too late.
  allow(['s3:GetObject'], stagingBucket.arnForObjects('*'));
  allow(['s3:ListBucket'], siteBucket.bucketArn);
  // Uses the bucket policy: in the role's policy, object permissions would need a wildcard.
  const { policyDependable: sitePolicy = siteBucket } = siteBucket.addToResourcePolicy(
    new iam.PolicyStatement({
      sid: 'ReplaceSite',
      principals: [role],
      actions: ['s3:PutObject', 's3:DeleteObject'],
      resources: [siteBucket.arnForObjects('*')],
    }),
  );

  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-${stage.account ?? '<AWS::AccountId>'}-${stage.awsRegion}/*]`,
    reason: 'It reads what this app was deployed with; the names of the files change with each deployment.',
  });
  Validations.of(Stack.of(scope)).acknowledge({
    id: 'AwsSolutions-L1',
    reason:
      "The library's own function for deployments chooses its Python; every function of ours runs the newest Node.",
  });
  // Omits CDK's own grants, which are wider than needed.
  return { role: role.withoutPolicyUpdates(), logGroup: log, sitePolicy };
};
