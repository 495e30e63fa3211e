import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expressions, queryPage, getItem, reasonsOf, transact } from '#lambdas/aws/dynamodb.ts';
import type { Page, TransactItem } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import { storeFinder } from '#shared/meant-store.ts';
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

  const putNew = (region: RegionId, { storeId, storeName }: Store, createdBy: string): Promise<boolean> => {
    const Item = { region, storeId, storeName, createdBy };
    return conditionHeld(
      db.send(new PutCommand({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(storeId)' })),
    );
  };

  const list = async (region: RegionId): Promise<Store[]> => {
    const found: Store[] = [];
    for await (const { Items = [] } of paginateQuery({ client: db }, ofRegion(region)))
      found.push(...Items.map((item) => storeSchema.parse(item)));
    return found;
  };

  // An id that is known is the usual case, and costs one read.
  const findMeant = async (region: RegionId, typedId: string): Promise<Store | undefined> => {
    const exact = await find(region, typedId);
    if (exact) return exact;
    const meant = storeFinder(await list(region))(typedId);
    if (meant.kind === 'unclear') throw new AppError('StoreAmbiguous');
    return meant.kind === 'known' ? meant.store : undefined;
  };

  return {
    find,

    /** Returns the store that a typed id means (shared/meant-store.ts), or undefined. Throws StoreAmbiguous if it could mean several. */
    findMeant,

    /** Returns the store that an id means, and adds it if there is none. A known store keeps its name. `createdBy`: the request, or row of a job. Throws StoreAmbiguous. */
    add: async (region: RegionId, store: Store, createdBy: string): Promise<Store> => {
      const known = await findMeant(region, store.storeId);
      if (known || (await putNew(region, store, createdBy))) return known ?? store;
      return (await find(region, store.storeId)) ?? store;
    },

    /** Removes a store that a job has created, unless it has been renamed since. */
    removeCreatedBy: async (region: RegionId, storeId: string, jobId: string): Promise<void> => {
      const isOfJob = expressions({ ConditionExpression: 'begins_with(createdBy, :job)' }, { job: `${jobId}#` });
      await conditionHeld(db.send(new DeleteCommand({ TableName: table, Key: { region, storeId }, ...isOfJob })));
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

    list,
  };
};

export type StoresStore = ReturnType<typeof storesStore>;
