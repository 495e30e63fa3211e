import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expressions, queryPage, getItem } from '#lambdas/aws/dynamodb.ts';
import type { Page } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';
import { storeSchema } from '#shared/stores.ts';
import { tables } from '#shared/tables.ts';

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

  const put = (region: RegionId, { storeId, storeName }: Store, condition: string): Promise<boolean> => {
    const item = { region, storeId, storeName };
    return conditionHeld(
      db.send(new PutCommand({ TableName: table, Item: item, ConditionExpression: `${condition}(storeId)` })),
    );
  };

  return {
    find,

    add: async (region: RegionId, store: Store): Promise<Store> => {
      const known = await find(region, store.storeId);
      if (known || (await put(region, store, 'attribute_not_exists'))) return known ?? store;
      return (await find(region, store.storeId)) ?? store;
    },

    /** Throws NotFound for a store that the region doesn't have. */
    rename: async (region: RegionId, store: Store): Promise<void> => {
      if (!(await put(region, store, 'attribute_exists'))) throw new AppError('NotFound');
    },

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
