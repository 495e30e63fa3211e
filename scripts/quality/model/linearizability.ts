import { isDeepStrictEqual } from 'node:util';
import type { KindPrefix, Request, ModelEvent, ModelState } from './model.ts';
import { applyRequest, initialState, formatRecord } from './model.ts';

/** A request of a history, with its answer. `invokedAt` and `answeredAt` come from one logical clock. */
export type HistoryEntry = {
  readonly request: Request;
  readonly invokedAt: number;
  answeredAt: number;
  /**
   * Undefined if the caller got no definite answer (for example ServiceUnavailable): the request may or may not have
   * been applied.
   */
  answer: string | undefined;
};

/** Final state after all changes were delivered: the rows, each formatted as one line, and the events in order. */
export type FinalState = {
  readonly current: string | undefined;
  readonly withdrawn: readonly string[];
  readonly events: readonly ModelEvent[];
};

const matchesFinalState = (state: ModelState, { current, withdrawn, events }: FinalState) =>
  isDeepStrictEqual(state.events, events) &&
  (state.current && formatRecord(state.current)) === current &&
  isDeepStrictEqual(Object.values(state.withdrawn).map(formatRecord).toSorted(), withdrawn.toSorted());

/**
 * Searches for an order of the requests in which the model gives the same answers and the same final state
 * (linearizability check after Wing and Gong). Returns the final state of the model, or undefined if there is no such order.
 * `prefix` is that of the error codes and events of the record kind.
 */
export const findLinearization = (
  history: readonly HistoryEntry[],
  finalState: FinalState,
  prefix: KindPrefix,
): ModelState | undefined => {
  const visited = new Set<string>();

  const search = (state: ModelState, remaining: readonly HistoryEntry[]): ModelState | undefined => {
    if (!isDeepStrictEqual(state.events, finalState.events.slice(0, state.events.length))) return undefined;
    if (remaining.length === 0) return matchesFinalState(state, finalState) ? state : undefined;
    const key = JSON.stringify([state, remaining.map(({ invokedAt, answer }) => [invokedAt, answer === undefined])]);
    if (visited.has(key)) return undefined;
    visited.add(key);

    for (const next of remaining) {
      if (remaining.some(({ answeredAt }) => answeredAt < next.invokedAt)) continue;
      const otherRequests = remaining.filter((candidate) => candidate !== next);
      const { state: nextState, answer } = applyRequest(state, next.request, prefix);
      const isPossible = next.answer === undefined || next.answer === answer;
      const linearization =
        (isPossible ? search(nextState, otherRequests) : undefined) ??
        (next.answer === undefined ? search(state, otherRequests) : undefined);
      if (linearization) return linearization;
    }
    return undefined;
  };

  return search(initialState, history);
};
