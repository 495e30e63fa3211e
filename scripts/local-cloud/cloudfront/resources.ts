import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import type { Hosts } from '../hosts.ts';
import type { Resource, ResourceType } from '../template/deploy.ts';
import { toPhysicalId, toPhysicalName } from '../template/deploy.ts';
import type { BucketOrigin } from './bucket-origin.ts';
import { cachingOptimizedId, distributionConfig, enablesBrotli, readResponseHeadersPolicy } from './config.ts';
import type { Behavior } from './config.ts';
import { createDistribution } from './distribution.ts';
import type { ResolvedBehavior } from './distribution.ts';
import { compileEdgeFunction } from './edge-function.ts';
import type { EdgeFunction } from './edge-function.ts';

type Options = {
  /** Host and port of the site. */
  readonly domainName: string;
  readonly getHosts: () => Hosts;
  readonly findBucketOrigin: (domainName: string, distributionArn: string) => BucketOrigin | undefined;
  /** Called with the distribution's listener. */
  readonly publish: (listener: RequestListener) => void;
  /** Puts the web ACL, if any, in front of the listener. */
  readonly protect: (webAclArn: string | undefined, listener: RequestListener) => RequestListener;
  readonly warn: (message: string) => void;
};

const edgeFunctionProperties = z.looseObject({ Name: z.string(), FunctionCode: z.string() });

const requireEntry = <T>(map: ReadonlyMap<string, T>, kind: string, id: string): T => {
  const value = map.get(id);
  if (value === undefined) throw new Error(`the local cloud has no ${kind} ${id}`);
  return value;
};

/** Creates the resource types `AWS::CloudFront::*` for one distribution with its functions and policies. */
export const createCloudFrontResourceTypes = (options: Options): Record<string, ResourceType> => {
  const { domainName, getHosts, findBucketOrigin, publish, protect, warn } = options;
  const functions = new Map<string, EdgeFunction>();
  /** By the id of a cache policy: true if it enables Brotli. */
  const brotliByCachePolicy = new Map([[cachingOptimizedId, true]]);
  const responseHeadersPolicies = new Map<string, ResolvedBehavior['responseHeaders']>();
  let isPublished = false;

  const createPolicyType =
    <T>(map: Map<string, T>, property: string, read: (config: unknown) => T): ResourceType =>
    (resource: Resource) => {
      const id = toPhysicalName(resource);
      map.set(id, read(resource.properties[property]));
      return { ref: id };
    };

  return {
    'AWS::CloudFront::CachePolicy': createPolicyType(brotliByCachePolicy, 'CachePolicyConfig', enablesBrotli),
    'AWS::CloudFront::ResponseHeadersPolicy': createPolicyType(
      responseHeadersPolicies,
      'ResponseHeadersPolicyConfig',
      readResponseHeadersPolicy,
    ),
    'AWS::CloudFront::Function': (resource) => {
      const { Name, FunctionCode } = edgeFunctionProperties.parse(resource.properties);
      const arn = `arn:aws:cloudfront::${resource.stackContext.accountId}:function/${Name}`;
      functions.set(arn, compileEdgeFunction(Name, FunctionCode));
      return { ref: arn, attributes: { FunctionARN: arn } };
    },
    'AWS::CloudFront::Distribution': (resource) => {
      if (isPublished) throw new Error('the local cloud serves one distribution');
      isPublished = true;
      const config = distributionConfig.parse(resource.properties['DistributionConfig']);
      const id = `E${toPhysicalId(resource, 13).toUpperCase()}`;
      const arn = `arn:aws:cloudfront::${resource.stackContext.accountId}:distribution/${id}`;
      const origins = new Map(
        config.Origins.map((origin) => [origin.Id, { origin, bucket: findBucketOrigin(origin.DomainName, arn) }]),
      );
      // References are resolved at deployment, so that a missing one fails there and not at the first request.
      const resolveBehavior = (behavior: Behavior): ResolvedBehavior => {
        const origin = requireEntry(origins, 'origin', behavior.TargetOriginId);
        // Every custom origin here gets the whole request, which the origin request policy must therefore allow.
        if (!origin.bucket && behavior.OriginRequestPolicyId === undefined)
          throw new Error(`the local cloud hands all of a request to ${behavior.TargetOriginId}, or none`);
        return {
          ...behavior,
          ...origin,
          compresses: requireEntry(brotliByCachePolicy, 'cache policy', behavior.CachePolicyId) && behavior.Compress,
          responseHeaders:
            behavior.ResponseHeadersPolicyId === undefined
              ? {}
              : requireEntry(responseHeadersPolicies, 'response headers policy', behavior.ResponseHeadersPolicyId),
          edgeFunction: behavior.FunctionAssociations.map(({ FunctionARN }) =>
            requireEntry(functions, 'CloudFront Function', FunctionARN),
          )[0],
        };
      };
      const behaviors = [
        ...config.CacheBehaviors.map((behavior) => ({ ...resolveBehavior(behavior), pattern: behavior.PathPattern })),
        resolveBehavior(config.DefaultCacheBehavior),
      ];
      const listener = createDistribution({ behaviors, getHosts, warn });
      publish(protect(config.WebACLId, listener));
      return { ref: id, attributes: { DomainName: domainName } };
    },
  };
};
