import type { Tone } from '#web/ui/pill.tsx';
import type { ChangeableRecord, RecordKindView, SubmittedRecord } from './record-kind-view.ts';

export type Step<State> = {
  readonly state: State;
  readonly tone: Tone | 'open';
  /** ISO instant; undefined if the step was not reported. */
  readonly at: string | undefined;
};

type Entry = ChangeableRecord['timeline'][number] & { readonly status?: string };

const stateByEntryType: Readonly<Record<string, string>> = { booked: 'submitted', rmaAssigned: 'registered' };
export const toState = ({ type, status }: Entry) => status ?? stateByEntryType[type] ?? type;

/** Returns the steps of a record. Steps before the last reported one or detour count as done; detours such as a fee quote appear only if taken; an ended record has no open steps. */
export const toSteps = <Summary extends SubmittedRecord>(
  { states, steps }: Pick<RecordKindView<Summary>, 'states' | 'steps'>,
  { state: currentState, timeline }: { readonly state: Summary['state']; readonly timeline: readonly Entry[] },
): readonly Step<Summary['state']>[] => {
  const reachedAt = new Map(timeline.map((entry) => [toState(entry), entry.at]));
  const order = Object.keys(states) as Summary['state'][];
  const lastReachedIndex = order.findLastIndex(
    (state) => (steps.includes(state) || states[state] === 'waiting') && reachedAt.has(state),
  );
  return order.flatMap((state, index): Step<Summary['state']>[] => {
    const at = reachedAt.get(state);
    const isCurrent = state === currentState;
    if (steps.includes(state) && index <= lastReachedIndex) return [{ state, tone: 'done', at }];
    if (steps.includes(state)) return states[currentState] === 'ended' ? [] : [{ state, tone: 'open', at }];
    if (states[state] === 'waiting' && at !== undefined) return [{ state, tone: isCurrent ? 'waiting' : 'done', at }];
    return states[state] === 'ended' && isCurrent ? [{ state, tone: 'ended', at }] : [];
  });
};
