import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '#lambdas/aws/chunks-of.ts';
import { mapConcurrently } from '#lambdas/aws/map-concurrently.ts';
import { itemOf } from '#lambdas/records/item.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import type { BenchDatabase } from '../testing/database.ts';
import { temporaryDatabase } from '../testing/database.ts';
import { dueRecord, repairRecord } from './repair-records.ts';

/** Of the first so many records, and then of every so-manieth, something is due. */
const due = { first: 100, every: 10 };

/** As many as DynamoDB writes in one call, and as many calls at once as make the database no faster. */
const most = { writes: 25, calls: 4 };

const itemsOf = (index: number): { readonly table: string; readonly item: object }[] => {
  const isDue = index < due.first || index % due.every === 0;
  const dueItems = isDue ? repairKind.searchItems(dueRecord(index)).filter(({ summary }) => summary !== undefined) : [];
  return [
    { table: 'repairs', item: itemOf('repairs', repairRecord(index)) },
    ...dueItems.map((item) => ({ table: 'search', item })),
  ];
};

export const withRepairs = async <Result>(
  records: number,
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> => {
  const database = await temporaryDatabase(['repairs', 'search', 'users', 'sessions']);
  const fill = () =>
    mapConcurrently(most.calls, chunksOf([...Array(records).keys()], most.writes), async (chunk) => {
      for (const items of chunksOf(chunk.flatMap(itemsOf), most.writes)) {
        const RequestItems: Record<string, { PutRequest: { Item: Record<string, unknown> } }[]> = {};
        for (const { table, item } of items) (RequestItems[table] ??= []).push({ PutRequest: { Item: { ...item } } });
        await database.db.send(new BatchWriteCommand({ RequestItems }));
      }
    });
  return fill()
    .then(() => work(database))
    .finally(database.stop);
};
