import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { buildUpdate } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { fromItem } from '#lambdas/lib/records/item.ts';
import { toInstantRange } from '#lambdas/lib/records/list-records.ts';
import type { RecordRow } from '#lambdas/lib/records/record-kind.ts';
import { createRecordPages } from '#lambdas/lib/records/records-store.ts';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { addDays, addMonths } from '#shared/dates/dates.ts';
import { milestones } from '#shared/records/milestones.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { nextDeadline } from '#shared/repairs/deadlines.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { returnStates } from '#shared/returns/return.ts';
import type { CountedRepair, CountedReturn, RepairCounts, ReturnCounts } from './counts.ts';
import { countRepairs, countReturns, countTimelineEntries } from './counts.ts';
import type { CountedMonth } from './store-months.ts';
import { findBookingMonth, findEarliestMonth, shiftMonth, toStoreMonthKey } from './store-months.ts';

const indexFields = {
  id: z.uuid(),
  createdAt: field.instant,
  storeId: z.string(),
  reference: z.string(),
  milestones: z.optional(milestones),
};
const countedRepair = z.object({
  ...indexFields,
  state: z.enum(repairStates),
  product: z.string(),
  issue: z.string(),
  next: z.optional(nextDeadline),
});
const countedReturn = z.object({ ...indexFields, state: z.enum(returnStates) });

type TableNames = Readonly<Record<RecordKindName | 'statistics', string>>;

/** Counts of one kind of a store's month, with the number of their timeline entries (`repairsClock` or `returnsClock` in the table). */
export type MonthCounts = { readonly counts: RepairCounts | ReturnCounts; readonly entryCount: number };

const recordsPerPage = 1000;
const concurrentMonths = 8;

const toRange = (region: RegionId, month: string) =>
  toInstantRange(region, { from: `${month}-01`, to: addDays(addMonths(`${month}-01`, 1), -1) });

/** A withdrawal moves a record to another key, so a Query may return both; the one with more entries is newer. */
const removeOlderCopies = <Row extends { readonly id: string; readonly milestones?: { entries: number } | undefined }>(
  rows: readonly Row[],
): Row[] => {
  const newestById = new Map<string, Row>();
  for (const row of rows) {
    const newestRow = newestById.get(row.id);
    if (!newestRow || (newestRow.milestones?.entries ?? 0) < (row.milestones?.entries ?? 0))
      newestById.set(row.id, row);
  }
  return [...newestById.values()];
};

/** Error for a month with too many records to count them after each change, which would delay all other changes. */
class MonthTooLargeError extends Error {}

/**
 * Reads and counts the records of a store's month, with one Query of an index that is consistent with the table. Throws
 * `MonthTooLargeError` if there are more than `maxRecords`.
 */
export const createMonthCounter = (
  db: DynamoDBDocumentClient,
  tableNames: Pick<TableNames, RecordKindName>,
  maxRecords = Infinity,
) => {
  const readMonth = async <Row extends { readonly id: string; createdAt: string; storeId: string; reference: string }>(
    kind: RecordKindName,
    { region, storeId, month }: CountedMonth,
    schema: z.ZodMiniType<Row>,
  ): Promise<Row[]> => {
    const list = createRecordPages(db, tableNames[kind], {
      name: kind,
      parseIndexRow: (item) => schema.parse(fromItem(item)),
    });
    const rows: Row[] = [];
    for (;;) {
      const page = await list({ region, storeId }, { period: toRange(region, month) }, recordsPerPage, rows.at(-1));
      rows.push(...page.items);
      if (rows.length > maxRecords) throw new MonthTooLargeError(`More than ${maxRecords} ${kind} in ${month}.`);
      if (!page.hasMore) return rows;
    }
  };
  return async (month: CountedMonth): Promise<MonthCounts> => {
    if (month.kind === 'repairs') {
      const repairs: CountedRepair[] = removeOlderCopies(await readMonth('repairs', month, countedRepair));
      return { counts: countRepairs(month.region, repairs), entryCount: countTimelineEntries(repairs) };
    }
    const returns: CountedReturn[] = removeOlderCopies(await readMonth('returns', month, countedReturn));
    return { counts: countReturns(month.region, returns), entryCount: countTimelineEntries(returns) };
  };
};

const toEntryCountName = (kind: RecordKindName) => `${kind}Clock` as const;

/** Counts expire before the first record of their month does (`limits.recordMonths` after its booking). */
const toExpiry = (month: string) => Date.parse(`${shiftMonth(month, limits.recordMonths)}-01T00:00:00Z`) / 1000;

/** Builds the update that stores counts. `toCondition` returns its condition on the number of entries of the stored counts, an attribute of the given name. */
export const buildCountsUpdate = (
  table: string,
  month: CountedMonth,
  { counts, entryCount }: MonthCounts,
  toCondition: (entryCountName: string) => string,
  values: Readonly<Record<string, unknown>> = {},
) => {
  const entryCountName = toEntryCountName(month.kind);
  return buildUpdate(
    table,
    { region: month.region, storeMonth: toStoreMonthKey(month) },
    `SET #${month.kind} = :counts, #${entryCountName} = :clock, #expiresAt = :expiresAt`,
    { counts, clock: entryCount, expiresAt: toExpiry(month.month), ...values },
    toCondition(`#${entryCountName}`),
  );
};

type ChangedRecord = Pick<RecordRow, 'region' | 'storeId' | 'createdAt'> & { readonly kind: RecordKindName };

const toMonthId = ({ kind, region, ...month }: CountedMonth) => JSON.stringify([kind, region, toStoreMonthKey(month)]);

export type StatisticsWriter = {
  /**
   * Counts the months of changed records again. The counts depend on the stored records only, so changes may arrive
   * repeatedly and in any order; counts that were read earlier never replace newer ones. Resolves to why months cannot
   * be counted, however often it is tried: a record that cannot be read, or too many of them.
   */
  readonly update: (records: readonly ChangedRecord[]) => Promise<readonly Error[]>;
};

export const createStatisticsWriter = (
  db: DynamoDBDocumentClient,
  tableNames: TableNames,
  now: () => Date = () => new Date(),
  maxRecordsPerMonth: number = limits.statisticsRecordsPerMonth,
): StatisticsWriter => {
  const countMonth = createMonthCounter(db, tableNames, maxRecordsPerMonth);
  return {
    update: async (records) => {
      const months = records.map(({ kind, region, storeId, createdAt }): CountedMonth => ({
        kind,
        region,
        storeId,
        month: findBookingMonth(region, createdAt),
      }));
      const currentMonths = months.filter(({ region, month }) => month >= findEarliestMonth(region, now()));
      const distinctMonths = [...new Map(currentMonths.map((month) => [toMonthId(month), month])).values()];
      const failures = await mapConcurrently(concurrentMonths, distinctMonths, async (month) => {
        try {
          const update = buildCountsUpdate(
            tableNames.statistics,
            month,
            await countMonth(month),
            (name) => `attribute_not_exists(${name}) OR ${name} <= :clock`,
          );
          await wasApplied(db.send(new UpdateCommand(update)));
          return [];
        } catch (error) {
          // The other months are counted even if this one cannot be.
          if (error instanceof $ZodError || error instanceof MonthTooLargeError) return [error];
          throw error;
        }
      });
      return failures.flat();
    },
  };
};
