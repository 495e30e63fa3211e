import * as z from 'zod/mini';

/** Policies of behaviours: AWS's own by their fixed ids, the template's by theirs. */

const cachePolicyConfig = z.looseObject({
  ParametersInCacheKeyAndForwardedToOrigin: z.looseObject({
    EnableAcceptEncodingBrotli: z.optional(z.boolean()),
    EnableAcceptEncodingGzip: z.optional(z.boolean()),
  }),
});

/** Which encodings CloudFront makes itself. Nothing is cached here: every answer comes from the origin. */
export type CachePolicy = { readonly brotli: boolean; readonly gzip: boolean };

export const readCachePolicy = (config: unknown): CachePolicy => {
  const { EnableAcceptEncodingBrotli: brotli = false, EnableAcceptEncodingGzip: gzip = false } =
    cachePolicyConfig.parse(config).ParametersInCacheKeyAndForwardedToOrigin;
  return { brotli, gzip };
};

export const managedCachePolicies: Readonly<Record<string, CachePolicy>> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': { brotli: true, gzip: true },
  // CachingOptimizedForUncompressedObjects
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': { brotli: false, gzip: false },
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { brotli: false, gzip: false },
};

const names = z.optional(z.array(z.string()));
const originRequestConfig = z.looseObject({
  HeadersConfig: z.object({ HeaderBehavior: z.enum(['none', 'whitelist', 'allViewer', 'allExcept']), Headers: names }),
  CookiesConfig: z.object({ CookieBehavior: z.enum(['none', 'all']), Cookies: names }),
  QueryStringsConfig: z.object({ QueryStringBehavior: z.enum(['none', 'all']), QueryStrings: names }),
});

/** What of a viewer's request goes on to the origin. */
export type OriginRequestPolicy = {
  readonly header: (name: string) => boolean;
  readonly cookies: boolean;
  readonly query: boolean;
};

export const readOriginRequestPolicy = (config: unknown): OriginRequestPolicy => {
  const { HeadersConfig, CookiesConfig, QueryStringsConfig } = originRequestConfig.parse(config);
  const listed = new Set(HeadersConfig.Headers?.map((name) => name.toLowerCase()));
  const byBehaviour = {
    none: () => false,
    whitelist: (name: string) => listed.has(name),
    allViewer: () => true,
    allExcept: (name: string) => !listed.has(name),
  };
  return {
    header: byBehaviour[HeadersConfig.HeaderBehavior],
    cookies: CookiesConfig.CookieBehavior === 'all',
    query: QueryStringsConfig.QueryStringBehavior === 'all',
  };
};

export const nothingForwarded: OriginRequestPolicy = { header: () => false, cookies: false, query: false };

export const managedOriginRequestPolicies: Readonly<Record<string, OriginRequestPolicy>> = {
  // AllViewer
  '216adef6-5c7f-47e4-b989-5492eafa07d3': { header: () => true, cookies: true, query: true },
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': { header: (name) => name !== 'host', cookies: true, query: true },
};

// They belong to one connection, or CloudFront sets them itself.
const neverForwarded = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'expect',
  'cookie',
]);

/** The viewer's headers that the origin sees. */
export const forwardedHeaders = (
  policy: OriginRequestPolicy,
  headers: Readonly<Record<string, string>>,
): Record<string, string> => {
  const passing = Object.entries(headers).filter(
    ([name]) => !neverForwarded.has(name) && (policy.header(name) || name === 'content-type'),
  );
  return {
    'user-agent': 'Amazon CloudFront',
    ...Object.fromEntries(passing),
    ...(policy.cookies && headers['cookie'] && { cookie: headers['cookie'] }),
  };
};
