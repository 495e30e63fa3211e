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
  readonly currentRecord: string | undefined;
  readonly withdrawnRecords: readonly string[];
  readonly events: readonly ModelEvent[];
};

const matchesFinalState = (state: ModelState, { currentRecord, withdrawnRecords, events }: FinalState) =>
  isDeepStrictEqual(state.events, events) &&
  (state.currentRecord && formatRecord(state.currentRecord)) === currentRecord &&
  isDeepStrictEqual(Object.values(state.withdrawnByName).map(formatRecord).toSorted(), withdrawnRecords.toSorted());

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

  const search = (state: ModelState, remainingEntries: readonly HistoryEntry[]): ModelState | undefined => {
    if (!isDeepStrictEqual(state.events, finalState.events.slice(0, state.events.length))) return undefined;
    if (remainingEntries.length === 0) return matchesFinalState(state, finalState) ? state : undefined;
    const key = JSON.stringify([
      state,
      remainingEntries.map(({ invokedAt, answer }) => [invokedAt, answer === undefined]),
    ]);
    if (visited.has(key)) return undefined;
    visited.add(key);

    for (const nextEntry of remainingEntries) {
      if (remainingEntries.some(({ answeredAt }) => answeredAt < nextEntry.invokedAt)) continue;
      const otherEntries = remainingEntries.filter((candidate) => candidate !== nextEntry);
      const { state: nextState, answer } = applyRequest(state, nextEntry.request, prefix);
      const isPossible = nextEntry.answer === undefined || nextEntry.answer === answer;
      // A request without an answer may also have had no effect.
      const linearization =
        (isPossible ? search(nextState, otherEntries) : undefined) ??
        (nextEntry.answer === undefined ? search(state, otherEntries) : undefined);
      if (linearization) return linearization;
    }
    return undefined;
  };

  return search(initialState, history);
};
