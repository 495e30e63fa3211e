import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildExpressions, queryPage } from '#lambdas/lib/aws/dynamodb.ts';
import type { Page } from '#lambdas/lib/aws/dynamodb.ts';
import { toInstantRange } from '#lambdas/lib/records/list-records.ts';
import type { RecordRow } from '#lambdas/lib/records/record-kind.ts';
import { createRecordPages } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { RepairIndexRow } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import type { ReturnIndexRow } from '#lambdas/lib/records/return.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { addDays, startOfDay, toCalendarDate } from '#shared/dates/dates.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import type { News, NewsEntry, NewsMarks } from '#shared/news/news.ts';
import { providerNews, repairNews, returnNews } from '#shared/news/news.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { findLastOverdueBookingDay, calculateRmaDeadline } from '#shared/records/rma-number-deadline.ts';
import { toDateTermPrefix, toNewsTermRange, parseNewsTerm, toSearchOwner } from '#shared/records/search.ts';

type Owner = { readonly region: RegionId; readonly storeId: string };

const recordFields = { id: z.uuid(), storeRefNo: z.string() };
const repairItem = z.object({ term: z.string(), news: z.extend(repairNews, recordFields) });
const returnItem = z.object({ term: z.string(), news: z.extend(returnNews, recordFields) });
const deadlineItem = z.object({ summary: z.unknown() });

/** Time and kinds of an entry's news. */
type Occurrence = Pick<NewsEntry, 'at' | 'news'>;

const readReport = (term: string): Occurrence => {
  const { recordedAt, report } = parseNewsTerm(term);
  // A kind of report that this version does not know is left out.
  return { at: recordedAt, news: providerNews.filter((candidate) => candidate === report) };
};

const toRepairEntry = (row: RepairIndexRow, occurrence: Occurrence): NewsEntry => {
  const { id, storeId, storeRefNo } = row;
  return { kind: 'repairs', id, storeId, storeRefNo, ...repairNews.parse(row), ...occurrence };
};

const toReturnEntry = (row: ReturnIndexRow, occurrence: Occurrence): NewsEntry => {
  const { id, storeId, storeRefNo } = row;
  return { kind: 'returns', id, storeId, storeRefNo, ...returnNews.parse(row), ...occurrence };
};

/** Returns the marks of a user who has not seen the news yet. */
const createInitialMarks = (region: RegionId, now: Date): NewsMarks => {
  const since = new Date(now.getTime() - limits.news.days * 86_400_000);
  const instant = since.toISOString();
  return { repairs: instant, returns: instant, day: toCalendarDate(since, calendars[region].timeZone) };
};

/** Merges the news of each record into one entry; the latest comes first. */
const mergeByRecord = (entries: readonly NewsEntry[]): NewsEntry[] => {
  const entryById = new Map<string, NewsEntry>();
  for (const entry of entries.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    const newerEntry = entryById.get(entry.id);
    const kinds = new Set([...(newerEntry?.news ?? []), ...entry.news]);
    entryById.set(entry.id, newerEntry ? { ...newerEntry, news: [...kinds] } : entry);
  }
  return [...entryById.values()];
};

export type NewsReader = {
  /**
   * Reads what was reported about a store's records after `seenMarks` (up to where the user has seen the news), and which
   * deadlines have passed since; at most `limits.news.max` records. Reports are about a second behind the records.
   */
  readonly readStore: (
    owner: Owner,
    kinds: readonly RecordKindName[],
    seenMarks: NewsMarks | undefined,
    now: Date,
  ) => Promise<News>;
};

type TableNames = Readonly<Record<RecordKindName | 'search', string>>;

