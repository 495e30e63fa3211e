import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newRepairRow } from '#lambdas/records/repair.ts';
import { repairsStore } from '#lambdas/repairs/store.ts';
import type { Portal } from '#scripts/demo/portal.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { withEntry } from '#shared/records/timeline.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';

/** The repairs table, reached past the portal: what was booked long ago, and what the provider has done. */
export const repairRowsOf = async ({ endpoints, region: awsRegion }: Portal) => {
  const db = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: awsRegion,
      endpoint: endpoints.DYNAMODB,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  const { TableNames = [] } = await db.send(new ListTablesCommand({}));
  const named = (table: string) => TableNames.find((name) => name.toLowerCase().includes(table)) ?? '';
  const repairs = repairsStore(db, named('repairs'), named('attempts'));

  return {
    book: (facts: Parameters<typeof newRepairRow>[0]) => repairs.book(newRepairRow(facts)),
    /** Something has happened at the provider's. */
    enter: async (region: RegionId, identity: RecordIdentity, entry: RepairEntry) => {
      const row = await repairs.find(region, identity);
      if (!row) throw new Error(`There is no repair ${identity.storeRefNo}`);
      await repairs.replace(
        row,
        newRepairRow({ ...row, version: row.version + 1, timeline: withEntry(row.timeline, entry) }),
      );
    },
  };
};
