import { limits } from '#shared/limits.ts';
import { isWithdrawn } from './timeline.ts';

/** Why a store cannot correct or withdraw a record (any more). */
export type ChangeRefusal = 'withdrawn' | 'notPending' | 'correctedTooOften';

type Timeline = readonly { readonly type: string }[];
type Facts = { readonly rma: string | null; readonly state: string; readonly timeline: Timeline };

export const correctionsOf = (timeline: Timeline) => timeline.filter(({ type }) => type === 'corrected').length;

/** THE rule of what a store may still do: only before an RMA is assigned and anything is reported. Undefined means: it may. */
export const changeRefusal = {
  withdraw: (record: Facts): ChangeRefusal | undefined => {
    if (record.state === 'withdrawn' || isWithdrawn(record)) return 'withdrawn';
    return record.rma === null && record.state === 'submitted' ? undefined : 'notPending';
  },
  correct: (record: Facts): ChangeRefusal | undefined =>
    changeRefusal.withdraw(record) ??
    (correctionsOf(record.timeline) < limits.correctionsPerRecord ? undefined : 'correctedTooOften'),
} as const;
