import type { IncomingMessage } from 'node:http';
import { developerKey } from '../local-cloud/iam/iam.ts';
import type { Before, ServiceName } from '../local-cloud/ports.ts';
import { parseAuthorization } from '../local-cloud/sigv4.ts';
import { faultyProxy } from './faulty-proxy.ts';
import type { Fault, Refusals, FaultRates } from './faulty-proxy.ts';

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
  parseAuthorization(headers.authorization)?.credential.accessKeyId === developerKey.accessKeyId ||
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
    /** For the local cloud. */
    before,
    set: (service: FaultyService, rates: FaultRates): void => void faultRates.set(service, rates),
    clear: (): void => faultRates.clear(),
  };
};

export type Faults = ReturnType<typeof createFaults>;
