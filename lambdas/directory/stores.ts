import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '#lambdas/http/caller.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';
import { storeSchema } from '#shared/stores.ts';
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
    return Item && storeSchema.parse(Item);
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
      found.push(...Items.map((item) => storeSchema.parse(item)));
      next = LastEvaluatedKey;
    } while (next && found.length < mostStores);
    return found.slice(0, mostStores);
  },
});

export type StoresStore = ReturnType<typeof storesStore>;

/**
 * The store to book for: the caller's own, as the directory says, or the one of the region that an admin names (the routes' rules
 * let nobody else name one). Throws InvalidParameterException for one that the region doesn't have.
 */
export const storeFor = async (
  stores: Pick<StoresStore, 'find'>,
  { storeId, storeName }: Caller,
  region: RegionId,
  named: string | undefined,
): Promise<Store> => {
  if (named === undefined || named === storeId) return { storeId, storeName };
  const store = await stores.find(region, named);
  if (!store) throw new AppError('InvalidParameterException', { problems: [{ path: 'storeId', rule: 'pattern' }] });
  return store;
};
