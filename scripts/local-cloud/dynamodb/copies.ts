import type { AttributeValue, DynamoDBClient, LocalSecondaryIndexDescription } from '@aws-sdk/client-dynamodb';
import { BatchWriteItemCommand, DescribeTableCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../aws-json.ts';
import { ensureTable } from './tables.ts';
import type { TableDefinition } from './tables.ts';

/** A table at one moment, as DynamoDB keeps it apart: without stream, expiry, recovery and protection. */
export type Copy = {
  readonly definition: Omit<TableDefinition, 'TableName'>;
  readonly items: readonly Record<string, AttributeValue>[];
};

const indexes = (all: readonly LocalSecondaryIndexDescription[] = []) =>
  all.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }));

/** Throws ResourceNotFoundException. */
export const copyTable = async (client: DynamoDBClient, TableName: string): Promise<Copy> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const { KeySchema, AttributeDefinitions, LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [] } = Table ?? {};
  const items: Record<string, AttributeValue>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    items.push(...Items);
  return {
    definition: {
      KeySchema,
      AttributeDefinitions,
      ...(LocalSecondaryIndexes.length > 0 && { LocalSecondaryIndexes: indexes(LocalSecondaryIndexes) }),
      ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes: indexes(GlobalSecondaryIndexes) }),
    },
    items,
  };
};

/** Makes a table of a copy. Throws TableAlreadyExistsException, as a restore does. */
export const restoreTable = async (client: DynamoDBClient, { definition, items }: Copy, TableName: string) => {
  const found = await client.send(new DescribeTableCommand({ TableName })).catch(() => undefined);
  if (found) throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${TableName}`);
  await ensureTable(client, { ...definition, TableName });
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  }
  return (await client.send(new DescribeTableCommand({ TableName }))).Table;
};