export const createNewsReader = (db: DynamoDBDocumentClient, tableNames: TableNames): NewsReader => {
  const { partition, sort } = tables.search.key;

  /** Queries an owner's items whose term lies between two texts, in descending order of the terms. */
  const queryTerms = <Item>(
    owner: string,
    [from, to]: readonly [string, string],
    parse: (item: unknown) => Item,
  ): Promise<Page<Item>> =>
    queryPage(
      db,
      {
        TableName: tableNames.search,
        ...buildExpressions(
          { KeyConditionExpression: `#${partition} = :owner AND #${sort} BETWEEN :from AND :to` },
          { owner, from, to },
        ),
        ScanIndexForward: false,
      },
      limits.news.max,
      parse,
    );

  const readReports = ({ region, storeId }: Owner, kind: RecordKindName, afterInstant: string) =>
    queryTerms(toSearchOwner(kind, region, storeId), toNewsTermRange(afterInstant), (item): NewsEntry => {
      if (kind === 'repairs') {
        const { term, news } = repairItem.parse(item);
        return { kind, storeId, ...news, ...readReport(term) };
      }
      const { term, news } = returnItem.parse(item);
      return { kind, storeId, ...news, ...readReport(term) };
    });

  const toDeadlinePassed = (region: RegionId, deadline: CalendarDate): Occurrence => ({
    at: startOfDay(addDays(deadline, 1), calendars[region].timeZone).toISOString(),
    news: ['deadlinePassed'],
  });

  /** Reads repairs whose deadline was on one of the days from `from` until the day before `today`. */
  const readOverdueRepairs = async ({ region, storeId }: Owner, from: CalendarDate, today: CalendarDate) => {
    const range = [toDateTermPrefix('due', from), toDateTermPrefix('due', today)] as const;
    const { items, hasMore } = await queryTerms(toSearchOwner('repairs', region, storeId), range, (item) =>
      repairKind.parseIndexRow(deadlineItem.parse(item).summary),
    );
    const entries = items.flatMap((row): NewsEntry[] =>
      row.next ? [toRepairEntry(row, toDeadlinePassed(region, row.next.by))] : [],
    );
    return { items: entries, hasMore };
  };

  /** Reads records whose RMA number became overdue after `from` and until `today`. */
  const readWithoutRma = async (owner: Owner, kind: RecordKindName, from: CalendarDate, today: CalendarDate) => {
    const { region } = owner;
    const calendar = calendars[region];
    // Bookings until this day were overdue before, and the user has seen them.
    const lastKnownBookingDay = findLastOverdueBookingDay(from, calendar);
    const period = toInstantRange(region, {
      from: addDays(lastKnownBookingDay, 1),
      to: findLastOverdueBookingDay(today, calendar),
    });
    if ((period.from ?? '') > (period.to ?? '')) return { items: [], hasMore: false };
    const queryPending = <Row>(parseIndexRow: (item: unknown) => Row) =>
      createRecordPages(db, tableNames[kind], { name: kind, parseIndexRow })(
        owner,
        { state: 'submitted', period },
        limits.news.max,
      );
    const toOverdueOccurrence = ({ createdAt }: Pick<RecordRow, 'createdAt'>) =>
      toDeadlinePassed(region, calculateRmaDeadline(toCalendarDate(new Date(createdAt), calendar.timeZone), calendar));
    if (kind === 'repairs') {
      const { items, hasMore } = await queryPending(repairKind.parseIndexRow);
      return { items: items.map((row) => toRepairEntry(row, toOverdueOccurrence(row))), hasMore };
    }
    const { items, hasMore } = await queryPending(returnKind.parseIndexRow);
    return { items: items.map((row) => toReturnEntry(row, toOverdueOccurrence(row))), hasMore };
  };

  return {
    readStore: async (owner, kinds, seenMarks, now) => {
      const marks = seenMarks ?? createInitialMarks(owner.region, now);
      const today = toCalendarDate(now, calendars[owner.region].timeZone);
      const reportPages = await Promise.all(kinds.map((kind) => readReports(owner, kind, marks[kind])));
      const hasNewDay = marks.day < today;
      const deadlinePages = hasNewDay
        ? await Promise.all([
            ...(kinds.includes('repairs') ? [readOverdueRepairs(owner, marks.day, today)] : []),
            ...kinds.map((kind) => readWithoutRma(owner, kind, marks.day, today)),
          ])
        : [];
      const pages = [...reportPages, ...deadlinePages];
      const entries = mergeByRecord(pages.flatMap(({ items }) => items));
      const { max } = limits.news;
      const nextMarks = kinds.map((kind, index) => [kind, reportPages[index]?.items[0]?.at ?? marks[kind]]);
      return {
        items: entries.slice(0, max),
        hasMore: entries.length > max || pages.some(({ hasMore }) => hasMore),
        marks: { ...marks, ...Object.fromEntries(nextMarks), day: today },
      };
    },
  };
};
