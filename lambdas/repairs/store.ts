import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import type { RegionId } from '#shared/regions.ts';
import { normaliseReference } from '#shared/repairs/reference.ts';
import { repair } from '#shared/repairs/repair.ts';
import { tables } from '#shared/tables.ts';
import { storeKey } from '#lambdas/lib/users.ts';
import type { Cursor } from './cursor.ts';

/** A row of the repairs table. `pending` (the region) is there only while no RMA is assigned. */
const repairRow = z.extend(repair, {
  store: z.string(),
  reference: z.string(),
  region: field.region,
  pending: z.optional(field.region),
  /** The user (sub) who booked. */
  createdBy: z.string(),
  /** The date of the terms that were accepted. */
  termsAccepted: z.string(),
});

export type RepairRow = z.output<typeof repairRow>;

/** A row out of what is known of a repair; its keys follow, and nothing else gets in. */
export const newRepairRow = (facts: Omit<RepairRow, 'store' | 'reference' | 'pending'>): RepairRow =>
  repairRow.parse({
    ...facts,
    store: storeKey(facts.region, facts.storeId),
    reference: normaliseReference(facts.storeRefNo),
    ...(facts.rma === null && { pending: facts.region }),
  });

/** What a store fills in. A request that is sent again has all of it the same; one with the same id and other content is no repetition. */
const filledIn = ['id', 'product', 'isOnlyAccessories', 'issue', 'serialNumber', 'purchaseDate', 'storeRefNo', 'detailedDescription'] as const;

const isSameBooking = (stored: RepairRow, row: RepairRow) =>
  filledIn.every((name) => stored[name] === row[name]) && stored.accessories.join() === row.accessories.join();

/** Whose repairs a list shows: a store's, or all of a region (admins). */
export type Owner = { readonly region: RegionId; readonly storeId?: string };

const partitionOf = ({ region, storeId }: Owner) =>
  storeId === undefined
    ? { index: 'byRegion' as const, value: region }
    : { index: 'byStore' as const, value: storeKey(region, storeId) };

/** Where a page begins. Built from the owner: a cursor of another store or region leads nowhere. */
const startKey = ({ region, storeId }: Owner, cursor: Cursor) => ({
  store: storeKey(region, storeId ?? cursor.storeId),
  reference: cursor.reference,
  createdAt: cursor.createdAt,
  ...(storeId === undefined && { region }),
});

export const repairsStore = (db: DynamoDBDocumentClient, table: string) => ({
  /**
   * Books a repair: of any number with one reference in one store exactly one wins.
   * The same booking sent again (same id) answers what was stored. Throws RepairRequestExists.
   */
  book: async (row: RepairRow): Promise<RepairRow> => {
    try {
      await db.send(
        new PutCommand({
          TableName: table,
          Item: row,
          ConditionExpression: 'attribute_not_exists(#reference)',
          ExpressionAttributeNames: { '#reference': tables.repairs.key.sort },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return row;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
      const stored = repairRow.parse(unmarshall(error.Item));
      if (isSameBooking(stored, row)) return stored;
      throw new AppError('RepairRequestExists', { cause: error });
    }
  },

  /** A page, newest first, and where it ended; no end on the last page. */
  list: async (owner: Owner, limit: number, cursor?: Cursor): Promise<{ rows: RepairRow[]; end?: Cursor }> => {
    const { index, value } = partitionOf(owner);
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: index,
        KeyConditionExpression: '#partition = :value',
        ExpressionAttributeNames: { '#partition': tables.repairs.indexes[index].partition },
        ExpressionAttributeValues: { ':value': value },
        ConsistentRead: tables.repairs.indexes[index].kind === 'local',
        ScanIndexForward: false,
        Limit: limit,
        ...(cursor && { ExclusiveStartKey: startKey(owner, cursor) }),
      }),
    );
    const rows = Items.map((item) => repairRow.parse(item));
    const last = rows.at(-1);
    return { rows, ...(LastEvaluatedKey && last && { end: last }) };
  },
});

export type RepairsStore = ReturnType<typeof repairsStore>;
