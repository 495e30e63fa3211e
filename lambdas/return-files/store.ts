import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Page } from '#lambdas/aws/query-page.ts';
import { queryPage } from '#lambdas/aws/query-page.ts';
import { fieldsOf } from '#lambdas/records/item.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { returnRow } from '#lambdas/records/return.ts';
import type { FoundReturn } from '#lambdas/records/return.ts';
import { foundReturn } from '#lambdas/records/return.ts';
import { summaryAttributes } from '#shared/records/summaries.ts';
import { tables } from '#shared/tables.ts';

/** What is said of a return that came from the same file: not its lines, only how many there are. */
const sentRow = z.pick(returnRow, {
  storeRefNo: true,
  id: true,
  createdAt: true,
  numberOfProducts: true,
  timeline: true,
});

// How many lines it has is among what lists show.
const attributes = [...summaryAttributes, 'timeline'];

/** Returns that files have become. */
export const sentReturns = (db: DynamoDBDocumentClient, table: string) => ({
  /** A return by its key, and who booked it (their email); undefined where none stands. */
  find: async ({ store, reference }: Pick<ReturnRow, 'store' | 'reference'>) => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: { store, reference },
        ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(),
        ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
      }),
    );
    if (!Item) return undefined;
    const { storeRefNo, id, createdAt, numberOfProducts: lines, timeline } = sentRow.parse(fieldsOf(Item));
    const booked = timeline.find((entry) => entry.type === 'booked');
    return { storeRefNo, id, createdAt, lines, by: booked?.by ?? '' };
  },
});

export type SentReturns = ReturnType<typeof sentReturns>;

const { partition, sort } = tables.search.key;

/** The terms that returns are found by (shared/records/search.ts spells them). */
export const returnTerms = (db: DynamoDBDocumentClient, table: string) => ({
  /** An owner's terms from one to another, both included, in the order of their bytes. */
  between: (owner: string, first: string, last: string, limit: number): Promise<Page<FoundReturn>> =>
    queryPage(
      db,
      {
        TableName: table,
        KeyConditionExpression: '#owner = :owner AND #term BETWEEN :first AND :last',
        ExpressionAttributeNames: { '#owner': partition, '#term': sort },
        ExpressionAttributeValues: { ':owner': owner, ':first': first, ':last': last },
      },
      limit,
      (item) => foundReturn.parse(item),
    ),
});

export type ReturnTerms = ReturnType<typeof returnTerms>;
