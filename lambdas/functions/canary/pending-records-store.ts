import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildExpressions } from '#lambdas/lib/aws/dynamodb.ts';
import { toStateAt } from '#lambdas/lib/records/record-kind.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import type { RecordKindName } from '#shared/records/record.ts';

/** Sort key prefix of records that still wait for an RMA number; the booking time follows it. */
const waitingPrefix = toStateAt('submitted', '');

export type PendingStore = {
  /** Returns the booking time of the record that has waited longest, or undefined if no record waits. */
  readonly findOldest: (kind: RecordKindName, region: RegionId) => Promise<Date | undefined>;
};

export const createPendingStore = (
  db: DynamoDBDocumentClient,
  tableNames: Readonly<Record<RecordKindName, string>>,
): PendingStore => ({
  findOldest: async (kind: RecordKindName, region: RegionId): Promise<Date | undefined> => {
    const { partition, sort } = tables[kind].indexes.byRegionAndState;
    const { Items: [first] = [] } = await db.send(
      new QueryCommand({
        TableName: tableNames[kind],
        IndexName: 'byRegionAndState',
        ...buildExpressions(
          { KeyConditionExpression: `#${partition} = :region AND begins_with(#${sort}, :waiting)` },
          { region, waiting: waitingPrefix },
        ),
        Limit: 1,
      }),
    );
    return first && new Date(z.object({ stateAt: z.string() }).parse(first).stateAt.slice(waitingPrefix.length));
  },
});
