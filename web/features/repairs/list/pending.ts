import type { RepairSummary } from '#shared/repairs/repair.ts';
import { isOpen } from '#shared/repairs/states.ts';

/** Whether a repair's RMA is still to come: one that has ended gets none. */
export const isPending = ({ rma, state }: Pick<RepairSummary, 'rma' | 'state'>) => rma === null && isOpen(state);
