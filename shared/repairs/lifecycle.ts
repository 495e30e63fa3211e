import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { byTheProvider, byTheStore, recordEntries, rmaOf } from '#shared/records/timeline.ts';
import { storedContent } from './content.ts';

/** What the provider's back office reports, in the order in which it usually happens; labels under `repairs.states` in the locales. */
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

/** THE states of a repair: booked, then with an RMA, then as the provider reports, or withdrawn by the store before an RMA was assigned. */
export const repairStates = ['submitted', 'registered', ...providerStates, 'withdrawn'] as const;

export type ProviderState = (typeof providerStates)[number];
export type RepairState = (typeof repairStates)[number];

/** What a report of a state may bring beside it: the provider's own last day for it, and whether the customer gets another device. */
export const reportedOptions = { dueAt: z.optional(field.calendarDate), isReplacement: z.optional(z.boolean()) };

export const repairEntry = z.discriminatedUnion('type', [
  ...recordEntries,
  /** `before` is what the repair said until then. */
  z.object({ type: z.literal('corrected'), ...byTheStore, before: z.object(storedContent) }),
  z.object({ type: z.literal('status'), ...byTheProvider, status: z.enum(providerStates), ...reportedOptions }),
]);

export type RepairEntry = z.output<typeof repairEntry>;

/** Reports of one instant are put in the order in which they usually happen. */
export const repairRankOf = (entry: RepairEntry): number =>
  entry.type === 'status' ? providerStates.indexOf(entry.status) : -1;

/** What happened last decides: a report that arrives late is kept, but changes nothing any more. */
export const repairStateOf = (timeline: readonly RepairEntry[]): RepairState => {
  const last = timeline.findLast(({ type }) => type === 'status' || type === 'withdrawn');
  if (last?.type === 'status') return last.status;
  if (last?.type === 'withdrawn') return 'withdrawn';
  return rmaOf(timeline) === null ? 'submitted' : 'registered';
};

export const endStates: readonly ProviderState[] = ['dispatched', 'returnedUnrepaired', 'abandoned', 'cancelled'];
const ended: readonly RepairState[] = [...endStates, 'withdrawn'];

/** Whether the device may still be with the provider, so that booking it again is worth a question. */
export const isOpen = (state: RepairState) => !ended.includes(state);

type Facts = { readonly rma: string | null; readonly state: RepairState };

/** Whether a repair's RMA is still to come: one that has ended gets none. */
export const isPending = ({ rma, state }: Facts) => rma === null && isOpen(state);
