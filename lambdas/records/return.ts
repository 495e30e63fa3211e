import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { isSetAside } from '#shared/records/record.ts';
import type { TermKind } from '#shared/records/search.ts';
import { searchOwner, searchTerm } from '#shared/records/search.ts';
import {
  returnRecord,
  returnStateOf,
  returnSummary,
  returnTimelineEntries,
  summaryOfLines,
} from '#shared/returns/return.ts';
import { fieldsOf } from './item.ts';
import type { Derived, RecordKind, SearchItem } from './kind.ts';
import { derivedOf, rowFields } from './kind.ts';
import { byBytes } from './search.ts';

/** The most that DynamoDB holds in one item, in bytes. */
export const mostItemBytes = 400 * 1024;

/** The size of a value as DynamoDB counts it, in bytes: texts in UTF-8, lists and maps three bytes and one more for each thing in them. */
export const itemBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 2;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 1 + itemBytes(item), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .reduce((sum, [name, item]) => sum + 1 + Buffer.byteLength(name) + itemBytes(item), 3);
};

export const returnRow = z.extend(returnRecord, {
  ...rowFields,
  /** Hashes of the files that lines came from. */
  files: z.array(z.string()),
});
export type ReturnRow = z.output<typeof returnRow>;

const returnIndexRow = z.extend(returnSummary, { reference: z.string() });
export type ReturnIndexRow = z.output<typeof returnIndexRow>;

export const newReturnRow = (facts: Omit<ReturnRow, Derived | keyof ReturnType<typeof summaryOfLines>>): ReturnRow =>
  returnRow.parse({ ...facts, ...summaryOfLines(facts.lines), ...derivedOf(facts, returnStateOf(facts.timeline)) });

/** What never changes of a return: an RMA number rewrites no thousand items. `previous`: its term before this one. */
export const foundReturn = z.object({
  term: z.string(),
  store: z.string(),
  reference: z.string(),
  previous: z.optional(z.string()),
  id: z.uuid(),
  storeRefNo: z.string(),
  createdAt: field.instant,
});
export type FoundReturn = z.output<typeof foundReturn>;

type Searched = Pick<
  ReturnRow,
  'region' | 'store' | 'storeId' | 'reference' | 'id' | 'storeRefNo' | 'createdAt' | 'rma' | 'lines' | 'files'
>;

const termsOf = (record: Searched, values: readonly (readonly [TermKind, string])[]) =>
  [...new Set(values.map(([kind, value]) => searchTerm(kind, value, record)))].toSorted(byBytes);

/** Everything that a return is found by: its RMA number, reference, serial numbers and EANs, for its store and its region; the files that it came from for its store only. */
export const returnSearchItems = (record: Searched): (SearchItem & FoundReturn)[] => {
  const { region, store, storeId, reference, id, storeRefNo, createdAt, rma, lines, files } = record;
  const facts = { store, reference, id, storeRefNo, createdAt };
  const ofLines = lines.flatMap(({ serialNumber, ean }) => [['serial', serialNumber] as const, ['ean', ean] as const]);
  const texts = termsOf(record, [...(rma ? [['rma', rma] as const] : []), ['reference', storeRefNo], ...ofLines]);
  const found = texts.map((term, index) => ({ ...facts, term, ...(index > 0 && { previous: texts[index - 1] }) }));
  // A file whose return was withdrawn has not been sent.
  const sent = termsOf(record, isSetAside(record) ? [] : files.map((hash) => ['file', hash] as const)).map((term) => ({
    ...facts,
    term,
  }));
  const [ofStore, ofRegion] = [searchOwner('returns', region, storeId), searchOwner('returns', region)];
  return [
    ...[...found, ...sent].map((item) => ({ owner: ofStore, ...item })),
    ...found.map((item) => ({ owner: ofRegion, ...item })),
  ];
};

/** The most that one thing more that happens to a return takes, in bytes: an RMA number. */
const mostEntryBytes = 512;

/** Whether a row is one item of DynamoDB, with room for all that may still happen to it. */
export const holdsRow = (row: ReturnRow): boolean =>
  itemBytes(row) + mostEntryBytes * Math.max(0, returnTimelineEntries - row.timeline.length) <= mostItemBytes;

export const returnKind: RecordKind<ReturnRow, ReturnIndexRow> = {
  name: 'returns',
  parse: (item) => returnRow.parse(fieldsOf(item)),
  parseIndexRow: (item) => returnIndexRow.parse(fieldsOf(item)),
  renew: newReturnRow,
  mostEntries: returnTimelineEntries,
  exists: 'ReturnRequestExists',
  refusals: { changed: 'ReturnChanged', notPending: 'ReturnNotPending', withdrawn: 'ReturnWithdrawn' },
  withdrawn: (done) => ({ type: 'withdrawn', ...done }),
  searchItems: returnSearchItems,
};
