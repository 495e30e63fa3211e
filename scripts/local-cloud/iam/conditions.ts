import { matchesPattern } from './patterns.ts';

/** What is known of a request, by condition key in lower case, e.g. `aws:sourcearn`. */
export type Context = Readonly<Record<string, string>>;

type Test = (actual: string, wanted: string) => boolean;

const equal: Test = (actual, wanted) => actual === wanted;
const like: Test = (actual, wanted) => matchesPattern(wanted, actual);

const tests: Record<string, Test> = {
  StringEquals: equal,
  StringLike: like,
  ArnEquals: like,
  ArnLike: like,
  Bool: (actual, wanted) => actual.toLowerCase() === wanted.toLowerCase(),
};

/** Whether all conditions of a statement hold; `unknown` names the first that the local cloud cannot judge. */
export const judge = (
  conditions: Record<string, Record<string, string[]>> | undefined,
  context: Context,
): { holds: boolean } | { unknown: string } => {
  for (const [operator, keys] of Object.entries(conditions ?? {})) {
    // Of the keys that are known here each has one value: any of them is that one.
    const test = tests[operator.replace(/^ForAnyValue:/, '')];
    if (!test) return { unknown: operator };
    for (const [key, wanted] of Object.entries(keys)) {
      const actual = context[key.toLowerCase()];
      if (actual === undefined) return { holds: false };
      if (wanted.some((value) => value.includes('${'))) return { unknown: `${operator} with a policy variable` };
      if (!wanted.some((value) => test(actual, value))) return { holds: false };
    }
  }
  return { holds: true };
};
