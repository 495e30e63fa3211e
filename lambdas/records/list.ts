import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Page } from '#lambdas/aws/dynamodb.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { addDays, startOfDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { listFilter } from '#shared/records/list.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import type { Owner } from './access.ts';
import { ownerFor } from './access.ts';

type CursorScope = readonly (string | undefined)[];

/** InvalidParameterException: no cursor of ours, or one of another list, filter or search. */
export const badCursor = () =>
  new AppError('InvalidParameterException', { problems: [{ path: 'cursor', rule: 'pattern' }] });

const envelope = z.tuple([z.string(), z.unknown()]);

/** Cursors of one kind. They hold where a page ended and for which question, but no owner: keys are built from who asks. */
export const cursorOf = <Position>(kind: string, position: z.ZodMiniType<Position>) => {
  const scopeHash = (scope: CursorScope) =>
    createHash('sha256')
      .update(JSON.stringify([kind, ...scope]))
      .digest('base64url')
      .slice(0, 10);
  return {
    encode: (scope: CursorScope, end: Position): string =>
      Buffer.from(JSON.stringify([scopeHash(scope), position.parse(end)])).toString('base64url'),
    /** Throws badCursor. */
    decode: (scope: CursorScope, text: string): Position => {
      const opened = envelope.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
      if (!opened.success || opened.data[0] !== scopeHash(scope)) throw badCursor();
      const end = position.safeParse(opened.data[1]);
      if (!end.success) throw badCursor();
      return end.data;
    },
  };
};

// DynamoDB takes no empty key and no half of a surrogate pair.
export const keyText = z.string().check(
  z.minLength(1),
  z.refine((text) => text.isWellFormed()),
);

export const timeCursor = cursorOf(
  'time',
  z.object({ createdAt: field.instant, storeId: field.storeId, reference: keyText }),
);

export const searchCursor = cursorOf('search', z.object({ term: keyText }));

/** The instants (ISO) between which something was booked, both included; an open end is left out. */
export type InstantRange = { readonly from?: string; readonly to?: string };

// No record is older or newer; calendars beyond the year 9999 are no longer written with four digits.
const [earliest, latest] = ['2000-01-01', '2999-12-31'];

const within = (date: CalendarDate) => (date < earliest ? earliest : date > latest ? latest : date);

/** The period of whole days, first and last included, in a region's calendar; a day may have 23 or 25 hours. */
export const instantsOf = (
  region: RegionId,
  { from, to }: { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined },
): InstantRange => {
  const { timeZone } = regions[region];
  const lastInstant = (date: CalendarDate) => new Date(startOfDay(addDays(date, 1), timeZone).getTime() - 1);
  return {
    ...(from !== undefined && { from: startOfDay(within(from), timeZone).toISOString() }),
    ...(to !== undefined && { to: lastInstant(within(to)).toISOString() }),
  };
};

/** Both ends included; an absent one is no limit. */
export const isWithin = (instant: string, { from, to }: InstantRange) =>
  (from === undefined || instant >= from) && (to === undefined || instant <= to);

export type Filter<State extends string> = { readonly state?: State | undefined; readonly period: InstantRange };

type ListInput<State extends string> = z.output<z.ZodMiniObject<typeof listFilter>> & {
  readonly region: RegionId;
  readonly state?: State | undefined;
  readonly due?: string | undefined;
};

/** Of staff their own store's, whatever they name. */
export const listQueryOf = <State extends string>(input: ListInput<State>, caller: Caller) => {
  const { region, state, from, to, search, due, limit, cursor } = input;
  const owner = ownerFor(caller, region, input.storeId);
  return {
    owner,
    filter: { state, period: instantsOf(region, { from, to }) },
    search,
    limit,
    cursor,
    scope: [region, owner.storeId, state, from, to, search, due],
  };
};

export type ListQuery<State extends string> = ReturnType<typeof listQueryOf<State>>;

export type After = { readonly createdAt: string; readonly storeId: string; readonly reference: string };

type List<Row> = (owner: Owner, filter: Filter<string>, limit: number, after?: After) => Promise<Page<Row>>;

type ListPage<Row> = { readonly items: Row[]; readonly cursor?: string };

/** Pages of a list by time, newest first; a cursor where there are more. Throws badCursor. */
const timePage = async <Row extends After>(
  list: List<Row>,
  { owner, filter, limit, cursor, scope }: ListQuery<string>,
): Promise<ListPage<Row>> => {
  const after = cursor === undefined ? undefined : timeCursor.decode(scope, cursor);
  // DynamoDB takes no beginning outside the period.
  if (after && !isWithin(after.createdAt, filter.period)) throw badCursor();
  const { items, hasMore } = await list(owner, filter, limit, after);
  const last = items.at(-1);
  return { items, ...(hasMore && last && { cursor: timeCursor.encode(scope, last) }) };
};

type Lists<State extends string, Row> = {
  readonly list: List<Row>;
  readonly search: (query: ListQuery<State> & { readonly search: string }) => Promise<ListPage<Row>>;
};

export const listFor =
  <State extends string, Row extends After>({ list, search }: Lists<State, Row>) =>
  (input: ListInput<State>, caller: Caller): Promise<ListPage<Row>> => {
    const query = listQueryOf(input, caller);
    return query.search === undefined ? timePage(list, query) : search({ ...query, search: query.search });
  };
