import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { NewUsers } from './new-users.ts';
import { newUsers } from './new-users.ts';
import { regionAdmins } from './region-admins.ts';
import type { UserLeases } from './user-leases.ts';
import { userLeases } from './user-leases.ts';
import type { UserNotes } from './user-notes.ts';
import { userNotes } from './user-notes.ts';
import type { UserQueries } from './user-queries.ts';
import { userQueries } from './user-queries.ts';
import type { UserWrites } from './user-writes.ts';
import { userWrites } from './user-writes.ts';

/** Store of the users of all regions. Changes by admins need a lease; otherwise they throw UserChanged. */
export type UsersStore = UserQueries & UserLeases & UserWrites & NewUsers & UserNotes;

export const usersStore = (db: DynamoDBDocumentClient, table: string): UsersStore => {
  const admins = regionAdmins(table);
  const queries = userQueries(db, table);
  return {
    ...queries,
    ...userLeases(db, table, { admins, get: queries.get }),
    ...userWrites(db, table, admins),
    ...newUsers(db, table, admins),
    ...userNotes(db, table),
  };
};
