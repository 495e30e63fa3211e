import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { PathParameters } from './routes.ts';

export type GatewayRequest = {
  readonly method: string;
  /** Encoded, with the stage. */
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
  readonly sourceIp: string;
};

type Facts = {
  readonly routeKey: string;
  readonly parameters: PathParameters;
  readonly stage: string;
  readonly apiId: string;
  readonly domainName: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly now: Date;
};

/** `21/Nov/2026:10:15:00 +0000`, as in access logs, of `Sat, 21 Nov 2026 10:15:00 GMT`. */
const logTime = (now: Date) => {
  const [, day, month, year, time] = now.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

const isText = (contentType: string) =>
  /^(text\/|application\/(json|javascript|xml|[\w.+-]+\+(json|xml))\b)/i.test(contentType);

// Everything the gateway repeats, it joins with commas.
const joined = (pairs: Iterable<readonly [string, string]>): Record<string, string> => {
  // Without a prototype: a query may name `__proto__`, too.
  const values = Object.create(null) as Record<string, string>;
  for (const [name, value] of pairs) values[name] = Object.hasOwn(values, name) ? `${values[name]},${value}` : value;
  return values;
};

/** The event of payload format 2.0. */
export const eventOf = (request: GatewayRequest, facts: Facts): APIGatewayProxyEventV2 => {
  const { cookie, ...others } = request.headers;
  const headers = joined(
    Object.entries(others).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(',')] as const],
    ),
  );
  const cookies = [cookie ?? []]
    .flat()
    .flatMap((line) => line.split(/;\s*/))
    .filter((pair) => pair !== '');
  const query = joined(new URLSearchParams(request.rawQueryString));
  const isBase64Encoded = request.body.length > 0 && !isText(headers['content-type'] ?? '');
  return {
    version: '2.0',
    routeKey: facts.routeKey,
    rawPath: request.rawPath,
    rawQueryString: request.rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    requestContext: {
      accountId: facts.accountId,
      apiId: facts.apiId,
      domainName: facts.domainName,
      domainPrefix: facts.domainName.split('.')[0] ?? '',
      http: {
        method: request.method,
        path: request.rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: facts.requestId,
      routeKey: facts.routeKey,
      stage: facts.stage,
      time: logTime(facts.now),
      timeEpoch: facts.now.getTime(),
    },
    ...(Object.keys(facts.parameters).length > 0 && { pathParameters: { ...facts.parameters } }),
    ...(request.body.length > 0 && { body: request.body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
};
