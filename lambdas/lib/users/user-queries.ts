import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { buildExpressions, getItem } from '#lambdas/lib/aws/dynamodb.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import { toStoreKey } from '#shared/stores/stores.ts';
import { readAdminCount } from './region-admins.ts';
import type { User } from './user-row.ts';
import { isAdminRow, toUserId, userSchema } from './user-row.ts';

/** Reads of users. Indexes are eventually consistent. */
export type UserQueries = {
  readonly get: (region: RegionId, sub: string) => Promise<User | undefined>;
  /** Returns the user with an email address (lower case), by an index. */
  readonly findByEmail: (region: RegionId, email: string) => Promise<User | undefined>;
  /** Returns the enabled admins, by an index. */
  readonly listAdmins: (region: RegionId) => Promise<User[]>;
  /** Returns the number of a region's enabled admins. */
  readonly countAdmins: (region: RegionId) => Promise<number>;
  /** Lists a region's users by pages, in the order of their email addresses, by an index. */
  readonly listAll: (region: RegionId) => AsyncGenerator<User[]>;
  /** Lists a store's users by pages, by an index. */
  readonly listByStore: (region: RegionId, storeId: string) => AsyncGenerator<User[]>;
};

export const createUserQueries = (db: DynamoDBDocumentClient, table: string): UserQueries => {
  const queryIndex = async function* (index: 'byEmail' | 'byStore' | 'byAdmin', owner: string): AsyncGenerator<User[]> {
    const keyCondition = { KeyConditionExpression: `#${tables.users.indexes[index].partition} = :owner` };
    const query = { TableName: table, IndexName: index, ...buildExpressions(keyCondition, { owner }) };
    const pages = paginateQuery({ client: db }, query);
    for await (const { Items = [] } of pages) yield Items.map((item) => userSchema.parse(item));
  };

  return {
    get: async (region, sub) => {
      const Item = await getItem(db, table, { id: toUserId(region, sub) });
      return Item && userSchema.parse(Item);
    },

    findByEmail: async (region, email) => {
      const { partition, sort } = tables.users.indexes.byEmail;
      const keyCondition = { KeyConditionExpression: `#${partition} = :region AND #${sort} = :email` };
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'byEmail',
          ...buildExpressions(keyCondition, { region, email }),
        }),
      );
      return Items[0] && userSchema.parse(Items[0]);
    },

    listAdmins: async (region) => {
      const adminRows: User[] = [];
      for await (const page of queryIndex('byAdmin', region)) adminRows.push(...page);
      return adminRows.filter(isAdminRow);
    },

    countAdmins: (region) => readAdminCount(db, table, region),
    listAll: (region) => queryIndex('byEmail', region),
    listByStore: (region, storeId) => queryIndex('byStore', toStoreKey(region, storeId)),
  };
};
