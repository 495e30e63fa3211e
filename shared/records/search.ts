import type { RegionId } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { normalizeEan } from '#shared/returns/ean.ts';
import { serialNumber, compactCode } from '#shared/text/serial-number.ts';
import type { RecordKindName } from './record.ts';
import { foldTerm } from './record.ts';
import { toSearchKey } from './search-key.ts';

/**
 * Keys of the search table. `owner` contains the kind, region and store of the records; `term` contains the search key,
 * followed by the record's identity. A search is a Query by prefix.
 */

/**
 * Kinds of search terms: a search matches the first four, `file` (a hash) detects a file that was uploaded before, and
 * the dates select records by deadline.
 */
export type TermKind = 'rma' | 'reference' | 'serial' | 'ean' | 'file' | DateKind;

/** Day of a deadline, day from which a missing parcel counts as a complaint, or day from which the store can send the parcel (YYYY-MM-DD). */
export type DateKind = 'due' | 'complaint' | 'send';

// Separates the parts of a term. No field accepts control characters (shared/api/fields.ts), so user input cannot contain
// it.
const separator = '\u001F';

/** Partition of a store's records, or of all records of a region. */
export const toSearchOwner = (recordKind: RecordKindName, region: RegionId, storeId?: string) =>
  [recordKind, region, ...(storeId === undefined ? [] : [storeId])].join('#');

const kindsWithOwnNamespace: readonly TermKind[] = ['file', 'due', 'complaint', 'send'];
const toNamespace = (kind: TermKind) => (kindsWithOwnNamespace.includes(kind) ? kind : 'text');

/** Returns the part of a term that is compared: a search key or, for hashes and dates, the folded value. */
const toKey = (kind: TermKind, value: string) => (toNamespace(kind) === 'text' ? toSearchKey(value) : foldTerm(value));

/** Returns the term by which a record is found for one of its values. `reference` is the record's sort key. */
export const toSearchTerm = (
  kind: TermKind,
  value: string,
  record: { readonly storeId: string; readonly reference: string },
) => [toNamespace(kind), toKey(kind, value), kind, record.storeId, record.reference].join(separator);

// Terms that were stored before search keys were introduced contain the folded value; `npm run records -- search` rewrites them.
const addOldKey = (keys: readonly string[], text: string) => new Set([...keys, foldTerm(text)]);

/**
 * Returns the term prefixes of all records whose RMA number, reference, serial number or (for returns) EAN starts with
 * a text. The text is normalized as in the forms, so that a UPC also finds the EAN that has a zero in front. No prefix
 * starts with another one.
 */
export const findSearchPrefixes = (recordKind: RecordKindName, text: string): string[] => {
  const ean = recordKind === 'returns' ? normalizeEan(compactCode(text)) : undefined;
  const candidates = [text, serialNumber.safeParse(text).data, ean].filter((candidate) => candidate !== undefined);
  const keys = [...addOldKey(candidates.filter(Boolean).map(toSearchKey), text)];
  const prefixes = keys.map((key) => [toNamespace('reference'), key].join(separator));
  return prefixes.filter(
    (prefix) => !prefixes.some((candidate) => candidate !== prefix && prefix.startsWith(candidate)),
  );
};

/** Returns the term prefixes of all records with exactly this value, ignoring spaces and hyphens. */
export const toExactValuePrefixes = (kind: TermKind, value: string): string[] =>
  [...addOldKey([toKey(kind, value)], value)].map((key) => [toNamespace(kind), key, kind, ''].join(separator));

/** Returns the lower bound of all terms of a kind from a date on; without a date, of all terms of the kind. */
export const toDateTermPrefix = (kind: DateKind, date: CalendarDate = '') => [toNamespace(kind), date].join(separator);

/**
 * Returns the term of a report of the provider in the list of news, which is sorted by the instant at which the portal
 * stored it. `event` distinguishes reports of the same instant.
 */
export const toNewsTerm = (
  recordedAt: string,
  report: string,
  record: { readonly storeId: string; readonly reference: string },
  event: string,
) => ['news', recordedAt, report, record.storeId, record.reference, event].join(separator);

/** Returns the instant and the report of a term of `toNewsTerm`. */
export const parseNewsTerm = (term: string) => {
  const [, recordedAt = '', report = ''] = term.split(separator);
  return { recordedAt, report };
};

/** Returns the bounds of all news terms after an instant. */
export const toNewsTermRange = (instant: string): readonly [from: string, to: string] => [
  ['news', `${instant}~`].join(separator),
  ['news', '~'].join(separator),
];
