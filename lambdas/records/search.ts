import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { expressions, queryPage } from '#lambdas/aws/dynamodb.ts';
import type { Page } from '#lambdas/aws/dynamodb.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { searchOwner, searchPrefixes } from '#shared/records/search.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';
import type { RecordRow } from './kind.ts';
import { badCursor, searchCursor, isWithin } from './list.ts';
import type { ListQuery } from './list.ts';

/** As DynamoDB compares keys: by their bytes. */
export const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const searchRow = z.object({
  term: z.string(),
  store: z.string(),
  reference: z.string(),
  summary: z.optional(z.looseObject({})),
  /** Of an item for a serial number. */
  createdAt: z.optional(z.string()),
  warranty: z.optional(z.object({ until: z.string(), rma: z.nullable(z.string()) })),
});

export type SearchHit = z.output<typeof searchRow>;

const { partition, sort } = tables.search.key;

/** The search table, to read, where its items are of one kind. It follows its records by a second or so. */
export const searchIndexOf = <Hit extends SearchHit>(
  db: DynamoDBDocumentClient,
  table: string,
  parse: (item: unknown) => Hit,
) => {
  const ask = (owner: string, terms: string, values: Record<string, string>, limit: number, after?: string) =>
    queryPage(
      db,
      {
        TableName: table,
        ...expressions({ KeyConditionExpression: `#${partition} = :owner AND ${terms}` }, { owner, ...values }),
        ...(after !== undefined && { ExclusiveStartKey: { [partition]: owner, [sort]: after } }),
      },
      limit,
      parse,
    );
  return {
    /** What an owner's terms that begin with a prefix point at, in the order of the terms (shared/records/search.ts spells both). `after` is the last term seen. */
    find: (owner: string, prefix: string, limit: number, after?: string): Promise<Page<Hit>> =>
      ask(owner, `begins_with(#${sort}, :prefix)`, { prefix }, limit, after),

    /** The same of the terms from one text up to another. */
    between: (owner: string, from: string, to: string, limit: number, after?: string): Promise<Page<Hit>> =>
      ask(owner, `#${sort} BETWEEN :from AND :to`, { from, to }, limit, after),
  };
};
export type SearchIndexOf<Hit extends SearchHit> = ReturnType<typeof searchIndexOf<Hit>>;

export const searchIndex = (db: DynamoDBDocumentClient, table: string) =>
  searchIndexOf(db, table, (item) => searchRow.parse(item));

export type SearchIndex = SearchIndexOf<SearchHit>;

/** Terms read in one Query, and at most: a value that is shared by more records names no device and no file. */
const termsAtOnce = 1000;
const mostTerms = 5000;

const findAllUnder = async <Hit extends SearchHit>(
  index: Pick<SearchIndexOf<Hit>, 'find'>,
  owner: string,
  prefix: string,
): Promise<Hit[]> => {
  const hits: Hit[] = [];
  let page: Page<Hit>;
  do {
    page = await index.find(owner, prefix, termsAtOnce, hits.at(-1)?.term);
    hits.push(...page.items);
  } while (page.hasMore && hits.length < mostTerms);
  return hits;
};

/** Everything under some prefixes, each record once, for a choice that needs all of it: terms are in the order of stores and references, so the newest may be anywhere. */
export const findAll = async <Hit extends SearchHit>(
  index: Pick<SearchIndexOf<Hit>, 'find'>,
  owner: string,
  prefixes: readonly string[],
): Promise<Hit[]> => {
  const hits = await Promise.all(prefixes.map((prefix) => findAllUnder(index, owner, prefix)));
  return [...new Map(hits.flat().map((hit) => [JSON.stringify([hit.store, hit.reference]), hit])).values()];
};

/** A page of everything under some prefixes, which are in the order of their bytes and none of which begins with another: one list in the order of the terms. */
const findPage = async <Hit extends SearchHit>(
  index: Pick<SearchIndexOf<Hit>, 'find'>,
  owner: string,
  prefixes: readonly string[],
  limit: number,
  after: string | undefined,
): Promise<Page<Hit>> => {
  const ahead = prefixes.filter(
    (prefix) => after === undefined || after.startsWith(prefix) || byBytes(prefix, after) > 0,
  );
  const pages = await Promise.all(
    ahead.map((prefix) => index.find(owner, prefix, limit, after?.startsWith(prefix) ? after : undefined)),
  );
  // What is behind a page with more would come too early.
  const cut = pages.findIndex(({ hasMore }) => hasMore);
  const items = (cut === -1 ? pages : pages.slice(0, cut + 1)).flatMap((page) => page.items);
  return { items: items.slice(0, limit), hasMore: cut !== -1 || items.length > limit };
};

type Search<State extends string> = ListQuery<State> & { readonly search: string };

type Searched<Hit extends SearchHit, Row> = {
  readonly name: RecordKindName;
  readonly index: Pick<SearchIndexOf<Hit>, 'find'>;
  readonly termsFor: (limit: number) => number;
  /** The records that a page's hits stand for, each once; and the last hit that it has used up, where there are more behind it. */
  readonly pick: (
    hits: Page<Hit>,
    search: {
      readonly region: RegionId;
      readonly isMatch: (term: string) => boolean;
      readonly after: string | undefined;
      readonly limit: number;
    },
  ) => Promise<{ readonly rows: readonly Row[]; readonly last?: SearchHit | undefined }>;
};

/** Pages of what begins like a text, in the order of the terms; the filter, and what was found twice, make a page shorter. Throws badCursor. */
export const searchPages =
  <State extends string, Hit extends SearchHit, Row extends Pick<RecordRow, 'state' | 'createdAt'>>({
    name,
    index,
    termsFor,
    pick,
  }: Searched<Hit, Row>) =>
  async ({ owner: { region, storeId }, filter, search, limit, cursor, scope }: Search<State>) => {
    const prefixes = searchPrefixes(name, search).toSorted(byBytes);
    const isMatch = (term: string) => prefixes.some((prefix) => term.startsWith(prefix));
    const after = cursor === undefined ? undefined : searchCursor.decode(scope, cursor).term;
    // DynamoDB takes no beginning outside what is searched.
    if (after !== undefined && !isMatch(after)) throw badCursor();
    const hits = await findPage(index, searchOwner(name, region, storeId), prefixes, termsFor(limit), after);
    const { rows, last } = await pick(hits, { region, isMatch, after, limit });
    const items = rows.filter(
      ({ state, createdAt }) =>
        (filter.state === undefined || state === filter.state) && isWithin(createdAt, filter.period),
    );
    return { items, ...(last && { cursor: searchCursor.encode(scope, last) }) };
  };
