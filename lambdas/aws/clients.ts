import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

// Three tries of at most 1.2 seconds, for two services in a row, end before a function's ten: a caller gets a clear 503, never a hang.
const patience = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 1200, throwOnRequestTimeout: true },
};

export const dynamoDb = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient(patience), { marshallOptions: { removeUndefinedValues: true } });

export const cognito = () => new CognitoIdentityProviderClient(patience);

export const secretsManager = () => new SecretsManagerClient(patience);
