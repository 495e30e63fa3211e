import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';

type Item = Record<string, unknown>;

/** Reads all items of a table, page by page. For operators only; functions of the portal must not scan. */
export const scan = async function* (client: DynamoDBDocumentClient, TableName: string): AsyncGenerator<Item[]> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) yield Items;
};

export const scanAll = async (db: DynamoDBDocumentClient, table: string): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of scan(db, table)) items.push(...page);
  return items;
};
