import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';

type Item = Record<string, unknown>;

/** Every item of a table, a page at a time. For operators only: no function of the portal may do this. */
export const scan = async function* (db: DynamoDBDocumentClient, TableName: string): AsyncGenerator<Item[]> {
  let next: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new ScanCommand({ TableName, ConsistentRead: true, ...(next && { ExclusiveStartKey: next }) }),
    );
    next = LastEvaluatedKey;
    yield Items;
  } while (next);
};
