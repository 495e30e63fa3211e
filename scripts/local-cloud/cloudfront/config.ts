import * as z from 'zod/mini';
import { allViewerExceptHost } from './policies.ts';

const functionAssociation = z.strictObject({
  EventType: z.literal('viewer-request'),
  FunctionARN: z.string(),
});

const behaviour = z.strictObject({
  TargetOriginId: z.string(),
  AllowedMethods: z._default(z.array(z.string()), ['GET', 'HEAD']),
  CachedMethods: z.optional(z.array(z.string())),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.literal(allViewerExceptHost)),
  ResponseHeadersPolicyId: z.optional(z.string()),
  Compress: z._default(z.boolean(), false),
  FunctionAssociations: z._default(z.array(functionAssociation).check(z.maxLength(1)), []),
  // There is no TLS on one machine, so nothing to redirect to.
  ViewerProtocolPolicy: z.optional(z.string()),
});
export type Behaviour = z.output<typeof behaviour>;

const cacheBehaviour = z.extend(behaviour, { PathPattern: z.string() });

const origin = z.looseObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z._default(z.string(), ''),
  S3OriginConfig: z.optional(z.unknown()),
  CustomOriginConfig: z.optional(z.looseObject({ OriginReadTimeout: z._default(z.coerce.number(), 30) })),
  OriginCustomHeaders: z._default(z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })), []),
});
export type Origin = z.output<typeof origin>;

/** The settings that change what a viewer sees, and those known not to matter on one machine. Any other is refused. */
export const distributionConfig = z.strictObject({
  DefaultCacheBehavior: behaviour,
  CacheBehaviors: z._default(z.array(cacheBehaviour), []),
  Origins: z.array(origin),
  DefaultRootObject: z._default(z.string(), ''),
  Enabled: z.literal(true),
  Aliases: z.optional(z.array(z.string())),
  Comment: z.optional(z.string()),
  HttpVersion: z.optional(z.string()),
  IPV6Enabled: z.optional(z.boolean()),
  Logging: z.optional(z.unknown()),
  PriceClass: z.optional(z.string()),
  Restrictions: z.optional(z.unknown()),
  ViewerCertificate: z.optional(z.unknown()),
  WebACLId: z.optional(z.string()),
});
export type DistributionConfig = z.output<typeof distributionConfig>;
