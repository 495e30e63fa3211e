import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { recordSummary } from '#shared/records/record.ts';
import { storeEventFields, isWithdrawn, recordEntries, findRma } from '#shared/records/timeline.ts';

/**
 * States of a return: submitted, registered with an RMA number, or withdrawn by the store before that. Labels under
 * `returns.states` in the locales.
 */
export const returnStates = ['submitted', 'registered', 'withdrawn'] as const;
export type ReturnState = (typeof returnStates)[number];

/** Stored line; not validated against the catalogue, so that old records stay valid when it changes. */
export const storedLine = z.object({
  product: z.string(),
  ean: z.string(),
  productDescription: z.string(),
  purchaseDate: field.calendarDate,
  returnDate: field.calendarDate,
  serialNumber: z.string(),
});

export type StoredLine = z.output<typeof storedLine>;

const returnEntry = z.discriminatedUnion('type', [
  ...recordEntries,
  /** `before` contains the changed and removed lines as they were, `added` the serial numbers of the added lines. */
  z.object({
    type: z.literal('corrected'),
    ...storeEventFields,
    before: z.array(storedLine),
    added: z.array(z.string()),
  }),
]);
export type ReturnEntry = z.output<typeof returnEntry>;

/**
 * Maximum number of timeline entries, so that a return with a thousand of the longest lines still fits into one
 * DynamoDB item.
 */
export const maxReturnTimelineEntries = 50;

const maxListedProducts = 3;

export const returnSummary = z.object({
  ...recordSummary,
  state: z.enum(returnStates),
  /** Keys of the products with the most lines. */
  products: z.array(z.string()),
  /** Number of different products. */
  kindsOfProducts: z.int(),
  /** Equals the number of lines. */
  numberOfProducts: z.int(),
});

export const returnRecord = z.extend(returnSummary, {
  lines: z.array(storedLine),
  version: z.int(),
  timeline: z.array(returnEntry),
});

export type ReturnSummary = z.output<typeof returnSummary>;
export type ReturnRecord = z.output<typeof returnRecord>;

/** A withdrawn return stays withdrawn, even if an RMA number was assigned in the meantime. */
export const toReturnState = (timeline: readonly ReturnEntry[]): ReturnState => {
  if (isWithdrawn({ timeline })) return 'withdrawn';
  return findRma(timeline) === null ? 'submitted' : 'registered';
};

/** Returns whether an RMA number is still expected; a withdrawn return gets none. */
export const isPendingReturn = ({ rma, state }: { readonly rma: string | null; readonly state: ReturnState }) =>
  rma === null && state !== 'withdrawn';

export type LineSummary = Pick<ReturnSummary, 'products' | 'kindsOfProducts' | 'numberOfProducts'>;

/** Summarizes a return's lines for lists. */
export const summarizeLines = (lines: readonly { readonly product: string }[]): LineSummary => {
  const quantities = new Map<string, number>();
  for (const { product } of lines) quantities.set(product, (quantities.get(product) ?? 0) + 1);
  const productsByQuantity = [...quantities].toSorted(([, a], [, b]) => b - a).map(([product]) => product);
  return {
    products: productsByQuantity.slice(0, maxListedProducts),
    kindsOfProducts: quantities.size,
    numberOfProducts: lines.length,
  };
};

/** Earlier return with the same serial number. The page asks the user about it; the booking is not rejected. */
export const earlierReturn = z.object({
  serialNumber: z.string(),
  storeRefNo: z.string(),
  id: z.uuid(),
  createdAt: field.instant,
});

export type EarlierReturn = z.output<typeof earlierReturn>;
