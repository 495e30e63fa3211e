import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { NewUsers } from './new-users.ts';
import { createNewUsers } from './new-users.ts';
import { createRegionAdmins } from './region-admins.ts';
import type { UnleasedUserWrites } from './unleased-user-writes.ts';
import { createUnleasedUserWrites } from './unleased-user-writes.ts';
import type { UserLeases } from './user-leases.ts';
import { createUserLeases } from './user-leases.ts';
import type { UserQueries } from './user-queries.ts';
import { createUserQueries } from './user-queries.ts';
import type { UserWrites } from './user-writes.ts';
import { createUserWrites } from './user-writes.ts';

/** Store of the users of all regions. Changes by admins need a lease; otherwise they throw UserChanged. */
export type UsersStore = UserQueries & UserLeases & UserWrites & NewUsers & UnleasedUserWrites;

export const createUsersStore = (db: DynamoDBDocumentClient, table: string): UsersStore => {
  const admins = createRegionAdmins(table);
  const queries = createUserQueries(db, table);
  return {
    ...queries,
    ...createUserLeases(db, table, { admins, get: queries.get }),
    ...createUserWrites(db, table, admins),
    ...createNewUsers(db, table, admins),
    ...createUnleasedUserWrites(db, table),
  };
};
