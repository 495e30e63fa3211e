import * as z from 'zod/mini';
import type { BucketOrigin } from '../cloudfront/bucket-origin.ts';
import { replaceHosts } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { allowsService, policyDocument } from '../iam/evaluate.ts';
import type { ResourceType } from '../template/deploy.ts';
import { toPhysicalName } from '../template/deploy.ts';
import { corsRule } from './cors.ts';
import type { S3 } from './s3.ts';

const bucket = z.looseObject({
  BucketName: z.optional(z.string()),
  CorsConfiguration: z.optional(z.object({ CorsRules: z.array(corsRule) })),
});
const bucketPolicy = z.looseObject({ Bucket: z.string(), PolicyDocument: policyDocument });

type Options = {
  readonly s3: S3;
  readonly getHosts: () => Hosts;
  readonly addHost: (realUrl: string) => void;
};

/** Creates the resource types of buckets and their policies, and the buckets' access for CloudFront. */
export const createS3ResourceTypes = ({ s3, getHosts, addHost }: Options) => {
  const bucketsByDomain = new Map<string, string>();

  const resourceTypes: Record<string, ResourceType> = {
    'AWS::S3::Bucket': (resource) => {
      const { BucketName: name = toPhysicalName(resource, 63).toLowerCase(), CorsConfiguration: cors } = bucket.parse(
        resource.properties,
      );
      // Browsers send the site's local address as origin.
      const rules = cors?.CorsRules.map((rule) => ({
        ...rule,
        AllowedOrigins: rule.AllowedOrigins.map((origin) => replaceHosts(getHosts(), origin)),
      }));
      s3.makeBucket(name, rules);
      const domain = `${name}.s3.${resource.stackContext.region}.amazonaws.com`;
      bucketsByDomain.set(domain, name);
      addHost(`https://${domain}`);
      return { ref: name, attributes: { Arn: `arn:aws:s3:::${name}`, RegionalDomainName: domain } };
    },
    'AWS::S3::BucketPolicy': ({ logicalId, properties }) => {
      const { Bucket, PolicyDocument } = bucketPolicy.parse(properties);
      s3.setPolicy(Bucket, PolicyDocument.Statement);
      return { ref: logicalId };
    },
  };

  const findBucketOrigin = (domainName: string, distributionArn: string): BucketOrigin | undefined => {
    const name = bucketsByDomain.get(domainName);
    if (name === undefined) return undefined;
    const isAllowed = (action: string, resource: string) =>
      allowsService(s3.findPolicy(name), 'cloudfront.amazonaws.com', distributionArn, { action, resource });
    return { bucket: name, objects: s3.objects, isAllowed, getHosts };
  };

  return { resourceTypes, findBucketOrigin };
};
