import { isDeepStrictEqual } from 'node:util';
import type { Event, Request, Told, World } from './model.ts';
import { answered, beginning, lineOf } from './model.ts';

/** A request and what came of it. The two numbers say what was there before what: they count beginnings and ends. */
export type Asked = {
  readonly request: Request;
  readonly beganAt: number;
  endedAt: number;
  /** Undefined where the caller was told nothing (“unavailable”): it may have been done, or not. */
  answer: string | undefined;
};

/** What there is when all has come to rest: the rows, each in one line, and the events in their order. */
export type Outcome = {
  readonly standing: string | undefined;
  readonly aside: readonly string[];
  readonly told: readonly Told[];
};

const hasCome = (world: World, { standing, aside, told }: Outcome) =>
  isDeepStrictEqual(world.told, told) &&
  (world.standing && lineOf(world.standing)) === standing &&
  isDeepStrictEqual(Object.values(world.aside).map(lineOf).toSorted(), aside.toSorted());

/** Linearizability, after Wing and Gong: the world after an order of the requests in which the model gives these answers and this end. */
export const explained = (asked: readonly Asked[], outcome: Outcome, event: Event): World | undefined => {
  const seen = new Set<string>();

  const search = (world: World, left: readonly Asked[]): World | undefined => {
    if (!isDeepStrictEqual(world.told, outcome.told.slice(0, world.told.length))) return undefined;
    if (left.length === 0) return hasCome(world, outcome) ? world : undefined;
    const key = JSON.stringify([world, left.map(({ beganAt, answer }) => [beganAt, answer === undefined])]);
    if (seen.has(key)) return undefined;
    seen.add(key);

    for (const next of left) {
      if (left.some(({ endedAt }) => endedAt < next.beganAt)) continue;
      const rest = left.filter((other) => other !== next);
      const { world: then, answer } = answered(world, next.request, event);
      const isPossible = next.answer === undefined || next.answer === answer;
      const found =
        (isPossible ? search(then, rest) : undefined) ?? (next.answer === undefined ? search(world, rest) : undefined);
      if (found) return found;
    }
    return undefined;
  };

  return search(beginning, asked);
};
