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
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { brotli: false, gzip: false },
};

/** AllViewerExceptHostHeader: all of a viewer's request but that goes on to the origin. Without a policy nothing does. */
export const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

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
  'host',
]);

/** The viewer's headers that the origin sees. */
export const forwardedHeaders = (
  isForwarded: boolean,
  headers: Readonly<Record<string, string>>,
): Record<string, string> => ({
  'user-agent': 'Amazon CloudFront',
  ...Object.fromEntries(
    Object.entries(headers).filter(([name]) => !neverForwarded.has(name) && (isForwarded || name === 'content-type')),
  ),
});
