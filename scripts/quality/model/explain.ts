import { isDeepStrictEqual } from 'node:util';
import type { KindPrefix, Request, ModelEvent, ModelState } from './model.ts';
import { applyRequest, initialState, formatRecord } from './model.ts';

/** A request and its response. `beganAt` and `endedAt` come from one logical clock and order the requests. */
export type RequestRecord = {
  readonly request: Request;
  readonly beganAt: number;
  endedAt: number;
  /**
   * Undefined if the caller got no definite answer (for example ServiceUnavailable): the request may or may not have
   * been applied.
   */
  answer: string | undefined;
};

/** Final state after all changes were delivered: the rows, each formatted as one line, and the events in order. */
export type Outcome = {
  readonly current: string | undefined;
  readonly withdrawn: readonly string[];
  readonly events: readonly ModelEvent[];
};

const matchesOutcome = (world: ModelState, { current, withdrawn, events }: Outcome) =>
  isDeepStrictEqual(world.events, events) &&
  (world.current && formatRecord(world.current)) === current &&
  isDeepStrictEqual(Object.values(world.withdrawn).map(formatRecord).toSorted(), withdrawn.toSorted());

/**
 * Linearizability check after Wing and Gong: returns the final state of an order of the requests in which the model
 * gives the same answers and the same outcome, or undefined.
 */
export const explainRequests = (
  requests: readonly RequestRecord[],
  outcome: Outcome,
  event: KindPrefix,
): ModelState | undefined => {
  const visited = new Set<string>();

  const search = (world: ModelState, remaining: readonly RequestRecord[]): ModelState | undefined => {
    if (!isDeepStrictEqual(world.events, outcome.events.slice(0, world.events.length))) return undefined;
    if (remaining.length === 0) return matchesOutcome(world, outcome) ? world : undefined;
    const key = JSON.stringify([world, remaining.map(({ beganAt, answer }) => [beganAt, answer === undefined])]);
    if (visited.has(key)) return undefined;
    visited.add(key);

    for (const next of remaining) {
      if (remaining.some(({ endedAt }) => endedAt < next.beganAt)) continue;
      const rest = remaining.filter((candidate) => candidate !== next);
      const { world: nextWorld, answer } = applyRequest(world, next.request, event);
      const isPossible = next.answer === undefined || next.answer === answer;
      const explanation =
        (isPossible ? search(nextWorld, rest) : undefined) ??
        (next.answer === undefined ? search(world, rest) : undefined);
      if (explanation) return explanation;
    }
    return undefined;
  };

  return search(initialState, requests);
};
