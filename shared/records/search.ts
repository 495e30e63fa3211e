import type { CalendarDate } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import { normaliseEan } from '#shared/returns/ean.ts';
import { serialNumber, withoutBlanks } from '#shared/text/serial-number.ts';
import type { RecordKindName } from './record.ts';
import { foldTerm } from './record.ts';
import { searchKey } from './search-key.ts';

/** `owner`: whose records; `term`: what is looked for, then which record. A Query by prefix answers a search. */

/** What a record is found by: a search finds the first four, `file` (a hash) only a file sent again, the dates what is due. */
export type TermKind = 'rma' | 'reference' | 'serial' | 'ean' | 'file' | DateKind;

/** By the day when something is due, or from when a parcel that has not come is a complaint (YYYY-MM-DD). */
export type DateKind = 'due' | 'complaint';

// No field lets a control character in (shared/fields.ts), so that nothing typed ends a part of a term.
const end = '\u001F';

/** Of a store's records, or of all of a region's. */
export const searchOwner = (records: RecordKindName, region: RegionId, storeId?: string) =>
  [records, region, ...(storeId === undefined ? [] : [storeId])].join('#');

const ownSpaces: readonly TermKind[] = ['file', 'due', 'complaint'];
const spaceOf = (kind: TermKind) => (ownSpaces.includes(kind) ? kind : 'text');

/** A hash and a date are compared as they are. */
const keyOf = (kind: TermKind, value: string) => (spaceOf(kind) === 'text' ? searchKey(value) : foldTerm(value));

/** The term under which one record is found by one of its values. `reference` is the record's sort key. */
export const searchTerm = (
  kind: TermKind,
  value: string,
  record: { readonly storeId: string; readonly reference: string },
) => [spaceOf(kind), keyOf(kind, value), kind, record.storeId, record.reference].join(end);

// Terms written before there were keys hold the folded value: `npm run records -- search` writes all of them anew.
const withFormerKey = (keys: readonly string[], text: string) => new Set([...keys, foldTerm(text)]);

/**
 * Returns what the terms begin with of everything whose RMA number, reference, serial number or (of returns) EAN begins with a text, read as
 * the forms read it: a UPC is an EAN without its zero. No prefix begins with another one.
 */
export const searchPrefixes = (records: RecordKindName, text: string): string[] => {
  const ean = records === 'returns' ? normaliseEan(withoutBlanks(text)) : undefined;
  const readings = [text, serialNumber.safeParse(text).data, ean].filter((reading) => reading !== undefined);
  const keys = [...withFormerKey(readings.filter(Boolean).map(searchKey), text)];
  const prefixes = keys.map((key) => [spaceOf('reference'), key].join(end));
  return prefixes.filter((prefix) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)));
};

/** Returns what the terms begin with of everything with exactly that value, but for blanks and hyphens. */
export const exactPrefixes = (kind: TermKind, value: string): string[] =>
  [...withFormerKey([keyOf(kind, value)], value)].map((key) => [spaceOf(kind), key, kind, ''].join(end));

/** What all terms of a kind with that date or a later one come after; without a date, all of the kind. */
export const fromDate = (kind: DateKind, date: CalendarDate = '') => [spaceOf(kind), date].join(end);
