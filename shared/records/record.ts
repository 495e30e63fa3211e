import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';

/** Kinds of records that stores submit, as named in tables, routes and the search table. */
export const recordKinds = ['repairs', 'returns'] as const;
export type RecordKindName = (typeof recordKinds)[number];

/** Identifies a record within a region: after a withdrawal, another record may have the same reference. */
export const recordIdentity = { storeId: field.storeId, storeRefNo: field.storeRefNo, id: z.uuid() };
const identitySchema = z.object(recordIdentity);
export type RecordIdentity = z.output<typeof identitySchema>;

/** Identifies a record in a request; without a store, the caller's store is used. */
export const recordQuery = { ...recordIdentity, storeId: z.optional(field.storeId) };
const querySchema = z.object(recordQuery);
export type RecordQuery = z.output<typeof querySchema>;

/**
 * Record with the version that the user has seen; the change is rejected if the stored version is newer (optimistic
 * locking).
 */
export const recordVersion = { ...recordIdentity, version: z.int() };

/**
 * Fields of a record that lists show, in addition to its state. `rma` is null until the provider assigns one
 * ("Pending").
 */
export const recordSummary = {
  id: z.uuid(),
  rma: z.nullable(z.string()),
  storeRefNo: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  createdAt: field.instant,
  /** Day from which the store can send the parcel; absent before the RMA number and once the parcel was received. */
  sendFrom: z.optional(field.calendarDate),
};

/** Normalizes a search term for comparison: trimmed, NFC, case-folded. */
export const foldTerm = (text: string): string =>
  // The text is converted to lower, upper and lower case again, because lower case alone does not unify ß, ẞ and SS.
  text.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

/** Normalizes a store reference for comparison: trimmed, NFC, case-folded. It is displayed as typed. */
export const normalizeReference = (reference: string): string => foldTerm(reference);

/**
 * Sort key of a withdrawn record, which frees its reference for another one. References cannot contain control
 * characters, so it never collides.
 */
export const toWithdrawnReference = (reference: string, id: string): string =>
  [normalizeReference(reference), id].join('\u001F');

/**
 * Returns whether a record was withdrawn, so that another record may have its store reference. A search still finds it.
 */
export const hasReleasedReference = ({
  storeRefNo,
  reference,
}: {
  readonly storeRefNo: string;
  readonly reference: string;
}) => reference !== normalizeReference(storeRefNo);
