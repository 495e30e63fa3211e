import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '#lambdas/aws/chunks-of.ts';
import { mapConcurrently } from '#lambdas/aws/map-concurrently.ts';
import { itemOf } from '#lambdas/records/item.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import type { BenchDatabase } from '../testing/database.ts';
import { openDatabase } from '../testing/database.ts';
import { definitionOf } from '../testing/tables.ts';
import { dueRecord, repairRecord } from './repair-records.ts';

const folder = resolve(import.meta.dirname, '../../.local/bench');

/** What a list reads. */
const names = ['repairs', 'search', 'users', 'sessions'] as const;

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

// What is in a file that was filled before, unless rows or tables have changed since.
const stampOf = (records: number) =>
  createHash('sha256')
    .update(JSON.stringify([records, due, itemsOf(0), names.map((name) => definitionOf(name))]))
    .digest('hex');

const fill = async ({ db }: BenchDatabase, records: number): Promise<void> => {
  const numbers = Array.from({ length: records }, (_, index) => index);
  await mapConcurrently(most.calls, chunksOf(numbers, most.writes), async (chunk) => {
    for (const items of chunksOf(chunk.flatMap(itemsOf), most.writes)) {
      let left: Record<string, object[]> = {};
      for (const { table, item } of items) (left[table] ??= []).push({ PutRequest: { Item: { ...item } } });
      while (Object.keys(left).length > 0) {
        const { UnprocessedItems = {} } = await db.send(new BatchWriteCommand({ RequestItems: left as never }));
        left = UnprocessedItems as typeof left;
      }
    }
  });
};

/** A database with so many repairs, filled when it isn't there from another time. */
export const filledDatabase = async (records: number, say: (message: string) => void): Promise<BenchDatabase> => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `repairs-${records}.sqlite`);
  const stampFile = `${file}.stamp`;
  const isFilled = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(records);
  if (!isFilled) for (const part of ['', '.stamp', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });

  const database = await openDatabase(file, names);
  if (isFilled) return database;
  try {
    if (records > 10_000) say(`Writing ${records.toLocaleString('en-GB')} records, once …`);
    await fill(database, records);
    writeFileSync(stampFile, stampOf(records));
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
};
