import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import { buildExpressions } from '#lambdas/lib/aws/dynamodb.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import { repairCounts, returnCounts } from './counts.ts';
import { parseStoreMonthKey, toStoreMonthKey } from './store-months.ts';
import type { StoreMonthCounts } from './summarize.ts';

const monthRow = z.object({
  storeMonth: z.string(),
  repairs: z.optional(repairCounts),
  returns: z.optional(returnCounts),
});

export type StatisticsReader = {
  /** Reads the counts of a store from a month on, with one Query. */
  readonly readStore: (region: RegionId, storeId: string, fromMonth: string) => Promise<StoreMonthCounts[]>;
  /** Reads the counts of these stores from a month on. The ids must be sorted, as DynamoDB returns them. */
  readonly readStores: (
    region: RegionId,
    storeIds: readonly string[],
    fromMonth: string,
  ) => Promise<StoreMonthCounts[]>;
};

/** Number of concurrent queries for the stores of a region. */
const concurrentQueries = 8;

/** Sorts after every month. */
const latestMonth = '~';

export const createStatisticsReader = (db: DynamoDBDocumentClient, table: string): StatisticsReader => {
  const { partition, sort } = tables.statistics.key;

  const query = async (region: RegionId, from: string, to: string): Promise<StoreMonthCounts[]> => {
    const months: StoreMonthCounts[] = [];
    const pages = paginateQuery(
      { client: db },
      {
        TableName: table,
        ...buildExpressions(
          { KeyConditionExpression: `#${partition} = :region AND #${sort} BETWEEN :from AND :to` },
          { region, from, to },
        ),
      },
    );
    for await (const { Items = [] } of pages)
      for (const item of Items) {
        const { storeMonth, ...counts } = monthRow.parse(item);
        months.push({ ...parseStoreMonthKey(storeMonth), ...counts });
      }
    return months;
  };

  return {
    readStore: (region, storeId, fromMonth) =>
      query(region, toStoreMonthKey({ storeId, month: fromMonth }), toStoreMonthKey({ storeId, month: latestMonth })),

    readStores: async (region, storeIds, fromMonth) => {
      const chunks = splitIntoChunks(storeIds, Math.ceil(storeIds.length / concurrentQueries) || 1);
      const months = await Promise.all(
        chunks.map((chunk) =>
          query(
            region,
            toStoreMonthKey({ storeId: chunk[0] ?? '', month: '' }),
            toStoreMonthKey({ storeId: chunk.at(-1) ?? '', month: latestMonth }),
          ),
        ),
      );
      // The key ranges may hold months of a store that was removed.
      const knownStores = new Set(storeIds);
      return months.flat().filter(({ month, storeId }) => month >= fromMonth && knownStores.has(storeId));
    },
  };
};
