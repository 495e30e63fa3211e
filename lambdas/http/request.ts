import { createHmac } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import type { Problem } from '#shared/errors.ts';
import { requestHeader, viewerHostHeader } from '#shared/http.ts';
import { limits } from '#shared/limits.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';

/** A request as API Gateway hands it over (payload format 2.0; header names in lower case). */
export type Request = APIGatewayProxyEventV2;

const isLoopback = /^(localhost|127\.0\.0\.1)(:\d+)?$/;

const isSameOrigin = ({ headers }: Request) => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Browsers without Fetch Metadata still send Origin with unsafe requests; CloudFront says which host was asked.
  const host = headers[viewerHostHeader];
  const origin = headers['origin'];
  if (host === undefined) return false;
  // As browsers see it, only a machine's own pages are safe without TLS: anybody on the way could have written others.
  return origin === `https://${host}` || (origin === `http://${host}` && isLoopback.test(host));
};

/** The origin that the browser asked, as links in emails need it. */
export const siteOf = ({ headers }: Request): string => `https://${headers[viewerHostHeader] ?? ''}`;

/** Refuses what another site could have made a browser send. GETs change nothing, so they pass. */
export const refuseForgery = (route: Route, request: Request): void => {
  if (route.method === 'GET') return;
  if (request.headers[requestHeader.name] !== requestHeader.value || !isSameOrigin(request))
    throw new AppError('InsufficientAccess');
};

const isJson = (contentType: string | undefined) =>
  contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';

const bodyOf = ({ bodyBytes = limits.requestBodyBytes }: Route, request: Request): Record<string, unknown> => {
  const { body = '', isBase64Encoded } = request;
  if (body === '') return {};
  if (!isJson(request.headers['content-type'])) throw new AppError('UnsupportedMediaType');
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > bodyBytes) throw new AppError('PayloadTooLarge');
  const parsed = parseJson(isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body);
  // Neither is text that isn't JSON at all.
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new AppError('InvalidParameterException');
  return parsed as Record<string, unknown>;
};

/** Not yet checked: query or JSON body, and the path's parameters, which nothing may repeat. */
export const inputOf = (route: Route, request: Request): Record<string, unknown> => {
  const fields = route.method === 'GET' ? (request.queryStringParameters ?? {}) : bodyOf(route, request);
  const parameters = request.pathParameters ?? {};
  const repeated = Object.keys(parameters).filter((name) => Object.hasOwn(fields, name));
  if (repeated.length > 0) {
    throw new AppError('InvalidParameterException', { problems: repeated.map((path) => ({ path, rule: 'pattern' })) });
  }
  return { ...fields, ...parameters };
};

/** By which AWS knows a request; only in AWS's own forms, since past CloudFront anybody may send such headers. */
export const awsIdsOf = ({ headers }: Request, ofFunction: string | undefined) => {
  const cloudFrontId = /^[\w-]{30,80}={0,2}$/.exec(headers['x-amz-cf-id'] ?? '')?.[0];
  const trace = ofFunction ?? headers['x-amzn-trace-id'] ?? '';
  const traceId = /\bRoot=(1-[\da-f]{8}-[\da-f]{24})\b/.exec(trace)?.[1];
  return { ...(cloudFrontId && { cloudFrontId }), ...(traceId && { traceId }) };
};

type Definition = {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
};

const namesIn = (schema: z.core.$ZodType): string[] => {
  const { shape = {}, element, innerType, in: before, options = [] } = schema._zod.def as Definition;
  const parts = [...Object.values(shape), element, innerType, before, ...options];
  return [...Object.keys(shape), ...parts.flatMap((part) => (part ? namesIn(part) : []))];
};

/** `path:rule` of each problem, such as `lines.3.ean:pattern`. A name that the route does not know was typed by somebody: it becomes `?`. */
export const failedRules = (route: Pick<Route, 'input'>, problems: readonly Problem[]): string => {
  const names = new Set(namesIn(route.input));
  const known = (part: string) => names.has(part) || /^\d{1,4}$/.test(part);
  return problems
    .map(({ path, rule }) => {
      const parts = path.split('.').map((part) => (known(part) ? part : '?'));
      return `${parts.join('.')}:${rule}`;
    })
    .join(' ');
};

/** An address as logs name it: of use to nobody without the key (docs/runbooks/logs.md). */
export const addressInLogs = (key: string, region: RegionId, email: string): string =>
  createHmac('sha256', key).update(`${region}#${email}`).digest('hex').slice(0, 24);
