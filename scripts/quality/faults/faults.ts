import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import type { ServiceInterceptor, ServiceName } from '#scripts/local-cloud/ports.ts';
import { send } from '#scripts/local-cloud/send.ts';
import { parseAuthorization } from '#scripts/local-cloud/sigv4.ts';

type HttpResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Responses with which a service throttles a call or reports an internal error. */
type ErrorResponses = Readonly<Record<'throttled' | 'failed', HttpResponse>>;

/**
 * Faults of a call, in this order: the service throttles it; fails with an internal error; executes it, but the response
 * is lost; never responds; executes it, but the response stops halfway; resets the connection; executes it, but responds
 * only after seconds, when many callers have timed out.
 */
const faultNames = ['throttled', 'failed', 'lost', 'hanging', 'stalled', 'reset', 'slow'] as const;
export type Fault = (typeof faultNames)[number];

/** The share of calls that each fault affects; the shares add up to at most 1. */
export type FaultRates = Partial<Readonly<Record<Fault, number>>>;

type ProxyOptions = {
  readonly url: string;
  readonly errorResponses: ErrorResponses;
  readonly getRates: () => FaultRates;
  readonly isExempt?: (call: IncomingMessage, fault: Fault) => boolean;
  readonly random?: () => number;
};

/** Range of the delay of a slow response. DynamoDB's client times out before it, Cognito's within it. */
const slowMs = { min: 2000, max: 8000 };

const drawFault = (rates: FaultRates, random: () => number): Fault | undefined => {
  let remainingShare = random();
  return faultNames.find((fault) => (remainingShare -= rates[fault] ?? 0) < 0);
};

/** Returns the headers without those of the connection. */
const toResponseHeaders = ({ status, headers, body }: HttpResponse) => {
  const {
    connection: _,
    'keep-alive': __,
    'transfer-encoding': ___,
    'content-length': ____,
    ...forwardedHeaders
  } = headers;
  return status === 204 || status === 304 ? forwardedHeaders : { ...forwardedHeaders, 'content-length': body.length };
};

const respond = (res: ServerResponse, response: HttpResponse) =>
  res.writeHead(response.status, toResponseHeaders(response)).end(response.body);

const respondHalf = (res: ServerResponse, response: HttpResponse, onWritten: () => void) => {
  res.writeHead(response.status, toResponseHeaders(response));
  res.flushHeaders();
  const half = response.body.subarray(0, response.body.length / 2);
  if (half.length > 0) res.write(half, onWritten);
  else onWritten();
};

/**
 * Returns a proxy that injects faults into a share of a service's calls. All other calls are forwarded unchanged, including
 * the Host header, which signatures cover.
 */
export const createFaultyProxy = ({
  url,
  errorResponses,
  getRates,
  isExempt = () => false,
  random = Math.random,
}: ProxyOptions): RequestListener => {
  const forward = async (
    { method, url: path = '/', headers }: IncomingMessage,
    body: Buffer,
  ): Promise<HttpResponse> => {
    const { connection: _, 'keep-alive': __, ...forwardedHeaders } = headers;
    const response = await send(url, { method, path, headers: forwardedHeaders, body });
    return { status: response.statusCode ?? 500, headers: response.headers, body: await buffer(response) };
  };

  const serve = async (call: IncomingMessage, res: ServerResponse) => {
    const body = await buffer(call);
    const drawnFault = drawFault(getRates(), random);
    const fault = drawnFault && isExempt(call, drawnFault) ? undefined : drawnFault;
    if (fault === 'throttled' || fault === 'failed') return respond(res, errorResponses[fault]);
    // Sends no response, so that the caller times out.
    if (fault === 'hanging') return;
    if (fault === 'reset') return void call.socket.resetAndDestroy();
    const response = await forward(call, body);
    if (fault === 'slow') await wait(slowMs.min + random() * (slowMs.max - slowMs.min));
    if (fault === 'stalled') return respondHalf(res, response, () => {});
    if (fault !== 'lost') return respond(res, response);
    if (random() < 0.5) return void call.socket.destroy();
    respondHalf(res, response, () => call.socket.destroy());
  };

  return (call, res) => void serve(call, res).catch(() => res.destroy());
};

