import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import type { HttpResponse } from '../servers.ts';

type RequestContextFields = Pick<
  APIGatewayProxyEventV2['requestContext'],
  'routeKey' | 'stage' | 'apiId' | 'domainName' | 'accountId' | 'requestId'
>;

/** Formats a time as in access logs: `21/Nov/2026:10:15:00 +0000`. */
const formatLogTime = (now: Date) => {
  const [, day, month, year, time] = now.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

const isText = (contentType: string) =>
  /^(text\/|application\/(json|javascript|xml|[\w.+-]+\+(json|xml))\b)/i.test(contentType);

// API Gateway joins the values of a repeated header or query parameter with commas.
const joinRepeated = (pairs: Iterable<readonly [string, string]>): Record<string, string> => {
  // The object has no prototype, because a query parameter may be named `__proto__`.
  const values = Object.create(null) as Record<string, string>;
  for (const [name, value] of pairs) values[name] = Object.hasOwn(values, name) ? `${values[name]},${value}` : value;
  return values;
};

/** Creates the event of payload format 2.0. */
export const createProxyEvent = (
  { method = '', url = '/', headers: { cookie, ...otherHeaders }, socket }: IncomingMessage,
  body: Buffer,
  parameters: Readonly<Record<string, string>>,
  now: Date,
  contextFields: RequestContextFields,
): APIGatewayProxyEventV2 => {
  const [rawPath = '/', rawQueryString = ''] = url.split(/\?(.*)/s, 2);
  const headers = joinRepeated(
    Object.entries(otherHeaders).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(',')] as const],
    ),
  );
  const cookies = [cookie ?? []]
    .flat()
    .flatMap((line) => line.split(/;\s*/))
    .filter((pair) => pair !== '');
  const query = joinRepeated(new URLSearchParams(rawQueryString));
  const isBase64Encoded = body.length > 0 && !isText(headers['content-type'] ?? '');
  return {
    version: '2.0',
    routeKey: contextFields.routeKey,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    requestContext: {
      ...contextFields,
      domainPrefix: contextFields.domainName.split('.')[0] ?? '',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      time: formatLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(parameters).length > 0 && { pathParameters: { ...parameters } }),
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
};

/** Supported subset of the response format; anything else AWS accepts, such as binary bodies, fails here. */
const functionResponse = z.strictObject({
  statusCode: z.int().check(z.gte(100), z.lte(599)),
  headers: z._default(z.record(z.string(), z.string()), {}),
  cookies: z._default(z.array(z.string()), []),
  body: z._default(z.string(), ''),
});

const createJsonResponse = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/** Responses of API Gateway itself to requests for which no function answers. */
export const gatewayErrorResponses = {
  notFound: createJsonResponse(404, { message: 'Not Found' }),
  tooLarge: createJsonResponse(413, { message: 'Request Entity Too Large' }),
  tooMany: createJsonResponse(429, { message: 'Too Many Requests' }),
  headersTooLarge: createJsonResponse(431, { message: 'Request Header Fields Too Large' }),
  functionFailed: createJsonResponse(500, { message: 'Internal Server Error' }),
  unavailable: createJsonResponse(503, { message: 'Service Unavailable' }),
} as const satisfies Record<string, HttpResponse>;

/**
 * Converts a function's result (payload format 2.0) into an HTTP response. Unlike AWS, returns a 500 for a result
 * without `statusCode`.
 */
export const toHttpResponse = (payload: unknown): HttpResponse => {
  const parsed = functionResponse.safeParse(payload);
  if (!parsed.success) return gatewayErrorResponses.functionFailed;
  const { statusCode, headers, cookies, body } = parsed.data;
  const { 'content-length': _, ...lowerCaseHeaders } = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    status: statusCode,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...lowerCaseHeaders,
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: Buffer.from(body),
  };
};
