import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildExpressions, queryPage } from '#lambdas/lib/aws/dynamodb.ts';
import type { Page } from '#lambdas/lib/aws/dynamodb.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { toSearchOwner, findSearchPrefixes } from '#shared/records/search.ts';
import { createInvalidCursorError, searchCursor, isWithin } from './list-records.ts';
import type { ListQuery } from './list-records.ts';
import type { RecordRow } from './record-kind.ts';

/** Compares texts by their UTF-8 bytes, as DynamoDB compares keys. */
export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const searchRow = z.object({
  term: z.string(),
  store: z.string(),
  reference: z.string(),
  summary: z.optional(z.looseObject({})),
  /** Only on items for a serial number. */
  createdAt: z.optional(z.string()),
  warranty: z.optional(z.object({ until: z.string(), rma: z.nullable(z.string()) })),
});

export type SearchHit = z.output<typeof searchRow>;

const { partition, sort } = tables.search.key;

/** Read access to the search table for items of one shape. The table is about a second behind its records. */
export type TypedSearchIndex<Hit extends SearchHit> = {
  /** Finds an owner's items (partition key `ownerKey`) whose term starts with a prefix, in the order of the terms (both built by shared/records/search.ts). `after` is the last term of the previous page. */
  readonly find: (ownerKey: string, prefix: string, limit: number, after?: string) => Promise<Page<Hit>>;
  /** Finds an owner's items whose term lies between two texts, inclusive. */
  readonly findBetween: (
    ownerKey: string,
    from: string,
    to: string,
    limit: number,
    after?: string,
  ) => Promise<Page<Hit>>;
};

export const createSearchIndex = <Hit extends SearchHit>(
  db: DynamoDBDocumentClient,
  table: string,
  parse: (item: unknown) => Hit,
): TypedSearchIndex<Hit> => {
  const query = (ownerKey: string, terms: string, values: Record<string, string>, limit: number, after?: string) =>
    queryPage(
      db,
      {
        TableName: table,
        ...buildExpressions(
          { KeyConditionExpression: `#${partition} = :owner AND ${terms}` },
          { owner: ownerKey, ...values },
        ),
        ...(after !== undefined && { ExclusiveStartKey: { [partition]: ownerKey, [sort]: after } }),
      },
      limit,
      parse,
    );
  return {
    find: (ownerKey: string, prefix: string, limit: number, after?: string): Promise<Page<Hit>> =>
      query(ownerKey, `begins_with(#${sort}, :prefix)`, { prefix }, limit, after),

    findBetween: (ownerKey: string, from: string, to: string, limit: number, after?: string): Promise<Page<Hit>> =>
      query(ownerKey, `#${sort} BETWEEN :from AND :to`, { from, to }, limit, after),
  };
};

export const createRecordSearchIndex = (db: DynamoDBDocumentClient, table: string) =>
  createSearchIndex(db, table, (item) => searchRow.parse(item));

export type SearchIndex = TypedSearchIndex<SearchHit>;

/** Terms read per Query. */
const termsPerQuery = 1000;
/** Terms read in total: a value shared by more records identifies no device or file. */
const maxTerms = 5000;

const findAllWithPrefix = async <Hit extends SearchHit>(
  index: Pick<TypedSearchIndex<Hit>, 'find'>,
  ownerKey: string,
  prefix: string,
): Promise<Hit[]> => {
  const hits: Hit[] = [];
  let page: Page<Hit>;
  do {
    page = await index.find(ownerKey, prefix, termsPerQuery, hits.at(-1)?.term);
    hits.push(...page.items);
  } while (page.hasMore && hits.length < maxTerms);
  return hits;
};

/** Finds all items with one of these prefixes, each record once. Terms are ordered by store and reference, so finding the newest records requires all of them. */
export const findAllHits = async <Hit extends SearchHit>(
  index: Pick<TypedSearchIndex<Hit>, 'find'>,
  ownerKey: string,
  prefixes: readonly string[],
): Promise<Hit[]> => {
  const hits = await Promise.all(prefixes.map((prefix) => findAllWithPrefix(index, ownerKey, prefix)));
  return [...new Map(hits.flat().map((hit) => [JSON.stringify([hit.store, hit.reference]), hit])).values()];
};

/** Returns a page of the items with one of these prefixes, in the order of the terms. Prefixes must be in byte order, and none may start with another. */
const findPage = async <Hit extends SearchHit>(
  index: Pick<TypedSearchIndex<Hit>, 'find'>,
  ownerKey: string,
  prefixes: readonly string[],
  limit: number,
  after: string | undefined,
): Promise<Page<Hit>> => {
  const remainingPrefixes = prefixes.filter(
    (prefix) => after === undefined || after.startsWith(prefix) || compareBytes(prefix, after) > 0,
  );
  const pages = await Promise.all(
    remainingPrefixes.map((prefix) =>
      index.find(ownerKey, prefix, limit, after?.startsWith(prefix) ? after : undefined),
    ),
  );
  // Items after an incomplete page would be out of order.
  const incompleteIndex = pages.findIndex(({ hasMore }) => hasMore);
  const items = (incompleteIndex === -1 ? pages : pages.slice(0, incompleteIndex + 1)).flatMap((page) => page.items);
  return { items: items.slice(0, limit), hasMore: incompleteIndex !== -1 || items.length > limit };
};

type Search<State extends string> = ListQuery<State> & { readonly search: string };

type SearchCollaborators<Hit extends SearchHit, Row> = {
  readonly name: RecordKindName;
  readonly index: Pick<TypedSearchIndex<Hit>, 'find'>;
  /** Returns the maximum number of terms to read for a page of at most `limit` records; a record may have several terms. */
  readonly toTermLimit: (limit: number) => number;
  /** Returns the records of a page's hits, each once, and the last hit consumed if there are more. */
  readonly pickRecords: (
    hits: Page<Hit>,
    search: {
      readonly region: RegionId;
      readonly isMatch: (term: string) => boolean;
      readonly after: string | undefined;
      readonly limit: number;
    },
  ) => Promise<{ readonly rows: readonly Row[]; readonly last?: SearchHit | undefined }>;
};

/** Searches by prefix, in the order of the terms. Filtered and duplicate records make a page shorter. Throws InvalidParameterException for an invalid cursor. */
export const createSearch =
  <State extends string, Hit extends SearchHit, Row extends Pick<RecordRow, 'state' | 'createdAt'>>({
    name,
    index,
    toTermLimit,
    pickRecords,
  }: SearchCollaborators<Hit, Row>) =>
  async ({ owner: { region, storeId }, filter, search, limit, cursor, scope }: Search<State>) => {
    const prefixes = findSearchPrefixes(name, search).toSorted(compareBytes);
    const isMatch = (term: string) => prefixes.some((prefix) => term.startsWith(prefix));
    const after = cursor === undefined ? undefined : searchCursor.decode(scope, cursor).term;
    // DynamoDB rejects a start key outside the key condition.
    if (after !== undefined && !isMatch(after)) throw createInvalidCursorError();
    const hits = await findPage(index, toSearchOwner(name, region, storeId), prefixes, toTermLimit(limit), after);
    const { rows, last } = await pickRecords(hits, { region, isMatch, after, limit });
    const items = rows.filter(
      ({ state, createdAt }) =>
        (filter.state === undefined || state === filter.state) && isWithin(createdAt, filter.period),
    );
    return { items, ...(last && { cursor: searchCursor.encode(scope, last) }) };
  };
