import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expressions, queryPage, getItem } from '#lambdas/aws/dynamodb.ts';
import type { Page } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';
import { storeSchema } from '#shared/stores.ts';
import { tables } from '#shared/tables.ts';

export const storesStore = (db: DynamoDBDocumentClient, table: string) => {
  const page = (region: RegionId, limit: number, after?: string): Promise<Page<Store>> =>
    queryPage(
      db,
      {
        TableName: table,
        ...expressions({ KeyConditionExpression: `#${tables.stores.key.partition} = :region` }, { region }),
        ConsistentRead: true,
        ...(after !== undefined && { ExclusiveStartKey: { region, storeId: after } }),
      },
      limit,
      (item) => storeSchema.parse(item),
    );

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

    page,

    list: async (region: RegionId): Promise<Store[]> => {
      const found: Store[] = [];
      for (let hasMore = true; hasMore;) {
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
        const next = await page(region, limits.storesPerPage, found.at(-1)?.storeId);
        found.push(...next.items);
        hasMore = next.hasMore;
      }
      return found;
    },
  };
};

export type StoresStore = ReturnType<typeof storesStore>;
