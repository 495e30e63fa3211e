import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { recordSummary } from '#shared/records/record.ts';
import { byTheStore, isWithdrawn, recordEntries, rmaOf } from '#shared/records/timeline.ts';

/** THE states of a return: booked, then with an RMA, or withdrawn by the store before that. Labels under `returns.states` in the locales. */
export const returnStates = ['submitted', 'registered', 'withdrawn'] as const;
export type ReturnState = (typeof returnStates)[number];

/** A line as it was stored: a catalogue that has changed since doesn't make old records invalid. */
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
  /** `before` are the lines that were changed or taken out, as they were; `added` the serial numbers of those that were put in. */
  z.object({ type: z.literal('corrected'), ...byTheStore, before: z.array(storedLine), added: z.array(z.string()) }),
]);
export type ReturnEntry = z.output<typeof returnEntry>;

/** How much can have happened to one return: beside a thousand of the longest lines it is still one item of DynamoDB. */
export const returnTimelineEntries = 50;

const namedProducts = 3;

export const returnSummary = z.object({
  ...recordSummary,
  state: z.enum(returnStates),
  /** Keys of those with the most lines, and how many kinds there are in all. */
  products: z.array(z.string()),
  kindsOfProducts: z.int(),
  /** As many as there are lines. */
  numberOfProducts: z.int(),
});

export const returnRecord = z.extend(returnSummary, {
  lines: z.array(storedLine),
  version: z.int(),
  timeline: z.array(returnEntry),
});

export type ReturnSummary = z.output<typeof returnSummary>;
export type ReturnRecord = z.output<typeof returnRecord>;

/** A withdrawn return stays one, whatever number was assigned to it in the meantime. */
export const returnStateOf = (timeline: readonly ReturnEntry[]): ReturnState => {
  if (isWithdrawn({ timeline })) return 'withdrawn';
  return rmaOf(timeline) === null ? 'submitted' : 'registered';
};

/** Whether a return's RMA is still to come: a withdrawn one gets none. */
export const isPendingReturn = ({ rma, state }: { readonly rma: string | null; readonly state: ReturnState }) =>
  rma === null && state !== 'withdrawn';

/** What a list says of a return's lines. */
export const summaryOfLines = (lines: readonly { readonly product: string }[]) => {
  const quantities = new Map<string, number>();
  for (const { product } of lines) quantities.set(product, (quantities.get(product) ?? 0) + 1);
  const byQuantity = [...quantities].toSorted(([, one], [, other]) => other - one).map(([product]) => product);
  return {
    products: byQuantity.slice(0, namedProducts),
    kindsOfProducts: quantities.size,
    numberOfProducts: lines.length,
  };
};

/** A return in which a store has sent a serial number before: worth a question, never refused. */
export const sentSerial = z.object({
  serialNumber: z.string(),
  storeRefNo: z.string(),
  id: z.uuid(),
  createdAt: field.instant,
});

export type SentSerial = z.output<typeof sentSerial>;
