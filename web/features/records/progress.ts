import type { Tone } from '#web/ui/pill.tsx';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';

export type Step<State> = {
  readonly state: State;
  readonly tone: Tone | 'open';
  /** An ISO instant; undefined where nobody has reported it. */
  readonly at: string | undefined;
};

type Entry = ChangeableRecord['timeline'][number] & { readonly status?: string };

const statesOfEntries: Readonly<Record<string, string>> = { booked: 'submitted', rmaAssigned: 'registered' };
export const stateOf = ({ type, status }: Entry) => status ?? statesOfEntries[type] ?? type;

/** A record's way: the steps of its kind, passed also where a later one was reported alone, and the side ways that it took. Where it has ended nothing is to come. */
export const stepsOf = <Summary extends SubmittedRecord>(
  { states, steps }: Pick<RecordKind<Summary>, 'states' | 'steps'>,
  { state: now, timeline }: { readonly state: Summary['state']; readonly timeline: readonly Entry[] },
): readonly Step<Summary['state']>[] => {
  const reached = new Map(timeline.map((entry) => [stateOf(entry), entry.at]));
  const order = Object.keys(states) as Summary['state'][];
  const last = order.findLastIndex((state) => steps.includes(state) && reached.has(state));
  return order.flatMap((state, index): Step<Summary['state']>[] => {
    const at = reached.get(state);
    const isNow = state === now;
    if (steps.includes(state) && index <= last) return [{ state, tone: 'done', at }];
    if (steps.includes(state)) return states[now] === 'ended' ? [] : [{ state, tone: 'open', at }];
    if (states[state] === 'waiting' && at !== undefined) return [{ state, tone: isNow ? 'waiting' : 'done', at }];
    return states[state] === 'ended' && isNow ? [{ state, tone: 'ended', at }] : [];
  });
};
