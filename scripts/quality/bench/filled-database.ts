import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { splitIntoChunks, mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { buildStoredRepair } from '#lambdas/testing/rows.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { typicalRepairContent } from '#scripts/testing/records.ts';
import { benchStore, benchRegion } from '#scripts/testing/signed-in-user.ts';

const newestAt = Date.parse('2026-11-01T12:00:00.000Z');
const minuteMs = 60_000;

const padNumber = (number: number, length: number) => String(number).padStart(length, '0');

// A third of the records belong to the caller's store, so that its list has about one page if there are a hundred
// records in all, and many pages if there are 100,000.
const toStore = (index: number) =>
  index % 3 === 0 ? benchStore : { storeId: `UK-${2000 + (index % 200)}`, storeName: 'Another Store' };

/**
 * Returns the repair that is `index` minutes older than the newest. All repairs have the same size, and an index means the
 * same repair in every database.
 */
export const buildRepairRecord = (index: number): RepairRow => {
  const createdAt = new Date(newestAt - index * minuteMs).toISOString();
  return buildStoredRepair({
    ...typicalRepairContent,
    id: `0b0f1a52-9f8e-4a3c-8d59-${padNumber(index, 12)}`,
    region: benchRegion,
    ...toStore(index),
    storeRefNo: `REF-${padNumber(index, 8)}`,
    createdAt,
    createdBy: '6f1f2f6a-1111-4222-8333-000000000001',
    version: 2,
    timeline: [
      { type: 'booked', at: createdAt, by: 'repairs@nuk.example' },
      { type: 'rmaAssigned', at: createdAt, eventId: `e-${padNumber(index, 8)}`, rma: `UK${padNumber(index, 8)}` },
    ],
    serialNumber: `XTW7${padNumber(index, 10)}`,
  });
};

/** DynamoDB's maximum writes per call, and the number of concurrent calls above which filling gets no faster. */
const batchLimits = { writes: 25, calls: 4 };

/** Runs `work` with a temporary database that contains a number of repairs. */
export const runWithRepairs = async <Result>(
  recordCount: number,
  work: (database: TemporaryDatabase) => Promise<Result>,
): Promise<Result> => {
  const database = await startTemporaryDatabase(['repairs', 'users', 'sessions']);
  const fill = () =>
    mapConcurrently(
      batchLimits.calls,
      splitIntoChunks([...Array(recordCount).keys()], batchLimits.writes),
      async (chunk) => {
        const puts = chunk.map((index) => ({
          PutRequest: { Item: { ...toItem('repairs', buildRepairRecord(index)) } },
        }));
        await database.db.send(new BatchWriteCommand({ RequestItems: { repairs: puts } }));
      },
    );
  return fill()
    .then(() => work(database))
    .finally(database.stop);
};
