import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { buildUpdate, getItem } from '#lambdas/lib/aws/dynamodb.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { User, UserRef } from './user-row.ts';
import { isAdminRow } from './user-row.ts';

const toAdminsId = (region: RegionId) => `${region}#admins`;

const adminsItem = z.object({ subs: z._default(z.set(z.string()), new Set<string>()) });

/** Returns the number of a region's enabled admins. */
export const readAdminCount = async (db: DynamoDBDocumentClient, table: string, region: RegionId): Promise<number> => {
  const item = await getItem(db, table, { id: toAdminsId(region) });
  return item ? adminsItem.parse(item).subs.size : 0;
};

/** Writes to the item with the subs of a region's enabled admins, each for the transaction of a change. */
export type RegionAdmins = {
  /** Builds the removal of an admin, even of the last one. */
  readonly buildRemoval: (user: UserRef) => TransactItem;
  /** Builds the removal of an admin, which fails if no other one remains. It succeeds again if an interrupted change has already removed the admin. */
  readonly buildRemovalUnlessLast: (user: UserRef) => TransactItem;
  /** Builds the addition of an enabled admin; returns no write for other users, who were already removed when the lease was taken. */
  readonly buildAdditionIfAdmin: (row: User) => TransactItem[];
  /** Builds the addition of an enabled admin, or the removal of any other user. */
  readonly buildAdditionOrRemoval: (row: User) => TransactItem;
};

export const createRegionAdmins = (table: string): RegionAdmins => {
  const update = ({ region, sub }: UserRef, verb: 'ADD' | 'DELETE'): TransactItem => ({
    Update: buildUpdate(table, { id: toAdminsId(region) }, `${verb} subs :subs`, { subs: new Set([sub]) }),
  });
  const buildAddition = (user: UserRef) => update(user, 'ADD');
  const buildRemoval = (user: UserRef) => update(user, 'DELETE');

  return {
    buildRemoval,
    buildRemovalUnlessLast: ({ region, sub }) => ({
      Update: buildUpdate(
        table,
        { id: toAdminsId(region) },
        'DELETE subs :subs',
        { subs: new Set([sub]), sub, last: 1 },
        '(contains(subs, :sub) AND size(subs) > :last) OR (NOT contains(subs, :sub) AND size(subs) >= :last)',
      ),
    }),
    buildAdditionIfAdmin: (row) => (isAdminRow(row) ? [buildAddition(row)] : []),
    buildAdditionOrRemoval: (row) => (isAdminRow(row) ? buildAddition(row) : buildRemoval(row)),
  };
};
