import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expressions, queryPage, getItem, reasonsOf, transact } from '#lambdas/aws/dynamodb.ts';
import type { Page, TransactItem } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';
import { storeSchema } from '#shared/stores.ts';
import { tables } from '#shared/tables.ts';
import { conditionFailed } from './user-notes.ts';

export const storesStore = (db: DynamoDBDocumentClient, table: string) => {
  const ofRegion = (region: RegionId) => ({
    TableName: table,
    ...expressions({ KeyConditionExpression: `#${tables.stores.key.partition} = :region` }, { region }),
    ConsistentRead: true,
  });

  const find = async (region: RegionId, storeId: string): Promise<Store | undefined> => {
    const Item = await getItem(db, table, { region, storeId });
    return Item && storeSchema.parse(Item);
  };

  const putNew = (region: RegionId, { storeId, storeName }: Store): Promise<boolean> => {
    const Item = { region, storeId, storeName };
    return conditionHeld(
      db.send(new PutCommand({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(storeId)' })),
    );
  };

  return {
    find,

    add: async (region: RegionId, store: Store): Promise<Store> => {
      const known = await find(region, store.storeId);
      if (known || (await putNew(region, store))) return known ?? store;
      return (await find(region, store.storeId)) ?? store;
    },

    /** Renames a store together with its event. Returns false, and writes nothing, if it is not called `before` any more. */
    rename: async (
      region: RegionId,
      { storeId, storeName }: Store,
      before: string,
      event: TransactItem,
    ): Promise<boolean> => {
      const named = expressions({ ConditionExpression: 'storeName = :before' }, { before });
      try {
        await transact(db, [{ Put: { TableName: table, Item: { region, storeId, storeName }, ...named } }, event]);
        return true;
      } catch (error) {
        if (reasonsOf(error)[0] === conditionFailed) return false;
        throw error;
      }
    },

    /** Part of a transaction, which fails if the store has another name. */
    isNamed: (region: RegionId, { storeId, storeName }: Store): TransactItem => ({
      ConditionCheck: {
        TableName: table,
        Key: { region, storeId },
        ...expressions({ ConditionExpression: 'storeName = :storeName' }, { storeName }),
      },
    }),

    page: (region: RegionId, limit: number, after?: string): Promise<Page<Store>> => {
      const begin = after !== undefined && { ExclusiveStartKey: { region, storeId: after } };
      return queryPage(db, { ...ofRegion(region), ...begin }, limit, (item) => storeSchema.parse(item));
    },

    list: async (region: RegionId): Promise<Store[]> => {
      const found: Store[] = [];
      for await (const { Items = [] } of paginateQuery({ client: db }, ofRegion(region)))
        found.push(...Items.map((item) => storeSchema.parse(item)));
      return found;
    },
  };
};

export type StoresStore = ReturnType<typeof storesStore>;
