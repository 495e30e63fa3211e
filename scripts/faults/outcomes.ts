import { setTimeout as wait } from 'node:timers/promises';
import { isErrorCode } from '#shared/errors.ts';
import type { Figure } from '../bench/figure.ts';
import { none } from '../bench/figure.ts';

export type Outcome = {
  /** 0: no answer that one could read. */
  readonly status: number;
  readonly code: string | undefined;
  readonly ms: number;
};

/** After this somebody at a counter takes the page for dead. */
const longestMs = 10_000;
/** Far past it: what has not answered by then never will. */
const givenUpMs = 40_000;

export const outcomeOf = async (ask: () => Promise<Omit<Outcome, 'ms'>>): Promise<Outcome> => {
  const startedAt = performance.now();
  const nothing = { status: 0, code: undefined };
  const timer = new AbortController();
  const silence = wait(givenUpMs, nothing, { signal: timer.signal }).catch(() => nothing);
  const { status, code } = await Promise.race([ask().catch(() => nothing), silence]);
  timer.abort();
  return { status, code, ms: performance.now() - startedAt };
};

export const isDone = ({ status }: Outcome): boolean => status >= 200 && status < 300;

/** Whether an answer is none of those that a page can put into words: what the gateway says for a function that ended, or nothing at all. */
const isUnclear = (outcome: Outcome): boolean =>
  !isDone(outcome) &&
  (outcome.code === undefined || !isErrorCode(outcome.code) || outcome.code === 'InternalServerError');

export type Work = () => Promise<Outcome>;

/** Does the same again until it is done, refused for good, or answered in no words of ours; an answer that was lost comes again. */
export const untilAnswered = async (work: Work, most = 16): Promise<Outcome> => {
  for (let tries = 1; ; tries += 1) {
    const outcome = await work();
    const mayComeAgain = outcome.status === 0 || (outcome.status >= 500 && !isUnclear(outcome));
    if (!mayComeAgain || tries === most) return outcome;
    await wait(50);
  }
};

export const succeeded = (what: string, outcomes: readonly Outcome[], atLeast = 99.5): Figure => ({
  what: `${what}: done, of ${outcomes.length.toLocaleString('en-GB')}`,
  value: outcomes.length === 0 ? 100 : (100 * outcomes.filter(isDone).length) / outcomes.length,
  unit: '%',
  atLeast,
});

export const clear = (what: string, outcomes: readonly Outcome[]): Figure =>
  none(`${what}: refused without one of the catalogue's codes`, outcomes.filter(isUnclear).length);

/** That whatever failed says so clearly, and that nobody waits for ever. */
export const clearAndInTime = (what: string, outcomes: readonly Outcome[]): Figure[] => [
  clear(what, outcomes),
  {
    what: `${what}: longest`,
    value: Math.max(0, ...outcomes.map(({ ms }) => ms)) / 1000,
    unit: 's',
    atMost: longestMs / 1000,
  },
];

export const untilNone = async <Item>(left: () => Promise<Item[]> | Item[], withinMs: number): Promise<Item[]> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const items = await left();
    if (items.length === 0 || Date.now() > deadline) return items;
    await wait(200);
  }
};
