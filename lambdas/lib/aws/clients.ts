import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';

/** Exponential backoff with full jitter, in ms. The SDK's default delays after throttling add up to more than the function timeout. */
const backoff = {
  computeNextBackoffDelay: (failures: number) => Math.random() * 50 * 2 ** failures,
  setDelayBase: () => {},
};

type Strategy = Pick<
  StandardRetryStrategy,
  'acquireInitialRetryToken' | 'refreshRetryTokenForRetry' | 'recordSuccess' | 'mode'
>;

/**
 * Retry strategy with `maxAttempts` attempts of a throttled call, and `maxAttemptsAfterLoss` attempts of a call without
 * response (timeout or lost connection), which may have taken effect.
 */
export const createRetryStrategy = ({
  maxAttempts,
  maxAttemptsAfterLoss,
}: {
  readonly maxAttempts: number;
  readonly maxAttemptsAfterLoss: number;
}): Strategy => {
  const standardStrategy = new StandardRetryStrategy({ maxAttempts, backoff });
  return {
    mode: standardStrategy.mode,
    acquireInitialRetryToken: (scope) => standardStrategy.acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: async (token, failure) => {
      if (failure.errorType !== 'THROTTLING' && token.getRetryCount() >= maxAttemptsAfterLoss - 1)
        throw new Error('no more tries');
      return standardStrategy.refreshRetryTokenForRetry(token, failure);
    },
    recordSuccess: (token) => standardStrategy.recordSuccess(token),
  };
};

/** Timeouts in ms for the connection, the first byte of the response, and each pause within it. */
export const createTimeoutOptions = (requestTimeout: number) => ({
  requestHandler: {
    connectionTimeout: 1000,
    requestTimeout,
    throwOnRequestTimeout: true,
    // `requestTimeout` ends with the first byte of the response.
    socketTimeout: requestTimeout,
  },
});

/** DynamoDB client. Three attempts of 1.2 s fit into the function timeout of 10 s, so that callers get a 503. Repeating a write after a lost response is safe, because writes are conditional. */
export const createDynamoDbClient = () =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...createTimeoutOptions(1200),
      retryStrategy: createRetryStrategy({ maxAttempts: 5, maxAttemptsAfterLoss: 3 }),
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );

/** Cognito client. Does not retry calls that may have taken effect (a second ForgotPassword sends a second code, a second refresh finds its token replaced); has a longer timeout instead. */
export const createCognitoClient = () =>
  new CognitoIdentityProviderClient({
    ...createTimeoutOptions(5000),
    retryStrategy: createRetryStrategy({ maxAttempts: 5, maxAttemptsAfterLoss: 1 }),
  });

/** SES client. Does not retry after a lost response, because the email may have been sent. */
export const createSesClient = (region: string) =>
  new SESv2Client({
    region,
    ...createTimeoutOptions(4000),
    retryStrategy: createRetryStrategy({ maxAttempts: 3, maxAttemptsAfterLoss: 1 }),
  });

export const createSecretsManagerClient = () =>
  new SecretsManagerClient({
    ...createTimeoutOptions(1200),
    retryStrategy: createRetryStrategy({ maxAttempts: 5, maxAttemptsAfterLoss: 3 }),
  });

/** SQS client. Retries after a lost response, so consumers must tolerate duplicate messages. */
export const createSqsClient = () =>
  new SQSClient({
    ...createTimeoutOptions(2000),
    retryStrategy: createRetryStrategy({ maxAttempts: 5, maxAttemptsAfterLoss: 3 }),
  });
