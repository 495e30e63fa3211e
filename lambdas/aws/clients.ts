import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { retries, requestTimeouts } from './retries.ts';

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
