import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Page } from '#lambdas/aws/query-page.ts';
import { queryPage } from '#lambdas/aws/query-page.ts';
import { tables } from '#shared/tables.ts';

/** As DynamoDB compares keys: by their bytes. */
export const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const searchRow = z.object({ term: z.string(), store: z.string(), reference: z.string() });

/** What a search found: the term, and the key of the record it points at. */
export type Found = z.output<typeof searchRow>;

const { partition, sort } = tables.search.key;

/** The search table, to read, where its items are of one kind. It follows its records by a second or so. */
export const searchIndexOf = <Row extends Found>(
  db: DynamoDBDocumentClient,
  table: string,
  parse: (item: unknown) => Row,
) => ({
  /** What an owner's terms that begin with a prefix point at, in the order of the terms (shared/search.ts spells both). `after` is the last term seen. */
  find: (owner: string, prefix: string, limit: number, after?: string): Promise<Page<Row>> =>
    queryPage(
      db,
      {
        TableName: table,
        KeyConditionExpression: '#owner = :owner AND begins_with(#term, :prefix)',
        ExpressionAttributeNames: { '#owner': partition, '#term': sort },
        ExpressionAttributeValues: { ':owner': owner, ':prefix': prefix },
        ...(after !== undefined && { ExclusiveStartKey: { [partition]: owner, [sort]: after } }),
      },
      limit,
      parse,
    ),
});

export type SearchIndexOf<Row extends Found> = ReturnType<typeof searchIndexOf<Row>>;

/** The search table as far as every kind of record is found in it. */
export const searchIndex = (db: DynamoDBDocumentClient, table: string) =>
  searchIndexOf(db, table, (item) => searchRow.parse(item));

export type SearchIndex = SearchIndexOf<Found>;