type JsonErrorTypes = {
  readonly version: '1.0' | '1.1';
  /** Prefix of the error types. */
  readonly prefix?: string;
  readonly throttledType: string;
  readonly failedType: string;
};

const createJsonErrors = ({ version, prefix = '', throttledType, failedType }: JsonErrorTypes): ErrorResponses => {
  const createResponse = (status: number, type: string) => ({
    status,
    headers: { 'content-type': `application/x-amz-json-${version}` },
    body: Buffer.from(JSON.stringify({ __type: prefix + type, message: 'Made up.' })),
  });
  return { throttled: createResponse(400, throttledType), failed: createResponse(500, failedType) };
};
const createXmlResponse = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Made up.</Message></Error>`,
  ),
});

/** Throttling and internal-error responses of each service, according to its API reference. */
export const errorResponses = {
  DYNAMODB: createJsonErrors({
    version: '1.0',
    prefix: 'com.amazonaws.dynamodb.v20120810#',
    throttledType: 'ProvisionedThroughputExceededException',
    failedType: 'InternalServerError',
  }),
  COGNITO_IDENTITY_PROVIDER: createJsonErrors({
    version: '1.1',
    throttledType: 'TooManyRequestsException',
    failedType: 'InternalErrorException',
  }),
  S3: { throttled: createXmlResponse(503, 'SlowDown'), failed: createXmlResponse(500, 'InternalError') },
  SQS: createJsonErrors({
    version: '1.0',
    prefix: 'com.amazonaws.sqs#',
    throttledType: 'RequestThrottled',
    failedType: 'InternalFailure',
  }),
  SECRETS_MANAGER: createJsonErrors({
    version: '1.1',
    throttledType: 'ThrottlingException',
    failedType: 'InternalServiceError',
  }),
  EVENTBRIDGE: createJsonErrors({
    version: '1.1',
    throttledType: 'ThrottlingException',
    failedType: 'InternalException',
  }),
} as const satisfies Partial<Record<ServiceName, ErrorResponses>>;

export type FaultyService = keyof typeof errorResponses;

const isFaulty = (service: string): service is FaultyService => Object.hasOwn(errorResponses, service);

/**
 * Returns true for calls without faults: calls with the developer key, which inspect the result, and uploads of a
 * browser, which the user would repeat. The public keys of a pool are only exempt from throttling.
 */
const isExempt = ({ headers, url = '' }: IncomingMessage, fault: Fault): boolean =>
  parseAuthorization(headers.authorization)?.accessKeyId === developerKey.accessKeyId ||
  headers['content-type']?.startsWith('multipart/form-data') === true ||
  (fault === 'throttled' && url.endsWith('/.well-known/jwks.json'));

/** Fault rates between the functions and the services of one local cloud, initially without faults. */
export type Faults = {
  /** Puts a faulty proxy in front of a service. */
  readonly interceptService: ServiceInterceptor;
  readonly set: (service: FaultyService, rates: FaultRates) => void;
  readonly clear: () => void;
};

export const createFaults = (random: () => number = Math.random): Faults => {
  const faultRates = new Map<FaultyService, FaultRates>();
  const interceptService: ServiceInterceptor = (service, url) =>
    isFaulty(service)
      ? createFaultyProxy({
          url,
          errorResponses: errorResponses[service],
          getRates: () => faultRates.get(service) ?? {},
          isExempt,
          random,
        })
      : undefined;
  return {
    interceptService,
    set: (service: FaultyService, rates: FaultRates): void => void faultRates.set(service, rates),
    clear: (): void => faultRates.clear(),
  };
};
