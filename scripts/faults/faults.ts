import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { developerKey } from '../local-cloud/iam/iam.ts';
import type { Before, ServiceName } from '../local-cloud/ports.ts';
import { send } from '../local-cloud/send.ts';
import { parseAuthorization } from '../local-cloud/sigv4.ts';

type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** How a service says that there is no room for a call at the moment, and that it stumbled over one. */
type Refusals = Readonly<Record<'throttled' | 'failed', Answered>>;

/**
 * What befalls a call: refused for its rate; refused for a mistake of the service; done, but its answer lost; never answered; done, but
 * silent in the middle of its answer; its connection reset; done, but answered seconds later, when many a caller has given up.
 */
const faultNames = ['throttled', 'failed', 'lost', 'hanging', 'stalled', 'reset', 'slow'] as const;
export type Fault = (typeof faultNames)[number];

/** The share of calls that each fault befalls, together at most 1. */
export type FaultRates = Partial<Readonly<Record<Fault, number>>>;

type Options = {
  readonly url: string;
  readonly refusals: Refusals;
  readonly rates: () => FaultRates;
  readonly isSpared?: (call: IncomingMessage, fault: Fault) => boolean;
  readonly random?: () => number;
};

/** Range of the delay of a slow answer. DynamoDB's client gives up before it, Cognito's in the middle of it. */
const slowMs = { least: 2000, most: 8000 };

const drawn = (rates: FaultRates, random: () => number): Fault | undefined => {
  let rest = random();
  return faultNames.find((fault) => (rest -= rates[fault] ?? 0) < 0);
};

/** Without what concerns one connection only. */
const headOf = ({ status, headers, body }: Answered) => {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, 'content-length': ____, ...others } = headers;
  return status === 204 || status === 304 ? others : { ...others, 'content-length': body.length };
};

const answer = (res: ServerResponse, answered: Answered) =>
  res.writeHead(answered.status, headOf(answered)).end(answered.body);

const answerHalf = (res: ServerResponse, answered: Answered, then: () => void) => {
  res.writeHead(answered.status, headOf(answered));
  res.flushHeaders();
  const half = answered.body.subarray(0, answered.body.length / 2);
  if (half.length > 0) res.write(half, then);
  else then();
};

/** Stands before a service and lets a share of its calls go wrong. What is fair is passed on as it came, also its Host, which signatures cover. */
export const faultyProxy = ({
  url,
  refusals,
  rates,
  isSpared = () => false,
  random = Math.random,
}: Options): RequestListener => {
  const forward = async ({ method, url: path = '/', headers }: IncomingMessage, body: Buffer): Promise<Answered> => {
    const { connection: _, 'keep-alive': __, ...kept } = headers;
    const answered = await send(url, { method, path, headers: kept, body });
    return { status: answered.statusCode ?? 500, headers: answered.headers, body: await buffer(answered) };
  };

  const serve = async (call: IncomingMessage, res: ServerResponse) => {
    const body = await buffer(call);
    const chosen = drawn(rates(), random);
    const fault = chosen && isSpared(call, chosen) ? undefined : chosen;
    if (fault === 'throttled' || fault === 'failed') return answer(res, refusals[fault]);
    // Whoever asked gives up some time.
    if (fault === 'hanging') return;
    if (fault === 'reset') return void call.socket.resetAndDestroy();
    const answered = await forward(call, body);
    if (fault === 'slow') await wait(slowMs.least + random() * (slowMs.most - slowMs.least));
    if (fault === 'stalled') return answerHalf(res, answered, () => {});
    if (fault !== 'lost') return answer(res, answered);
    if (random() < 0.5) return void call.socket.destroy();
    answerHalf(res, answered, () => call.socket.destroy());
  };

  return (call, res) => void serve(call, res).catch(() => res.destroy());
};

const inJson = (version: '1.0' | '1.1', prefix: string, throttled: string, failed: string): Refusals => {
  const refusal = (status: number, type: string) => ({
    status,
    headers: { 'content-type': `application/x-amz-json-${version}` },
    body: Buffer.from(JSON.stringify({ __type: prefix + type, message: 'Made up.' })),
  });
  return { throttled: refusal(400, throttled), failed: refusal(500, failed) };
};
const inXml = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Made up.</Message></Error>`,
  ),
});

const dynamoDb = 'com.amazonaws.dynamodb.v20120810#';

/** How each service says that it is busy, and that something is wrong with it, as its API reference has it. */
export const refusals = {
  DYNAMODB: inJson('1.0', dynamoDb, 'ProvisionedThroughputExceededException', 'InternalServerError'),
  COGNITO_IDENTITY_PROVIDER: inJson('1.1', '', 'TooManyRequestsException', 'InternalErrorException'),
  S3: { throttled: inXml(503, 'SlowDown'), failed: inXml(500, 'InternalError') },
  SQS: inJson('1.0', 'com.amazonaws.sqs#', 'RequestThrottled', 'InternalFailure'),
  SECRETS_MANAGER: inJson('1.1', '', 'ThrottlingException', 'InternalServiceError'),
  EVENTBRIDGE: inJson('1.1', '', 'ThrottlingException', 'InternalException'),
} as const satisfies Partial<Record<ServiceName, Refusals>>;

export type FaultyService = keyof typeof refusals;

const isFaulty = (service: string): service is FaultyService => Object.hasOwn(refusals, service);

/**
 * Whoever looks after what happened; a browser's own upload, which the browser's owner sends again; and of what is throttled the keys
 * of a pool, which are a file that everybody may fetch.
 */
const isSpared = ({ headers, url = '' }: IncomingMessage, fault: Fault): boolean =>
  parseAuthorization(headers.authorization)?.accessKeyId === developerKey.accessKeyId ||
  headers['content-type']?.startsWith('multipart/form-data') === true ||
  (fault === 'throttled' && url.endsWith('/.well-known/jwks.json'));

/** The fault rates between the functions and the services of one local cloud: none until they are set. */
export const createFaults = (random: () => number = Math.random) => {
  const faultRates = new Map<FaultyService, FaultRates>();
  const before: Before = (service, url) =>
    isFaulty(service)
      ? faultyProxy({
          url,
          refusals: refusals[service],
          rates: () => faultRates.get(service) ?? {},
          isSpared,
          random,
        })
      : undefined;
  return {
    before,
    set: (service: FaultyService, rates: FaultRates): void => void faultRates.set(service, rates),
    clear: (): void => faultRates.clear(),
  };
};

export type Faults = ReturnType<typeof createFaults>;
