import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf, mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { itemOf } from '#lambdas/records/item.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { newRepairRow } from '#lambdas/records/repair.ts';
import type { BenchDatabase } from '../testing/database.ts';
import { temporaryDatabase } from '../testing/database.ts';
import { benchStore, region } from '../testing/signed-in.ts';

const newest = Date.parse('2026-11-01T12:00:00.000Z');
const minute = 60_000;

const digits = (number: number, length: number) => String(number).padStart(length, '0');

// Every third is of the store that asks: of a hundred it has a page, of a hundred thousand many.
const storeOf = (index: number) =>
  index % 3 === 0 ? benchStore : { storeId: `UK-${2000 + (index % 200)}`, storeName: 'Another Store' };

/** The repair that is so many older than the newest: the same in every table, and as long as all others. */
export const repairRecord = (index: number): RepairRow => {
  const at = new Date(newest - index * minute).toISOString();
  return newRepairRow({
    id: `0b0f1a52-9f8e-4a3c-8d59-${digits(index, 12)}`,
    region,
    ...storeOf(index),
    storeRefNo: `REF-${digits(index, 8)}`,
    createdAt: at,
    createdBy: '6f1f2f6a-1111-4222-8333-000000000001',
    termsAccepted: '2024-06-06',
    version: 2,
    timeline: [
      { type: 'booked', at, by: 'repairs@nuk.example' },
      { type: 'rmaAssigned', at, eventId: `e-${digits(index, 8)}`, rma: `UK${digits(index, 8)}` },
    ],
    product: 'switch-oled',
    isOnlyAccessories: false,
    accessories: ['dock-switch'],
    issue: 'screenDefect',
    serialNumber: `XTW7${digits(index, 10)}`,
    purchaseDate: '2026-01-15',
    detailedDescription: 'The picture flickers after a few minutes.',
  });
};

/** As many as DynamoDB writes in one call, and as many calls at once as make the database no faster. */
const most = { writes: 25, calls: 4 };

export const withRepairs = async <Result>(
  records: number,
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> => {
  const database = await temporaryDatabase(['repairs', 'users', 'sessions']);
  const fill = () =>
    mapConcurrently(most.calls, chunksOf([...Array(records).keys()], most.writes), async (chunk) => {
      const puts = chunk.map((index) => ({ PutRequest: { Item: { ...itemOf('repairs', repairRecord(index)) } } }));
      await database.db.send(new BatchWriteCommand({ RequestItems: { repairs: puts } }));
    });
  return fill()
    .then(() => work(database))
    .finally(database.stop);
};
