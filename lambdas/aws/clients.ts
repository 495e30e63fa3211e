import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';

const maxAttempts = 3;
const throttledAttempts = 5;

/** Exponential backoff with full jitter, in ms. The SDK's own pauses after throttling add up to more than a function's time. */
const backoff = {
  computeNextBackoffDelay: (failed: number) => Math.random() * 50 * 2 ** failed,
  setDelayBase: () => {},
};

// Three tries of at most 1.2 seconds, for two services in a row, end before a function's ten: a caller gets a clear 503, never a hang.
const patience = {
  maxAttempts,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 1200, throwOnRequestTimeout: true },
};

type Strategy = Pick<
  StandardRetryStrategy,
  'acquireInitialRetryToken' | 'refreshRetryTokenForRetry' | 'recordSuccess' | 'mode'
>;

/** Throttling answers at once and is worth five tries; silence and lost connections take long, and get three. */
const patientWithThrottling = (): Strategy => {
  const standard = new StandardRetryStrategy({ maxAttempts: throttledAttempts, backoff });
  return {
    mode: standard.mode,
    acquireInitialRetryToken: (scope) => standard.acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: async (token, failure) => {
      if (failure.errorType !== 'THROTTLING' && token.getRetryCount() >= maxAttempts - 1)
        throw new Error('no more tries');
      return standard.refreshRetryTokenForRetry(token, failure);
    },
    recordSuccess: (token) => standard.recordSuccess(token),
  };
};

export const dynamoDb = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ ...patience, retryStrategy: patientWithThrottling() }), {
    marshallOptions: { removeUndefinedValues: true },
  });

export const cognito = () => new CognitoIdentityProviderClient(patience);

export const secretsManager = () => new SecretsManagerClient(patience);
