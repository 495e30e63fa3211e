import { Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { captchaProviders } from '#shared/captcha.ts';
import { securityTextPath, webConfigPath } from '#shared/http.ts';
import { webConfig } from '#shared/web-config.ts';
import { logGroup } from './retention.ts';
import { settingsNameOf, stageNames } from './stages.ts';
import type { Stage } from './stages.ts';

export const deployWebsite = (scope: Construct, props: { stage: Stage; bucket: s3.IBucket; web: string }) => {
  const { stage, bucket, web } = props;
  const hashed = new Asset(scope, 'HashedFiles', { path: `${web}/assets` });
  // The documents of other stages name who answers for those.
  const others = stageNames.filter((name) => name !== settingsNameOf(stage.name)).map((name) => `documents/${name}`);
  const rest = new Asset(scope, 'OtherFiles', { path: web, exclude: ['assets', ...others] });
  const { mayWrite, ...role } = deploymentRole(scope, stage, bucket, rest.bucket);
  const common = { destinationBucket: bucket, memoryLimit: 512, ...role };

  // Old assets stay: a page that is still open asks for its own.
  const assets = new BucketDeployment(scope, 'Assets', {
    ...common,
    sources: [Source.bucket(hashed.bucket, hashed.s3ObjectKey)],
    destinationKeyPrefix: 'assets',
    cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    prune: false,
  });
  assets.node.addDependency(mayWrite);
  const pages = new BucketDeployment(scope, 'Pages', {
    ...common,
    sources: [
      Source.bucket(rest.bucket, rest.s3ObjectKey),
      Source.jsonData(webConfigPath.slice(1), configOf(stage)),
      Source.data(securityTextPath.slice(1), securityText(stage, new Date())),
    ],
    cacheControl: [CacheControl.noCache()],
    exclude: ['assets/*'],
  });
  // A page never comes before the assets it names.
  pages.node.addDependency(assets);
  return pages;
};

/**
 * Says where to report a weakness (RFC 9116). It has to expire within a year: at the beginning of a month, so that deployments
 * of one month write the same file.
 */
export const securityText = ({ securityContact }: Pick<Stage, 'securityContact'>, now: Date) => {
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1));
  const lines = [`Contact: ${securityContact}`, `Expires: ${expires.toISOString()}`, 'Preferred-Languages: en'];
  return lines.map((line) => `${line}\n`).join('');
};

const configOf = (stage: Stage) => {
  const { scriptUrl } = captchaProviders[stage.captcha.provider];
  return webConfig.parse({ ...stage, stage: settingsNameOf(stage.name), captcha: { ...stage.captcha, scriptUrl } });
};

const deploymentRole = (scope: Construct, stage: Stage, site: s3.IBucket, staging: s3.IBucket) => {
  const role = new iam.Role(scope, 'DeploymentRole', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
  const log = logGroup(scope, 'DeploymentLog', stage);
  const allow = (actions: string[], resourceArn: string) =>
    iam.Grant.addToPrincipal({ grantee: role, actions, resourceArns: [resourceArn] });
  log.grantWrite(role);
  // Not each file by name: a policy that changes with each deployment may come into force after it.
  allow(['s3:GetObject'], staging.arnForObjects('*'));
  allow(['s3:ListBucket'], site.bucketArn);
  // The bucket says so itself: what a role may do to objects could only be said with a wildcard there.
  const { policyDependable: mayWrite = site } = site.addToResourcePolicy(
    new iam.PolicyStatement({
      sid: 'ReplaceSite',
      principals: [role],
      actions: ['s3:PutObject', 's3:DeleteObject'],
      resources: [site.arnForObjects('*')],
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
  // The library's own grants are wider than what it does: they are left out.
  return { role: role.withoutPolicyUpdates(), logGroup: log, mayWrite };
};
