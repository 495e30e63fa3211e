import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';

/** THE kinds of records that stores submit, as tables, routes and the search table name them. */
export const recordKinds = ['repairs', 'returns'] as const;
export type RecordKindName = (typeof recordKinds)[number];

/** What tells one record from all others of a region: a withdrawn one may share its reference with a later one. */
export const recordIdentity = { storeId: field.storeId, storeRefNo: field.storeRefNo, id: z.uuid() };
const identity = z.object(recordIdentity);
export type RecordIdentity = z.output<typeof identity>;

/** Asks for one record: without a store, of whoever asks. */
export const recordQuestion = { ...recordIdentity, storeId: z.optional(field.storeId) };
const question = z.object(recordQuestion);
export type RecordQuestion = z.output<typeof question>;

/** Says which version was seen: one that somebody else has changed since is refused (optimistic lock). */
export const seenRecord = { ...recordIdentity, version: z.int() };

/** What lists show of a record of any kind, beside its state. `rma` is null while the provider has not assigned one ("Pending"). */
export const recordSummary = {
  id: z.uuid(),
  rma: z.nullable(z.string()),
  storeRefNo: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  createdAt: field.instant,
};

/** How what is looked for and what is found compare: trimmed, NFC, case-folded. */
export const foldTerm = (text: string): string =>
  // There and back again folds what lower case alone leaves apart: ß, the capital ẞ and SS are one.
  text.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

/** How two store references compare: trimmed, NFC, case-folded. They show as typed. */
export const normaliseReference = (reference: string): string => foldTerm(reference);

/** The sort key of a withdrawn record: it steps aside, so that its reference can be used again. No reference holds a control character. */
export const withdrawnReference = (reference: string, id: string): string =>
  [normaliseReference(reference), id].join('\u001F');

/** Whether a record has stepped aside: what it was found by still leads to it, but it no longer counts. */
export const isSetAside = ({ storeRefNo, reference }: { readonly storeRefNo: string; readonly reference: string }) =>
  reference !== normaliseReference(storeRefNo);
