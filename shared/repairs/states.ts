/** What the provider's back office reports, in the order in which it usually happens (specification, section 4); labels under `repairs.states` in the locales. */
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

const ended: readonly RepairState[] = ['dispatched', 'returnedUnrepaired', 'abandoned', 'cancelled', 'withdrawn'];

/** Whether the device may still be with the provider, so that booking it again is worth a question. */
export const isOpen = (state: RepairState) => !ended.includes(state);

/** Only before an RMA is assigned can the store correct or withdraw (acceptance, D10). */
export const isCorrectable = (repair: { readonly rma: string | null; readonly state: RepairState }) =>
  repair.rma === null && repair.state === 'submitted';
