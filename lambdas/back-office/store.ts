import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { storeKey } from '#lambdas/directory/users.ts';
import { repairRow } from '#lambdas/records/repair-row.ts';
import { returnRow } from '#lambdas/records/return-row.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/reference.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';

type Kind<Row> = {
  readonly parse: (item: unknown) => Row;
  /** The sort keys under which a record may stand, in the order in which it moves from one to the next. */
  readonly places: (identity: RepairIdentity) => readonly string[];
};

const recordsStore = <Row extends { readonly id: string; readonly version: number }>(
  db: DynamoDBDocumentClient,
  table: string,
  { parse, places }: Kind<Row>,
) => ({
  /** The record with that reference and that very id. */
  find: async (region: RegionId, identity: RepairIdentity): Promise<Row | undefined> => {
    for (const reference of places(identity)) {
      const { Item } = await db.send(
        new GetCommand({
          TableName: table,
          Key: { store: storeKey(region, identity.storeId), reference },
          ConsistentRead: true,
        }),
      );
      if (Item?.['id'] === identity.id) return parse(Item);
    }
    return undefined;
  },

  /** Puts a row in the place of the one that was read; says whether nobody else has changed it meanwhile. */
  replace: async (seen: Row, row: Row): Promise<boolean> => {
    try {
      await db.send(
        new PutCommand({
          TableName: table,
          Item: row,
          ConditionExpression: '#id = :id AND #version = :seen',
          ExpressionAttributeNames: { '#id': 'id', '#version': 'version' },
          ExpressionAttributeValues: { ':id': seen.id, ':seen': seen.version },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  },
});

/** Repairs, booked or withdrawn: a withdrawal moves one aside, never back. */
export const repairsStore = (db: DynamoDBDocumentClient, table: string) =>
  recordsStore(db, table, {
    parse: (item) => repairRow.parse(item),
    places: ({ storeRefNo, id }) => [normaliseReference(storeRefNo), withdrawnReference(storeRefNo, id)],
  });

export const returnsStore = (db: DynamoDBDocumentClient, table: string) =>
  recordsStore(db, table, {
    parse: (item) => returnRow.parse(item),
    places: ({ storeRefNo }) => [normaliseReference(storeRefNo)],
  });

export type RecordsStore<Row extends { readonly id: string; readonly version: number }> = ReturnType<
  typeof recordsStore<Row>
>;
