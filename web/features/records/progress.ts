import type { Tone } from '#web/ui/pill.tsx';
import type { ChangeableRecord, RecordKindView, SubmittedRecord } from './record-kind-view.ts';

export type Step<State> = {
  readonly state: State;
  readonly tone: Tone | 'open';
  readonly isCurrent: boolean;
  /** ISO instant; undefined if the step was not reported. */
  readonly at: string | undefined;
};

type Entry = ChangeableRecord['timeline'][number] & { readonly status?: string };

const stateByEntryType: Readonly<Record<string, string>> = { booked: 'submitted', rmaAssigned: 'registered' };
/** Returns the state that a timeline entry reports. */
export const toState = ({ type, status }: Entry) => status ?? stateByEntryType[type] ?? type;

/** Returns the steps of a record. Steps before the last reported one count as done; the current step has the record's state. A record that ended early has no open steps; its last step is its end. */
export const toSteps = <Summary extends SubmittedRecord>(
  { states, steps }: Pick<RecordKindView<Summary>, 'states' | 'steps'>,
  { state: currentState, timeline }: { readonly state: Summary['state']; readonly timeline: readonly Entry[] },
): readonly Step<Summary['state']>[] => {
  const reachedAtByState = new Map(timeline.map((entry) => [toState(entry), entry.at]));
  const lastReachedIndex = steps.findLastIndex((stepStates) => stepStates.some((state) => reachedAtByState.has(state)));
  const currentIndex = steps.findIndex((stepStates) => stepStates.includes(currentState));
  const hasEnded = currentIndex === -1;
  const currentAt = reachedAtByState.get(currentState);
  const progress = steps.flatMap((stepStates, index): Step<Summary['state']>[] => {
    const [name] = stepStates;
    if (name === undefined) return [];
    if (index === currentIndex)
      return [{ state: currentState, tone: states[currentState], isCurrent: true, at: currentAt }];
    const reachedState = stepStates.find((state) => reachedAtByState.has(state));
    const at = reachedState && reachedAtByState.get(reachedState);
    if (index <= lastReachedIndex) return [{ state: name, tone: 'done', isCurrent: false, at }];
    return hasEnded ? [] : [{ state: name, tone: 'open', isCurrent: false, at }];
  });
  if (!hasEnded) return progress;
  return [...progress, { state: currentState, tone: 'ended', isCurrent: true, at: currentAt }];
};
