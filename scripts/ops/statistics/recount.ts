import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { getItem } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { fromItem } from '#lambdas/lib/records/item.ts';
import { buildCountsUpdate, createMonthCounter } from '#lambdas/lib/statistics/statistics-writer.ts';
import type { CountedMonth } from '#lambdas/lib/statistics/store-months.ts';
import {
  findBookingMonth,
  findEarliestMonth,
  parseStoreMonthKey,
  toStoreMonthKey,
} from '#lambdas/lib/statistics/store-months.ts';
import * as field from '#shared/api/fields.ts';
import type { TableName } from '#shared/config/tables.ts';
import { recordKinds } from '#shared/records/record.ts';
import { scan } from '../records/scan.ts';

type Collaborators = {
  readonly db: DynamoDBDocumentClient;
  readonly names: Readonly<Record<Extract<TableName, 'repairs' | 'returns' | 'statistics'>, string>>;
  readonly now: () => Date;
  /** Waits for the stream's consumer, which may be behind the records. */
  readonly wait: () => Promise<unknown>;
  readonly isDryRun?: boolean;
  /** Called with each month whose counts differ. */
  readonly report: (difference: string) => void;
};

export type RecountResult = { readonly monthCount: number; readonly differenceCount: number };

const countedRecord = z.object({ region: field.region, storeId: z.string(), createdAt: field.instant });
const storedMonth = z.object({ region: field.region, storeMonth: z.string() });

/** Number of months that are counted at the same time. */
const concurrency = 8;
/**
 * Number of times that a difference must be found before it is reported, because the stream may still deliver the
 * change.
 */
const maxAttempts = 5;

/** Counts all months again from the records, while stores use the portal, and corrects those that differ. */
export const recountStatistics = async (collaborators: Collaborators): Promise<RecountResult> => {
  const { db, names, now, wait, isDryRun = false, report } = collaborators;
  const countMonth = createMonthCounter(db, names);

  /** Returns the months of all records and of all counts. */
  const findMonths = async (): Promise<readonly CountedMonth[]> => {
    const months = new Map<string, CountedMonth>();
    const add = (month: CountedMonth) => {
      if (month.month >= findEarliestMonth(month.region, now()))
        months.set(JSON.stringify([month.kind, month.region, toStoreMonthKey(month)]), month);
    };
    for (const kind of recordKinds)
      for await (const page of scan(db, names[kind]))
        for (const item of page) {
          const { region, storeId, createdAt } = countedRecord.parse(fromItem(item));
          add({ kind, region, storeId, month: findBookingMonth(region, createdAt) });
        }
    for await (const page of scan(db, names.statistics))
      for (const item of page) {
        const { region, storeMonth } = storedMonth.parse(item);
        for (const kind of recordKinds)
          if (item[kind] !== undefined) add({ kind, region, ...parseStoreMonthKey(storeMonth) });
      }
    return [...months.values()];
  };

  const readStoredCounts = async (month: CountedMonth) => {
    const item = await getItem(db, names.statistics, { region: month.region, storeMonth: toStoreMonthKey(month) });
    return { counts: item?.[month.kind], entryCount: item?.[`${month.kind}Clock`] };
  };

  /** Returns whether the counts of a month differed. Corrects them unless they have changed since they were read. */
  const checkMonth = async (month: CountedMonth): Promise<boolean> => {
    for (let attempt = 1; ; attempt += 1) {
      const storedCounts = await readStoredCounts(month);
      const expectedCounts = await countMonth(month);
      if (isDeepStrictEqual(storedCounts, expectedCounts)) return false;
      if (attempt < maxAttempts) {
        await wait();
        continue;
      }
      report(
        `${month.kind} ${month.region} ${toStoreMonthKey(month)}: ${JSON.stringify(storedCounts.counts ?? {})} should be ${JSON.stringify(expectedCounts.counts)}`,
      );
      if (isDryRun) return true;
      const { entryCount } = storedCounts;
      const update = buildCountsUpdate(
        names.statistics,
        month,
        expectedCounts,
        (name) => (entryCount === undefined ? `attribute_not_exists(${name})` : `${name} = :stored`),
        entryCount === undefined ? {} : { stored: entryCount },
      );
      if (await wasApplied(db.send(new UpdateCommand(update)))) return true;
    }
  };

  const months = await findMonths();
  const results = await mapConcurrently(concurrency, months, checkMonth);
  return { monthCount: months.length, differenceCount: results.filter(Boolean).length };
};
