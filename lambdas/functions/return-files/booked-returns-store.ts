import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildProjection } from '#lambdas/lib/aws/dynamodb.ts';
import { fromItem } from '#lambdas/lib/records/item.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { returnRow } from '#lambdas/lib/records/return.ts';
import { summaryAttributes } from '#shared/records/summaries.ts';
import { findBooker } from '#shared/records/timeline.ts';

const bookedReturnRow = z.pick(returnRow, {
  storeRefNo: true,
  id: true,
  createdAt: true,
  numberOfProducts: true,
  timeline: true,
});

// The number of lines is one of the summary attributes.
const attributes = [...summaryAttributes, 'timeline'];

/** Return that was booked earlier. `lines` is the number of its lines, and `by` the email of the user who booked it. */
type BookedReturn = Pick<ReturnRow, 'storeRefNo' | 'id' | 'createdAt'> & {
  readonly lines: number;
  readonly by: string;
};

export type BookedReturns = {
  readonly find: (key: Pick<ReturnRow, 'store' | 'reference'>) => Promise<BookedReturn | undefined>;
};

export const createBookedReturns = (db: DynamoDBDocumentClient, table: string): BookedReturns => ({
  find: async ({ store, reference }: Pick<ReturnRow, 'store' | 'reference'>) => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { store, reference }, ...buildProjection(attributes) }),
    );
    if (!Item) return undefined;
    const { storeRefNo, id, createdAt, numberOfProducts: lines, timeline } = bookedReturnRow.parse(fromItem(Item));
    return { storeRefNo, id, createdAt, lines, by: findBooker(timeline) ?? '' };
  },
});
