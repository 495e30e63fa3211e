import * as z from 'zod/mini';
import { limits } from '#shared/config/limits.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { repairNews } from '#shared/news/news.ts';
import { toSearchOwner, toSearchTerm } from '#shared/records/search.ts';
import type { TermKind } from '#shared/records/search.ts';
import { findNextDeadline, calculateDeadlines } from '#shared/repairs/deadlines.ts';
import { rankRepairEntry, toRepairState } from '#shared/repairs/lifecycle.ts';
import { repair, repairSummary } from '#shared/repairs/repair.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { fromItem } from './item.ts';
import { buildNewsItems } from './news-items.ts';
import type { DerivedField, RecordKind, SearchItem } from './record-kind.ts';
import { deriveFields, rowFields } from './record-kind.ts';

const repairRow = z.extend(z.omit(repair, { promises: true }), rowFields);
export type RepairRow = z.output<typeof repairRow>;

const repairIndexRow = z.extend(repairSummary, { reference: z.string() });
export type RepairIndexRow = z.output<typeof repairIndexRow>;

export const buildRepairRow = (facts: Omit<RepairRow, DerivedField>): RepairRow => {
  const calendar = calendars[facts.region];
  const lastEntryDay = toCalendarDate(new Date(facts.timeline.at(-1)?.at ?? facts.createdAt), calendar.timeZone);
  const next = findNextDeadline(calculateDeadlines(facts.timeline, calendar, lastEntryDay));
  return repairRow.parse({ ...facts, ...deriveFields(facts, toRepairState(facts.timeline)), next });
};

export const buildRepairTerms = (
  row: Pick<RepairSummary, 'rma' | 'storeRefNo' | 'serialNumber' | 'storeId'> & { readonly reference: string },
): string[] => {
  const values: [TermKind, string | null][] = [
    ['rma', row.rma],
    ['reference', row.storeRefNo],
    ['serial', row.serialNumber],
  ];
  return values.flatMap(([kind, value]) => (value ? [toSearchTerm(kind, value, row)] : []));
};

/** Returns the term that lists a repair by its deadline, by the day from which it can be sent, or by the day from which the store can complain about a missing parcel. A repair without an RMA number has no such term (docs/decisions/16). */
const toDateTerm = (row: RepairRow): string | undefined => {
  // `next` is the next deadline, and `promise` its kind.
  const { next, sendFrom } = row;
  if (sendFrom !== undefined) return toSearchTerm('send', sendFrom, row);
  if (!next || next.promise === 'rma') return undefined;
  return toSearchTerm(next.promise === 'arrival' ? 'complaint' : 'due', next.by, row);
};

/** Returns the search items that list a repair by date, with its list row. */
const buildDateItems = (row: RepairRow, owners: readonly string[]): SearchItem[] => {
  const term = toDateTerm(row);
  if (term === undefined) return [];
  const { store, reference } = row;
  const summary = repairIndexRow.parse(row);
  return owners.map((owner) => ({ owner, term, store, reference, summary }));
};

const findWarranty = ({ timeline, region, createdAt, rma }: RepairRow) => {
  const deadlines = calculateDeadlines(timeline, calendars[region], createdAt.slice(0, 10));
  const warranty = deadlines.find(({ name }) => name === 'warranty');
  return warranty && { until: warranty.by, rma };
};

export const repairKind: RecordKind<RepairRow, RepairIndexRow> = {
  name: 'repairs',
  parse: (item) => repairRow.parse(fromItem(item)),
  parseIndexRow: (item) => repairIndexRow.parse(fromItem(item)),
  withDerivedFields: buildRepairRow,
  rankEntry: rankRepairEntry,
  maxEntries: limits.timelineEntries,
  existsCode: 'RepairRequestExists',
  rejectionCodes: { changed: 'RepairChanged', notPending: 'RepairNotPending', withdrawn: 'RepairWithdrawn' },
  createWithdrawal: (stamp) => ({ type: 'withdrawn', ...stamp }),
  toSearchItems: (row) => {
    const { region, storeId, store, reference, createdAt } = row;
    const owners = [toSearchOwner('repairs', region, storeId), toSearchOwner('repairs', region)];
    const serial = toSearchTerm('serial', row.serialNumber, row);
    const warranty = findWarranty(row);
    const termItems = owners.flatMap((owner) =>
      buildRepairTerms(row).map((term) => ({
        owner,
        term,
        store,
        reference,
        ...(term === serial && { createdAt, ...(warranty && { warranty }) }),
      })),
    );
    return [...termItems, ...buildDateItems(row, owners), ...buildNewsItems('repairs', row, repairNews.parse(row))];
  },
};
