import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import { buildExpressions, queryPage, getItem, readCancellationReasons, transact } from '#lambdas/lib/aws/dynamodb.ts';
import type { Page, TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import { createStoreFinder } from '#shared/stores/store-match.ts';
import type { Store } from '#shared/stores/stores.ts';
import { storeSchema } from '#shared/stores/stores.ts';
import { failedConditionReason } from './unleased-user-writes.ts';

export type StoresStore = {
  /** Returns the store with exactly this id. */
  readonly find: (region: RegionId, storeId: string) => Promise<Store | undefined>;
  /** Returns the store that matches a typed id, regardless of case, blanks, hyphens and leading zeros, or undefined. Throws StoreAmbiguous if several match. */
  readonly findMatching: (region: RegionId, typedId: string) => Promise<Store | undefined>;
  /** Returns the store that matches an id, or adds it. An existing store keeps its name. `createdBy` is the request id or the job row. Throws StoreAmbiguous. */
  readonly add: (region: RegionId, store: Store, createdBy: string) => Promise<Store>;
  /** Removes a store that a job has created, unless it has been renamed since: renaming drops `createdBy`. */
  readonly removeCreatedBy: (region: RegionId, storeId: string, jobId: string) => Promise<void>;
  /** Renames a store and writes the event in one transaction. Returns false without writing if its name is no longer `currentName`. */
  readonly rename: (region: RegionId, store: Store, currentName: string, event: TransactItem) => Promise<boolean>;
  /** Returns a condition check that fails its transaction if the store has another name. */
  readonly buildNameCheck: (region: RegionId, store: Store) => TransactItem;
  /** Returns at most `limit` stores of a region, in the order of their ids; `after` is the last id of the previous page. */
  readonly listPage: (region: RegionId, limit: number, after?: string) => Promise<Page<Store>>;
  /** Returns all stores of a region, in the order of their ids. */
  readonly list: (region: RegionId) => Promise<Store[]>;
};

export const createStoresStore = (db: DynamoDBDocumentClient, table: string): StoresStore => {
  const buildRegionQuery = (region: RegionId) => ({
    TableName: table,
    ...buildExpressions({ KeyConditionExpression: `#${tables.stores.key.partition} = :region` }, { region }),
    ConsistentRead: true,
  });

  const find = async (region: RegionId, storeId: string): Promise<Store | undefined> => {
    const Item = await getItem(db, table, { region, storeId });
    return Item && storeSchema.parse(Item);
  };

  const putNew = (region: RegionId, { storeId, storeName }: Store, createdBy: string): Promise<boolean> => {
    const Item = { region, storeId, storeName, createdBy };
    return wasApplied(
      db.send(new PutCommand({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(storeId)' })),
    );
  };

  const list = async (region: RegionId): Promise<Store[]> => {
    const stores: Store[] = [];
    for await (const { Items = [] } of paginateQuery({ client: db }, buildRegionQuery(region)))
      stores.push(...Items.map((item) => storeSchema.parse(item)));
    return stores;
  };

  // Tries the exact id first, which is the usual case and costs one read.
  const findMatching = async (region: RegionId, typedId: string): Promise<Store | undefined> => {
    const exactStore = await find(region, typedId);
    if (exactStore) return exactStore;
    const match = createStoreFinder(await list(region))(typedId);
    if (match.kind === 'unclear') throw new AppError('StoreAmbiguous');
    return match.kind === 'known' ? match.store : undefined;
  };

  return {
    find,

    findMatching,

    add: async (region: RegionId, store: Store, createdBy: string): Promise<Store> => {
      const existingStore = await findMatching(region, store.storeId);
      if (existingStore || (await putNew(region, store, createdBy))) return existingStore ?? store;
      return (await find(region, store.storeId)) ?? store;
    },

    removeCreatedBy: async (region: RegionId, storeId: string, jobId: string): Promise<void> => {
      const createdByJobCondition = buildExpressions(
        { ConditionExpression: 'begins_with(createdBy, :job)' },
        { job: `${jobId}#` },
      );
      await wasApplied(
        db.send(new DeleteCommand({ TableName: table, Key: { region, storeId }, ...createdByJobCondition })),
      );
    },

    rename: async (
      region: RegionId,
      { storeId, storeName }: Store,
      currentName: string,
      event: TransactItem,
    ): Promise<boolean> => {
      const condition = buildExpressions({ ConditionExpression: 'storeName = :before' }, { before: currentName });
      try {
        await transact(db, [{ Put: { TableName: table, Item: { region, storeId, storeName }, ...condition } }, event]);
        return true;
      } catch (error) {
        if (readCancellationReasons(error)[0] === failedConditionReason) return false;
        throw error;
      }
    },

    buildNameCheck: (region: RegionId, { storeId, storeName }: Store): TransactItem => ({
      ConditionCheck: {
        TableName: table,
        Key: { region, storeId },
        ...buildExpressions({ ConditionExpression: 'storeName = :storeName' }, { storeName }),
      },
    }),

    listPage: (region: RegionId, limit: number, after?: string): Promise<Page<Store>> => {
      const startKey = after !== undefined && { ExclusiveStartKey: { region, storeId: after } };
      return queryPage(db, { ...buildRegionQuery(region), ...startKey }, limit, (item) => storeSchema.parse(item));
    },

    list,
  };
};
