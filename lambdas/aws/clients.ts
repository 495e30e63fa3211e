import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';

/** Exponential backoff with full jitter, in ms. The SDK's own pauses after throttling add up to more than a function's time. */
const backoff = {
  computeNextBackoffDelay: (failed: number) => Math.random() * 50 * 2 ** failed,
  setDelayBase: () => {},
};

type Strategy = Pick<
  StandardRetryStrategy,
  'acquireInitialRetryToken' | 'refreshRetryTokenForRetry' | 'recordSuccess' | 'mode'
>;

/** `throttled` tries in all; after silence or a lost connection nobody knows whether the call was done: `lost` tries. */
export const retries = ({ throttled, lost }: { readonly throttled: number; readonly lost: number }): Strategy => {
  const standard = new StandardRetryStrategy({ maxAttempts: throttled, backoff });
  return {
    mode: standard.mode,
    acquireInitialRetryToken: (scope) => standard.acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: async (token, failure) => {
      if (failure.errorType !== 'THROTTLING' && token.getRetryCount() >= lost - 1) throw new Error('no more tries');
      return standard.refreshRetryTokenForRetry(token, failure);
    },
    recordSuccess: (token) => standard.recordSuccess(token),
  };
};

/** How long a client waits for a connection, for an answer to begin, and for each further piece of it, in ms. */
export const requestTimeouts = (requestTimeout: number) => ({
  requestHandler: {
    connectionTimeout: 1000,
    requestTimeout,
    throwOnRequestTimeout: true,
    // The one above is over with the answer's first byte.
    socketTimeout: requestTimeout,
  },
});

/** Three tries of 1.2 seconds end before a function's ten: a caller gets a clear 503, never a hang. What is repeated has conditions. */
export const dynamoDb = () =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...requestTimeouts(1200), retryStrategy: retries({ throttled: 5, lost: 3 }) }),
    { marshallOptions: { removeUndefinedValues: true } },
  );

/** Nothing is done twice: a second ForgotPassword sends a second code, a second refresh finds its token replaced. It gets the time it needs instead. */
export const cognito = () =>
  new CognitoIdentityProviderClient({ ...requestTimeouts(5000), retryStrategy: retries({ throttled: 5, lost: 1 }) });

/** Sends nothing twice by itself: an email that was not answered for may have gone out. */
export const ses = (region: string) =>
  new SESv2Client({ region, ...requestTimeouts(4000), retryStrategy: retries({ throttled: 3, lost: 1 }) });

export const secretsManager = () =>
  new SecretsManagerClient({ ...requestTimeouts(1200), retryStrategy: retries({ throttled: 5, lost: 3 }) });

/** A message whose answer was lost is queued again: its reader has to bear that it comes twice. */
export const sqs = () => new SQSClient({ ...requestTimeouts(2000), retryStrategy: retries({ throttled: 5, lost: 3 }) });
