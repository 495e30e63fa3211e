import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { providerEventFields, storeEventFields, recordEntries, findRma } from '#shared/records/timeline.ts';
import { storedContent } from './content.ts';

/**
 * States that the provider's back office reports, in their usual order; labels under `repairs.states` in the locales.
 */
export const providerStates = [
  'confirmed',
  'received',
  'assessed',
  'quoted',
  'repaired',
  'dispatched',
  'returnedUnrepaired',
  'abandoned',
  'cancelled',
] as const;

/**
 * All states of a repair: submitted, registered with an RMA number, reported by the provider, or withdrawn by the
 * store before an RMA was assigned.
 */
export const repairStates = ['submitted', 'registered', ...providerStates, 'withdrawn'] as const;

export type ProviderState = (typeof providerStates)[number];
export type RepairState = (typeof repairStates)[number];

/**
 * Optional fields of a reported state: the provider's own deadline, and whether the customer gets a replacement
 * device.
 */
export const reportedOptions = { dueAt: z.optional(field.calendarDate), isReplacement: z.optional(z.boolean()) };

export const repairEntry = z.discriminatedUnion('type', [
  ...recordEntries,
  /** `before` is the content before the correction. */
  z.object({ type: z.literal('corrected'), ...storeEventFields, before: z.object(storedContent) }),
  z.object({ type: z.literal('status'), ...providerEventFields, status: z.enum(providerStates), ...reportedOptions }),
]);

export type RepairEntry = z.output<typeof repairEntry>;

/** Ranks entries of the same instant in the usual order of states. */
export const rankRepairEntry = (entry: RepairEntry): number =>
  entry.type === 'status' ? providerStates.indexOf(entry.status) : -1;

/** Derives the state from the latest entry; events that arrive late are recorded, but do not change the state. */
export const toRepairState = (timeline: readonly RepairEntry[]): RepairState => {
  const lastEntry = timeline.findLast(({ type }) => type === 'status' || type === 'withdrawn');
  if (lastEntry?.type === 'status') return lastEntry.status;
  if (lastEntry?.type === 'withdrawn') return 'withdrawn';
  return findRma(timeline) === null ? 'submitted' : 'registered';
};

export const endStates: readonly ProviderState[] = ['dispatched', 'returnedUnrepaired', 'abandoned', 'cancelled'];
const closedStates: readonly RepairState[] = [...endStates, 'withdrawn'];

/** Returns whether the device may still be with the provider, so that booking it again needs confirmation. */
export const isOpen = (state: RepairState) => !closedStates.includes(state);

type PendingFields = { readonly rma: string | null; readonly state: RepairState };

/** Returns whether an RMA number is still expected; an ended repair gets none. */
export const isPending = ({ rma, state }: PendingFields) => rma === null && isOpen(state);
