import { isDeepStrictEqual } from 'node:util';
import type { Event, Request, Told, World } from './model.ts';
import { answered, beginning, lineOf } from './model.ts';

/** A request and its response. `beganAt` and `endedAt` come from one logical clock and order the requests. */
export type Asked = {
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
  readonly standing: string | undefined;
  readonly aside: readonly string[];
  readonly told: readonly Told[];
};

const matchesOutcome = (world: World, { standing, aside, told }: Outcome) =>
  isDeepStrictEqual(world.told, told) &&
  (world.standing && lineOf(world.standing)) === standing &&
  isDeepStrictEqual(Object.values(world.aside).map(lineOf).toSorted(), aside.toSorted());

/**
 * Linearizability check after Wing and Gong: returns the final state of an order of the requests in which the model
 * gives the same answers and the same outcome, or undefined.
 */
export const explained = (requests: readonly Asked[], outcome: Outcome, event: Event): World | undefined => {
  const visited = new Set<string>();

  const search = (world: World, remaining: readonly Asked[]): World | undefined => {
    if (!isDeepStrictEqual(world.told, outcome.told.slice(0, world.told.length))) return undefined;
    if (remaining.length === 0) return matchesOutcome(world, outcome) ? world : undefined;
    const key = JSON.stringify([world, remaining.map(({ beganAt, answer }) => [beganAt, answer === undefined])]);
    if (visited.has(key)) return undefined;
    visited.add(key);

    for (const next of remaining) {
      if (remaining.some(({ endedAt }) => endedAt < next.beganAt)) continue;
      const rest = remaining.filter((candidate) => candidate !== next);
      const { world: nextWorld, answer } = answered(world, next.request, event);
      const isPossible = next.answer === undefined || next.answer === answer;
      const explanation =
        (isPossible ? search(nextWorld, rest) : undefined) ??
        (next.answer === undefined ? search(world, rest) : undefined);
      if (explanation) return explanation;
    }
    return undefined;
  };

  return search(beginning, requests);
};
