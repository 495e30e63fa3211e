import type { ServiceName } from '../local-cloud/ports.ts';

export type Refusal = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Refusals = {
  /** A call for which there is no room at the moment. */
  readonly throttled: Refusal;
  /** One that the service stumbled over. */
  readonly failed: Refusal;
};

const inJson = (version: '1.0' | '1.1', status: number, type: string): Refusal => ({
  status,
  headers: { 'content-type': `application/x-amz-json-${version}` },
  body: JSON.stringify({ __type: type, message: 'Made up.' }),
});
const inXml = (status: number, code: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Made up.</Message></Error>`,
});

/** How each service says that it is busy, and that something is wrong with it, as its API reference has it. */
export const refusals = {
  DYNAMODB: {
    throttled: inJson('1.0', 400, 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException'),
    failed: inJson('1.0', 500, 'com.amazonaws.dynamodb.v20120810#InternalServerError'),
  },
  COGNITO_IDENTITY_PROVIDER: {
    throttled: inJson('1.1', 400, 'TooManyRequestsException'),
    failed: inJson('1.1', 500, 'InternalErrorException'),
  },
  S3: { throttled: inXml(503, 'SlowDown'), failed: inXml(500, 'InternalError') },
  SQS: {
    throttled: inJson('1.0', 400, 'com.amazonaws.sqs#RequestThrottled'),
    failed: inJson('1.0', 500, 'com.amazonaws.sqs#InternalFailure'),
  },
  SECRETS_MANAGER: {
    throttled: inJson('1.1', 400, 'ThrottlingException'),
    failed: inJson('1.1', 500, 'InternalServiceError'),
  },
  EVENTBRIDGE: {
    throttled: inJson('1.1', 400, 'ThrottlingException'),
    failed: inJson('1.1', 500, 'InternalException'),
  },
} as const satisfies Partial<Record<ServiceName, Refusals>>;

export type FaultyService = keyof typeof refusals;
