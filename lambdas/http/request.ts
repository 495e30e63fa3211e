import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '#shared/errors.ts';
import { requestHeader, viewerHostHeader } from '#shared/http.ts';
import { limits } from '#shared/limits.ts';
import { parseJson } from '#shared/parse-json.ts';
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

/** The flat input of a route, not yet checked: query or JSON body, and the path's parameters, which nothing may repeat. */
export const inputOf = (route: Route, request: Request): Record<string, unknown> => {
  const fields = route.method === 'GET' ? (request.queryStringParameters ?? {}) : bodyOf(route, request);
  const parameters = request.pathParameters ?? {};
  const repeated = Object.keys(parameters).filter((name) => Object.hasOwn(fields, name));
  if (repeated.length > 0) {
    throw new AppError('InvalidParameterException', { problems: repeated.map((path) => ({ path, rule: 'pattern' })) });
  }
  return { ...fields, ...parameters };
};
