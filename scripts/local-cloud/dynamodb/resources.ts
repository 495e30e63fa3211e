import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import { ensureTable } from './tables.ts';

const keys = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const index = z.object({
  IndexName: z.string(),
  KeySchema: keys,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.optional(z.array(z.string())),
  }),
});

const table = z.looseObject({
  TableName: z.optional(z.string()),
  KeySchema: keys,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  LocalSecondaryIndexes: z.optional(z.array(index)),
  GlobalSecondaryIndexes: z.optional(z.array(index)),
  StreamSpecification: z.optional(
    z.object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) }),
  ),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.optional(z.string()), Enabled: z.boolean() })),
});

/** `AWS::DynamoDB::Table` and `GlobalTable` (its replica in this region). */
export const dynamoDbResources = (client: DynamoDBClient): Record<string, ResourceType> => {
  const makeTable: ResourceType = async (resource) => {
    const { TableName = physicalName(resource, 255), ...properties } = table.parse(resource.properties);
    const {
      KeySchema,
      AttributeDefinitions,
      LocalSecondaryIndexes,
      GlobalSecondaryIndexes,
      StreamSpecification,
      TimeToLiveSpecification,
    } = properties;
    const streamLabel = await ensureTable(client, {
      TableName,
      KeySchema,
      AttributeDefinitions,
      LocalSecondaryIndexes,
      GlobalSecondaryIndexes,
      StreamSpecification: StreamSpecification && { StreamEnabled: true, ...StreamSpecification },
      timeToLive: TimeToLiveSpecification?.Enabled ? TimeToLiveSpecification.AttributeName : undefined,
    });
    const { region, accountId } = resource.place;
    const arn = `arn:aws:dynamodb:${region}:${accountId}:table/${TableName}`;
    return {
      ref: TableName,
      attributes: { Arn: arn, StreamArn: StreamSpecification && `${arn}/stream/${streamLabel}` },
    };
  };
  return { 'AWS::DynamoDB::Table': makeTable, 'AWS::DynamoDB::GlobalTable': makeTable };
};
