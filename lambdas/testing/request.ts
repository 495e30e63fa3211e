import type { Context } from 'aws-lambda';
import type { Request } from '#lambdas/lib/http/request.ts';
import type { ApiResponse } from '#lambdas/lib/http/response.ts';
import { originSecretHeader, requestHeader } from '#shared/api/headers.ts';
import type { Route } from '#shared/api/route.ts';
import { createByRegion } from '#shared/config/regions.ts';

const settingsWithReturns = { returnsAvailable: true, returnPeriodDays: 30 };

/** Settings of the regions: returns for 30 days, in ndach for 14, and none in nfr. */
export const testSettings = {
  ...createByRegion(() => settingsWithReturns),
  ndach: { ...settingsWithReturns, returnPeriodDays: 14 },
  nfr: { ...settingsWithReturns, returnsAvailable: false },
};

/** Builds a request as the page sends it through CloudFront and API Gateway; tests can override every part. */
export const buildRequest = (
  route: Route,
  { region = 'nuk', body, ...overrides }: { region?: string; body?: unknown } & Partial<Omit<Request, 'body'>> = {},
): Request => ({
  version: '2.0',
  routeKey: `${route.method} ${route.path}`,
  rawPath: `/api${route.path.replace('{region}', region)}`,
  rawQueryString: '',
  pathParameters: { region },
  requestContext: { requestId: 'request-1' } as Request['requestContext'],
  isBase64Encoded: false,
  ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  ...overrides,
  headers: {
    [originSecretHeader]: 'from-our-cloudfront',
    [requestHeader.name]: requestHeader.value,
    'sec-fetch-site': 'same-origin',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...overrides.headers,
  },
});

export const send = async (handler: unknown, request: Request) => {
  const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
  const response = await (handler as (event: never, context: Context) => Promise<ApiResponse>)(
    request as never,
    context,
  );
  return {
    ...response,
    json: JSON.parse(response.body ?? 'null') as { error?: { code: string; problems?: unknown[] } } & Record<
      string,
      unknown
    >,
  };
};
