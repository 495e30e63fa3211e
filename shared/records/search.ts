import type { CalendarDate } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RecordKindName } from './record.ts';
import { foldTerm } from './record.ts';

/** `owner`: whose records; `term`: what is looked for, then which record. One Query by prefix answers a search. */

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

/** The term under which one record is found by one of its values. `reference` is the record's sort key. */
export const searchTerm = (
  kind: TermKind,
  value: string,
  record: { readonly storeId: string; readonly reference: string },
) => [spaceOf(kind), foldTerm(value), kind, record.storeId, record.reference].join(end);

/** Begins the terms of everything whose RMA number, reference, serial number or EAN begins with a text. */
export const searchPrefix = (text: string) => [spaceOf('reference'), foldTerm(text)].join(end);

/** Begins the terms of everything with exactly that value. */
export const exactPrefix = (kind: TermKind, value: string) => [spaceOf(kind), foldTerm(value), kind, ''].join(end);

/** What all terms of a kind with that date or a later one come after; without a date, all of the kind. */
export const fromDate = (kind: DateKind, date: CalendarDate = '') => [spaceOf(kind), date].join(end);
