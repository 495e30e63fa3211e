import { isErrorCode } from '#shared/errors.ts';
import type { Figure } from '../bench/figure.ts';
import { none } from './bad-day.ts';

type Sent<Json> = {
  readonly status: number;
  readonly code: string | undefined;
  readonly json: Json;
};

/** What became of a request. */
export type Outcome<Json> = {
  /** 0: no answer that one could read. */
  readonly status: number;
  /** Of the catalogue of errors. */
  readonly code: string | undefined;
  readonly json: Json | undefined;
  readonly ms: number;
};

/** After this somebody at a counter takes the page for dead. */
const longestMs = 10_000;
/** Far past it: what has not answered by then never will. */
const givenUpMs = 40_000;

/** Waits for an answer; a lost or unreadable one is an outcome, too. */
export const outcomeOf = async <Json>(ask: () => Promise<Sent<Json>>): Promise<Outcome<Json>> => {
  const startedAt = performance.now();
  const nothing = { status: 0, code: undefined, json: undefined };
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<typeof nothing>((resolve) => {
    timer = setTimeout(() => resolve(nothing), givenUpMs);
  });
  const { status, code, json } = await Promise.race([ask().catch(() => nothing), silence]);
  clearTimeout(timer);
  return { status, code, json, ms: performance.now() - startedAt };
};

export const isDone = ({ status }: Pick<Outcome<unknown>, 'status'>): boolean => status >= 200 && status < 300;

/** Whether an answer is none of those that a page can put into words: what the gateway says for a function that ended, or nothing at all. */
export const isUnclear = ({ status, code }: Pick<Outcome<unknown>, 'status' | 'code'>): boolean =>
  !isDone({ status }) && (code === undefined || !isErrorCode(code) || code === 'InternalServerError');

const percentage = (part: number, all: number) => (all === 0 ? 100 : (100 * part) / all);

/** The share of requests that did what they were for. */
export const succeeded = (what: string, outcomes: readonly Outcome<unknown>[], atLeast = 99.5): Figure => ({
  what: `${what}: done, of ${outcomes.length.toLocaleString('en-GB')}`,
  value: percentage(outcomes.filter(isDone).length, outcomes.length),
  unit: '%',
  atLeast,
});

/** That whatever failed says so clearly, and that nobody waits for ever. */
export const clearAndInTime = (what: string, outcomes: readonly Outcome<unknown>[]): Figure[] => [
  none(`${what}: refused without one of the catalogue's codes`, outcomes.filter(isUnclear).length),
  {
    what: `${what}: longest`,
    value: Math.max(0, ...outcomes.map(({ ms }) => ms)) / 1000,
    unit: 's',
    atMost: longestMs / 1000,
  },
];
