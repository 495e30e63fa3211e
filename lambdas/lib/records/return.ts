import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { returnNews } from '#shared/news/news.ts';
import { hasReleasedReference } from '#shared/records/record.ts';
import type { TermKind } from '#shared/records/search.ts';
import { toSearchOwner, toSearchTerm } from '#shared/records/search.ts';
import type { LineSummary } from '#shared/returns/return.ts';
import {
  returnRecord,
  toReturnState,
  returnSummary,
  maxReturnTimelineEntries,
  summarizeLines,
} from '#shared/returns/return.ts';
import { fromItem } from './item.ts';
import { buildNewsItems } from './news-items.ts';
import type { DerivedField, RecordKind, SearchItem } from './record-kind.ts';
import { deriveFields, rowFields } from './record-kind.ts';
import { compareBytes } from './search.ts';

/** DynamoDB's item size limit, in bytes. */
export const maxItemBytes = 400 * 1024;

/** Returns the size of a value as DynamoDB counts it, in bytes: texts in UTF-8, lists and maps 3 bytes plus 1 per element. */
export const countItemBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 2;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 1 + countItemBytes(item), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .reduce((sum, [name, item]) => sum + 1 + Buffer.byteLength(name) + countItemBytes(item), 3);
};

export const returnRow = z.extend(returnRecord, {
  ...rowFields,
  /** Hashes of the files that lines came from. */
  files: z.array(z.string()),
});
export type ReturnRow = z.output<typeof returnRow>;

const returnIndexRow = z.extend(returnSummary, { reference: z.string() });
export type ReturnIndexRow = z.output<typeof returnIndexRow>;

export const buildReturnRow = (facts: Omit<ReturnRow, DerivedField | keyof LineSummary>): ReturnRow =>
  returnRow.parse({ ...facts, ...summarizeLines(facts.lines), ...deriveFields(facts, toReturnState(facts.timeline)) });

/** Search hit of a return, with immutable fields only, so that an RMA number doesn't rewrite a thousand items. `previous` is the preceding term of the same return, by which a search lists a return with several matching terms only once. */
export const returnHit = z.object({
  term: z.string(),
  store: z.string(),
  reference: z.string(),
  previous: z.optional(z.string()),
  id: z.uuid(),
  storeRefNo: z.string(),
  createdAt: field.instant,
});
export type ReturnHit = z.output<typeof returnHit>;

type SearchableReturn = Pick<
  ReturnRow,
  'region' | 'store' | 'storeId' | 'reference' | 'id' | 'storeRefNo' | 'createdAt' | 'rma' | 'lines' | 'files'
>;

const toTerms = (record: SearchableReturn, values: readonly (readonly [TermKind, string])[]) =>
  [...new Set(values.map(([kind, value]) => toSearchTerm(kind, value, record)))].toSorted(compareBytes);

/** Builds the search items of a return: RMA number, reference, serial numbers and EANs for its store and its region, file hashes for its store only. */
export const buildReturnSearchItems = (record: SearchableReturn): (SearchItem & ReturnHit)[] => {
  const { region, store, storeId, reference, id, storeRefNo, createdAt, rma, lines, files } = record;
  const hitFields = { store, reference, id, storeRefNo, createdAt };
  const lineValues = lines.flatMap(({ serialNumber, ean }) => [
    ['serial', serialNumber] as const,
    ['ean', ean] as const,
  ]);
  const textTerms = toTerms(record, [
    ...(rma ? [['rma', rma] as const] : []),
    ['reference', storeRefNo],
    ...lineValues,
  ]);
  const textItems = textTerms.map((term, index) => ({
    ...hitFields,
    term,
    ...(index > 0 && { previous: textTerms[index - 1] }),
  }));
  // A file of a withdrawn return counts as not sent, so that it can be sent again.
  const fileItems = toTerms(
    record,
    hasReleasedReference(record) ? [] : files.map((hash) => ['file', hash] as const),
  ).map((term) => ({
    ...hitFields,
    term,
  }));
  const storeOwner = toSearchOwner('returns', region, storeId);
  const regionOwner = toSearchOwner('returns', region);
  return [
    ...[...textItems, ...fileItems].map((item) => ({ owner: storeOwner, ...item })),
    ...textItems.map((item) => ({ owner: regionOwner, ...item })),
  ];
};

/** Maximum size of a future timeline entry, in bytes; the largest is an RMA number. */
const maxEntryBytes = 512;

/** Returns true if a row fits into one DynamoDB item, with room for all further timeline entries. */
export const fitsInItem = (row: ReturnRow): boolean =>
  countItemBytes(row) + maxEntryBytes * Math.max(0, maxReturnTimelineEntries - row.timeline.length) <= maxItemBytes;

export const returnKind: RecordKind<ReturnRow, ReturnIndexRow> = {
  name: 'returns',
  parse: (item) => returnRow.parse(fromItem(item)),
  parseIndexRow: (item) => returnIndexRow.parse(fromItem(item)),
  withDerivedFields: buildReturnRow,
  // A return has no states of the provider whose order matters.
  rankEntry: () => 0,
  maxEntries: maxReturnTimelineEntries,
  existsCode: 'ReturnRequestExists',
  rejectionCodes: { changed: 'ReturnChanged', notPending: 'ReturnNotPending', withdrawn: 'ReturnWithdrawn' },
  createWithdrawal: (stamp) => ({ type: 'withdrawn', ...stamp }),
  toSearchItems: (row) => [...buildReturnSearchItems(row), ...buildNewsItems('returns', row, returnNews.parse(row))],
};
