import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';

type Item = Record<string, unknown>;

/** Every item of a table, a page at a time. For operators only: no function of the portal may do this. */
export const scan = async function* (client: DynamoDBDocumentClient, TableName: string): AsyncGenerator<Item[]> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) yield Items;
};

export const scanAll = async (db: DynamoDBDocumentClient, table: string): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of scan(db, table)) items.push(...page);
  return items;
};
