import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/store.ts';
import { store } from '#shared/store.ts';
import { tables } from '#shared/tables.ts';

/** More than a region will ever have, and as much as one answer of the API can hold. */
const mostStores = 10_000;

/** The stores of a region, each as the user written last named it. Whoever writes a user's row puts the user's store here. */
export const storesStore = (db: DynamoDBDocumentClient, table: string) => ({
  /** Adds a store, or gives it its new name. */
  put: async (region: RegionId, { storeId, storeName }: Store): Promise<void> => {
    await db.send(new PutCommand({ TableName: table, Item: { region, storeId, storeName } }));
  },

  find: async (region: RegionId, storeId: string): Promise<Store | undefined> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { region, storeId }, ConsistentRead: true }),
    );
    return Item && store.parse(Item);
  },

  /** All stores of a region, by id; at most 10,000. */
  list: async (region: RegionId): Promise<Store[]> => {
    const found: Store[] = [];
    let next: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: '#region = :region',
          ExpressionAttributeNames: { '#region': tables.stores.key.partition },
          ExpressionAttributeValues: { ':region': region },
          ConsistentRead: true,
          ...(next && { ExclusiveStartKey: next }),
        }),
      );
      found.push(...Items.map((item) => store.parse(item)));
      next = LastEvaluatedKey;
    } while (next && found.length < mostStores);
    return found.slice(0, mostStores);
  },
});

export type StoresStore = ReturnType<typeof storesStore>;
