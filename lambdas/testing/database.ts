import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';

export const createMockedDb = () => {
  const marshallOptions = { removeUndefinedValues: true };
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' }), { marshallOptions });
  const mock = mockClient(db);
  beforeEach(() => void mock.reset());
  return { db, mock };
};
