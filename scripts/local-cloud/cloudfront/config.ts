import * as z from 'zod/mini';

/** Policies of cache behaviors: AWS managed policies by their fixed ids, the template's own by their refs. */

const cachePolicy = z.looseObject({
  ParametersInCacheKeyAndForwardedToOrigin: z.looseObject({
    EnableAcceptEncodingBrotli: z._default(z.boolean(), false),
  }),
});

/** Returns whether a cache policy enables Brotli. Nothing is cached here, so the rest of the policy has no effect. */
export const enablesBrotli = (config: unknown): boolean =>
  cachePolicy.parse(config).ParametersInCacheKeyAndForwardedToOrigin.EnableAcceptEncodingBrotli;

/** Id of the managed cache policy CachingOptimized. */
export const cachingOptimizedId = '658327ea-f89d-4fab-a63d-7e88639e58f6';

/**
 * Id of the managed origin request policy AllViewerExceptHostHeader, which forwards everything but the Host header.
 * Custom origins require it here.
 */
const allViewerExceptHostId = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const Override = z.literal(true);

const responseHeaders = z.strictObject({
  Name: z.string(),
  Comment: z.optional(z.string()),
  SecurityHeadersConfig: z.strictObject({
    ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), Override }),
    StrictTransportSecurity: z.strictObject({
      AccessControlMaxAgeSec: z.coerce.number(),
      IncludeSubdomains: z.literal(true),
      Override,
    }),
    ContentTypeOptions: z.strictObject({ Override }),
    FrameOptions: z.strictObject({ FrameOption: z.string(), Override }),
    ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), Override }),
  }),
  CustomHeadersConfig: z.strictObject({
    Items: z.array(z.strictObject({ Header: z.string(), Value: z.string(), Override })),
  }),
});

/** Reads the headers with which a policy overrides those of the origin; names are in lower case. */
export const readResponseHeadersPolicy = (config: unknown): Readonly<Record<string, string>> => {
  const { SecurityHeadersConfig: security, CustomHeadersConfig } = responseHeaders.parse(config);
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'strict-transport-security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}; includeSubDomains`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': security.FrameOptions.FrameOption,
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  };
};

const behavior = z.strictObject({
  TargetOriginId: z.string(),
  AllowedMethods: z._default(z.array(z.string()), ['GET', 'HEAD']),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.literal(allViewerExceptHostId)),
  ResponseHeadersPolicyId: z.optional(z.string()),
  Compress: z._default(z.boolean(), false),
  FunctionAssociations: z._default(
    z.array(z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() })).check(z.maxLength(1)),
    [],
  ),
  // There is no TLS here, so there is nothing to redirect to.
  ViewerProtocolPolicy: z.optional(z.string()),
});
export type Behavior = z.output<typeof behavior>;

const origin = z.looseObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.optional(z.never('the local cloud knows no origin paths')),
  OriginCustomHeaders: z._default(z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })), []),
});
export type Origin = z.output<typeof origin>;

const ignoredSetting = z.optional(z.unknown());

/** Distribution settings that are emulated or are known to have no effect on one machine. Any other is rejected. */
export const distributionConfig = z.strictObject({
  DefaultCacheBehavior: behavior,
  CacheBehaviors: z._default(z.array(z.extend(behavior, { PathPattern: z.string() })), []),
  Origins: z.array(origin),
  // Custom error pages and error caching are not supported.
  CustomErrorResponses: z._default(
    z.array(z.strictObject({ ErrorCode: z.number(), ErrorCachingMinTTL: z.literal(0) })),
    [],
  ),
  Enabled: z.literal(true),
  Comment: ignoredSetting,
  // A viewer-request function rewrites the root path instead.
  DefaultRootObject: ignoredSetting,
  HttpVersion: ignoredSetting,
  IPV6Enabled: ignoredSetting,
  Logging: ignoredSetting,
  PriceClass: ignoredSetting,
  WebACLId: z.optional(z.string()),
});
