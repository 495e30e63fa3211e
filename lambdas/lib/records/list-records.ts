import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Page } from '#lambdas/lib/aws/dynamodb.ts';
import type { Caller } from '#lambdas/lib/http/caller.ts';
import { AppError } from '#shared/api/errors.ts';
import * as field from '#shared/api/fields.ts';
import { parseJson } from '#shared/api/parse-json.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays, startOfDay } from '#shared/dates/dates.ts';
import type { listFilter } from '#shared/records/list.ts';
import type { Owner } from './access.ts';
import { toOwner } from './access.ts';

type CursorScope = readonly (string | undefined)[];

/** Creates the InvalidParameterException for a malformed cursor or a cursor of another list, filter or search. */
export const createInvalidCursorError = () =>
  new AppError('InvalidParameterException', { problems: [{ path: 'cursor', rule: 'pattern' }] });

/** Decoded content of a cursor: the hash of its query and the last position of its page. */
const cursorContent = z.tuple([z.string(), z.unknown()]);

/**
 * Cursors of one kind, containing the last position of a page and a hash of the query. The owner in the start key of the
 * next page comes from the caller and not from the cursor, so that a forged cursor cannot reach other records.
 */
export const createCursor = <Position>(kind: string, position: z.ZodMiniType<Position>) => {
  const hashScope = (scope: CursorScope) =>
    createHash('sha256')
      .update(JSON.stringify([kind, ...scope]))
      .digest('base64url')
      .slice(0, 10);
  return {
    encode: (scope: CursorScope, lastPosition: Position): string =>
      Buffer.from(JSON.stringify([hashScope(scope), position.parse(lastPosition)])).toString('base64url'),
    /** Throws InvalidParameterException for an invalid cursor. */
    decode: (scope: CursorScope, text: string): Position => {
      const parsed = cursorContent.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
      if (!parsed.success || parsed.data[0] !== hashScope(scope)) throw createInvalidCursorError();
      const lastPosition = position.safeParse(parsed.data[1]);
      if (!lastPosition.success) throw createInvalidCursorError();
      return lastPosition.data;
    },
  };
};

// DynamoDB rejects empty keys and lone surrogates.
export const keyText = z.string().check(
  z.minLength(1),
  z.refine((text) => text.isWellFormed()),
);

export const timeCursor = createCursor(
  'time',
  z.object({ createdAt: field.instant, storeId: field.storeId, reference: keyText }),
);

export const searchCursor = createCursor('search', z.object({ term: keyText }));

/** Inclusive range of booking instants (ISO 8601); an open end is omitted. */
export type InstantRange = { readonly from?: string; readonly to?: string };

// Filters are clamped to these dates, outside of which there is no record: the day after 9999-12-31 would have a five-digit year.
const earliestDate = '2000-01-01';
const latestDate = '2999-12-31';

const clampDate = (date: CalendarDate) => (date < earliestDate ? earliestDate : date > latestDate ? latestDate : date);

/** Converts an inclusive range of dates in a region's time zone into instants; a day may have 23 or 25 hours. */
export const toInstantRange = (
  region: RegionId,
  { from, to }: { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined },
): InstantRange => {
  const { timeZone } = regions[region];
  const toLastInstant = (date: CalendarDate) => new Date(startOfDay(addDays(date, 1), timeZone).getTime() - 1);
  return {
    ...(from !== undefined && { from: startOfDay(clampDate(from), timeZone).toISOString() }),
    ...(to !== undefined && { to: toLastInstant(clampDate(to)).toISOString() }),
  };
};

/** Returns true if the instant lies in the range, ends included. */
export const isWithin = (instant: string, { from, to }: InstantRange) =>
  (from === undefined || instant >= from) && (to === undefined || instant <= to);

export type Filter<State extends string> = {
  readonly state?: State | undefined;
  readonly period: InstantRange;
  readonly isOldestFirst?: boolean;
};

type ListInput<State extends string> = z.output<z.ZodMiniObject<typeof listFilter>> & {
  readonly region: RegionId;
  readonly state?: State | undefined;
  /** Filter by deadline (`DeadlineFilter`), on routes that have it. */
  readonly due?: string | undefined;
};

/** Query of a page of a list. Its cursors are valid only for the same `scope`. */
export type ListQuery<State extends string> = {
  readonly owner: Owner;
  readonly filter: Filter<State>;
  readonly search: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly scope: CursorScope;
};

/** Builds a list query from the input. Staff always query their own store. */
export const toListQuery = <State extends string>(input: ListInput<State>, caller: Caller): ListQuery<State> => {
  const { region, state, from, to, search, order, due, limit, cursor } = input;
  const owner = toOwner(caller, region, input.storeId);
  return {
    owner,
    filter: { state, period: toInstantRange(region, { from, to }), isOldestFirst: order === 'oldest' },
    search,
    limit,
    cursor,
    // A missing order is omitted, so that cursors from before the order was introduced stay valid.
    scope: [region, owner.storeId, state, from, to, search, due, ...(order === undefined ? [] : [order])],
  };
};

export type PagePosition = { readonly createdAt: string; readonly storeId: string; readonly reference: string };

type List<Row> = (owner: Owner, filter: Filter<string>, limit: number, after?: PagePosition) => Promise<Page<Row>>;

type ListPage<Row> = { readonly items: Row[]; readonly cursor?: string };

/** Returns a page of a list by time, with a cursor if there are more. Throws InvalidParameterException for an invalid cursor. */
const readTimePage = async <Row extends PagePosition>(
  list: List<Row>,
  { owner, filter, limit, cursor, scope }: ListQuery<string>,
): Promise<ListPage<Row>> => {
  const startPosition = cursor === undefined ? undefined : timeCursor.decode(scope, cursor);
  // DynamoDB rejects a start key outside the key condition.
  if (startPosition && !isWithin(startPosition.createdAt, filter.period)) throw createInvalidCursorError();
  const { items, hasMore } = await list(owner, filter, limit, startPosition);
  const last = items.at(-1);
  return { items, ...(hasMore && last && { cursor: timeCursor.encode(scope, last) }) };
};

type Collaborators<State extends string, Row> = {
  readonly list: List<Row>;
  readonly search: (query: ListQuery<State> & { readonly search: string }) => Promise<ListPage<Row>>;
};

export const createListHandler =
  <State extends string, Row extends PagePosition>({ list, search }: Collaborators<State, Row>) =>
  (input: ListInput<State>, caller: Caller): Promise<ListPage<Row>> => {
    const query = toListQuery(input, caller);
    return query.search === undefined ? readTimePage(list, query) : search({ ...query, search: query.search });
  };
