import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { projectionOf } from '#lambdas/aws/dynamodb.ts';
import { fieldsOf } from '#lambdas/records/item.ts';
import type { FoundReturn, ReturnRow } from '#lambdas/records/return.ts';
import { foundReturn, returnRow } from '#lambdas/records/return.ts';
import type { SearchIndexOf } from '#lambdas/records/search.ts';
import { searchIndexOf } from '#lambdas/records/search.ts';
import { summaryAttributes } from '#shared/records/summaries.ts';

const sentRow = z.pick(returnRow, {
  storeRefNo: true,
  id: true,
  createdAt: true,
  numberOfProducts: true,
  timeline: true,
});

// How many lines it has is among what lists show.
const attributes = [...summaryAttributes, 'timeline'];

export const sentReturns = (db: DynamoDBDocumentClient, table: string) => ({
  find: async ({ store, reference }: Pick<ReturnRow, 'store' | 'reference'>) => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: { store, reference },
        ...projectionOf(attributes),
      }),
    );
    if (!Item) return undefined;
    const { storeRefNo, id, createdAt, numberOfProducts: lines, timeline } = sentRow.parse(fieldsOf(Item));
    const booked = timeline.find((entry) => entry.type === 'booked');
    return { storeRefNo, id, createdAt, lines, by: booked?.by ?? '' };
  },
});

export type SentReturns = ReturnType<typeof sentReturns>;

export const returnTerms = (db: DynamoDBDocumentClient, table: string): ReturnTerms =>
  searchIndexOf(db, table, (item) => foundReturn.parse(item));

export type ReturnTerms = Pick<SearchIndexOf<FoundReturn>, 'find'>;
