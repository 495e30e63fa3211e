import * as z from 'zod/mini';

/** Policies of behaviours: AWS's own by their fixed ids, the template's by theirs. */

const cachePolicy = z.looseObject({
  ParametersInCacheKeyAndForwardedToOrigin: z.looseObject({
    EnableAcceptEncodingBrotli: z._default(z.boolean(), false),
  }),
});

/** Nothing is cached here: of a policy only whether CloudFront compresses makes a difference. */
export const readCachePolicy = (config: unknown): boolean =>
  cachePolicy.parse(config).ParametersInCacheKeyAndForwardedToOrigin.EnableAcceptEncodingBrotli;

export const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';

/** AllViewerExceptHostHeader: all of a viewer's request but that goes on to the origin. A server cannot do without it here. */
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

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

/** The headers that a policy puts in place of the origin's, by their names in lower case. */
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

const behaviour = z.strictObject({
  TargetOriginId: z.string(),
  AllowedMethods: z._default(z.array(z.string()), ['GET', 'HEAD']),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.literal(allViewerExceptHost)),
  ResponseHeadersPolicyId: z.optional(z.string()),
  Compress: z._default(z.boolean(), false),
  FunctionAssociations: z._default(
    z.array(z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() })).check(z.maxLength(1)),
    [],
  ),
  // There is no TLS on one machine, so nothing to redirect to.
  ViewerProtocolPolicy: z.optional(z.string()),
});
export type Behaviour = z.output<typeof behaviour>;

const origin = z.looseObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.optional(z.never('the local cloud knows no origin paths')),
  OriginCustomHeaders: z._default(z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })), []),
});
export type Origin = z.output<typeof origin>;

const withoutMeaning = z.optional(z.unknown());

/** The settings that change what a viewer sees, and those known not to matter on one machine. Any other is refused. */
export const distributionConfig = z.strictObject({
  DefaultCacheBehavior: behaviour,
  CacheBehaviors: z._default(z.array(z.extend(behaviour, { PathPattern: z.string() })), []),
  Origins: z.array(origin),
  // No pages of their own, and no error is repeated.
  CustomErrorResponses: z._default(
    z.array(z.strictObject({ ErrorCode: z.number(), ErrorCachingMinTTL: z.literal(0) })),
    [],
  ),
  Enabled: z.literal(true),
  Comment: withoutMeaning,
  // The root has an address of its own, which a function gives it.
  DefaultRootObject: withoutMeaning,
  HttpVersion: withoutMeaning,
  IPV6Enabled: withoutMeaning,
  Logging: withoutMeaning,
  PriceClass: withoutMeaning,
  WebACLId: z.optional(z.string()),
});
