import { createHmac } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import { AppError } from '#shared/api/errors.ts';
import type { Problem } from '#shared/api/errors.ts';
import { requestHeader, viewerHostHeader } from '#shared/api/headers.ts';
import { parseJson } from '#shared/api/parse-json.ts';
import type { Route } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';

/** API Gateway request (payload format 2.0; header names in lower case). */
export type Request = APIGatewayProxyEventV2;

const loopbackHost = /^(localhost|127\.0\.0\.1)(:\d+)?$/;

const isSameOrigin = ({ headers }: Request) => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Browsers without Fetch Metadata still send Origin with unsafe requests; CloudFront adds the requested host.
  const host = headers[viewerHostHeader];
  const origin = headers['origin'];
  if (host === undefined) return false;
  // Without TLS only loopback origins are trustworthy, as in browsers: other pages could have been altered in transit.
  return origin === `https://${host}` || (origin === `http://${host}` && loopbackHost.test(host));
};

/** Returns the origin that the browser requested, for links in emails. */
export const toViewerOrigin = ({ headers }: Request): string => `https://${headers[viewerHostHeader] ?? ''}`;

/** Rejects cross-site requests (CSRF), except GETs, which change nothing, and one-click requests, which are signed. Throws InsufficientAccess. */
export const requireSameOrigin = (route: Route, request: Request): void => {
  if (route.method === 'GET' || route.isOneClick) return;
  if (request.headers[requestHeader.name] !== requestHeader.value || !isSameOrigin(request))
    throw new AppError('InsufficientAccess');
};

const hasContentType = ({ headers }: Request, ...types: readonly string[]) =>
  types.includes(headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '');

/** Returns the query's fields. The form body only marks a one-click request (RFC 8058), so it is not parsed. */
const readOneClickFields = (request: Request) => {
  if (!hasContentType(request, 'application/x-www-form-urlencoded', 'multipart/form-data'))
    throw new AppError('UnsupportedMediaType');
  return request.queryStringParameters ?? {};
};

const parseBody = ({ bodyBytes = limits.requestBodyBytes }: Route, request: Request): Record<string, unknown> => {
  const { body = '', isBase64Encoded } = request;
  if (body === '') return {};
  if (!hasContentType(request, 'application/json')) throw new AppError('UnsupportedMediaType');
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > bodyBytes) throw new AppError('PayloadTooLarge');
  const parsed = parseJson(isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body);
  // `parsed` is undefined for text that isn't JSON.
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new AppError('InvalidParameterException');
  return parsed as Record<string, unknown>;
};

const readFields = (route: Route, request: Request): Record<string, unknown> => {
  if (route.isOneClick) return readOneClickFields(request);
  return route.method === 'GET' ? (request.queryStringParameters ?? {}) : parseBody(route, request);
};

/** Returns the unvalidated input: query or JSON body, merged with the path parameters. Throws InvalidParameterException if a path parameter is repeated. */
export const readInput = (route: Route, request: Request): Record<string, unknown> => {
  const fields = readFields(route, request);
  const parameters = request.pathParameters ?? {};
  const repeatedNames = Object.keys(parameters).filter((name) => Object.hasOwn(fields, name));
  if (repeatedNames.length > 0) {
    throw new AppError('InvalidParameterException', {
      problems: repeatedNames.map((path) => ({ path, rule: 'pattern' })),
    });
  }
  return { ...fields, ...parameters };
};

/** Returns the request's CloudFront and X-Ray ids. Accepts only AWS's formats, because clients can send these headers, too. */
export const findTraceIds = ({ headers }: Request, lambdaTraceHeader: string | undefined) => {
  const cloudFrontId = /^[\w-]{30,80}={0,2}$/.exec(headers['x-amz-cf-id'] ?? '')?.[0];
  const trace = lambdaTraceHeader ?? headers['x-amzn-trace-id'] ?? '';
  const traceId = /\bRoot=(1-[\da-f]{8}-[\da-f]{24})\b/.exec(trace)?.[1];
  return { ...(cloudFrontId && { cloudFrontId }), ...(traceId && { traceId }) };
};

type SchemaDefinition = {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
};

const collectFieldNames = (schema: z.core.$ZodType): string[] => {
  const { shape = {}, element, innerType, in: input, options = [] } = schema._zod.def as SchemaDefinition;
  const parts = [...Object.values(shape), element, innerType, input, ...options];
  return [...Object.keys(shape), ...parts.flatMap((part) => (part ? collectFieldNames(part) : []))];
};

/** Formats problems as `path:rule`, such as `lines.3.ean:pattern`. Field names unknown to the route are user input and become `?`. */
export const formatProblems = (route: Pick<Route, 'input'>, problems: readonly Problem[]): string => {
  const fieldNames = new Set(collectFieldNames(route.input));
  const isKnown = (part: string) => fieldNames.has(part) || /^\d{1,4}$/.test(part);
  return problems
    .map(({ path, rule }) => {
      const parts = path.split('.').map((part) => (isKnown(part) ? part : '?'));
      return `${parts.join('.')}:${rule}`;
    })
    .join(' ');
};

/** Returns the keyed hash of an email for logs (docs/runbooks/logs.md): 24 hex digits of HMAC-SHA256. */
export const hashForLogs = (key: string, region: RegionId, email: string): string =>
  createHmac('sha256', key).update(`${region}#${email}`).digest('hex').slice(0, 24);
