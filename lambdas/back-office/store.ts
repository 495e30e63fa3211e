import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { RegionId } from '#shared/regions.ts';
import { normaliseReference, withdrawnReference } from '#shared/repairs/reference.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';
import type { RepairRow } from '#lambdas/lib/repair-row.ts';
import { repairRow } from '#lambdas/lib/repair-row.ts';
import { storeKey } from '#lambdas/lib/users.ts';

export const repairsStore = (db: DynamoDBDocumentClient, table: string) => ({
  /** The repair with that reference and that very id, booked or withdrawn. A withdrawal moves it from the first place to the second, never back. */
  find: async (region: RegionId, { storeId, storeRefNo, id }: RepairIdentity): Promise<RepairRow | undefined> => {
    for (const reference of [normaliseReference(storeRefNo), withdrawnReference(storeRefNo, id)]) {
      const { Item } = await db.send(new GetCommand({ TableName: table, Key: { store: storeKey(region, storeId), reference }, ConsistentRead: true }));
      if (Item?.['id'] === id) return repairRow.parse(Item);
    }
    return undefined;
  },

  /** Puts a row in the place of the one that was read; says whether nobody else has changed it meanwhile. */
  replace: async (seen: RepairRow, row: RepairRow): Promise<boolean> => {
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

export type RepairsStore = ReturnType<typeof repairsStore>;
