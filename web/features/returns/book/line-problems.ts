import type { Problem } from '#shared/errors.ts';
import { repeatedSerials } from '#shared/returns/booking.ts';
import { returnLine, returnLineRules } from '#shared/returns/line.ts';
import type { RuleContext } from '#shared/route.ts';
import { check } from '#shared/validation.ts';
import type { Line, LineValues } from './lines.ts';
import { valuesOf } from './lines.ts';

export type LineField = keyof LineValues;

/** What is wrong with a field of a line. With a serial number that stands twice, `first` is the number of the line that has it too. */
export type LineProblem = {
  readonly field: LineField;
  readonly rule: Problem['rule'];
  readonly length?: number;
  readonly first?: number;
};

const checkedLine = { input: returnLine, rules: returnLineRules };

const isLineField = (path: string): path is LineField => Object.hasOwn(returnLine.shape, path);

/** A problem of a single line; none where its path is no field of one. */
export const problemOf = ({ path, rule, length }: Problem): LineProblem[] =>
  isLineField(path) ? [{ field: path, rule, ...(length !== undefined && { length }) }] : [];

/** A line by itself: as the server would take it, or what it would refuse. */
export const checkLine = (values: LineValues, context: RuleContext) => {
  const checked = check(checkedLine, valuesOf(values), context);
  if (checked.ok) return { ok: true as const, values: checked.data };
  const problems = checked.problems.flatMap(problemOf);
  // What isn't there is missing, whatever else a schema would say of it.
  return {
    ok: false as const,
    problems: problems.map((problem): LineProblem =>
      values[problem.field].trim() === '' ? { field: problem.field, rule: 'required' } : problem,
    ),
  };
};

type Judged = { readonly first: number | undefined; readonly problems: readonly LineProblem[] };

const judgedIn = new WeakMap<RuleContext, WeakMap<Line, Judged>>();

/** What is wrong with lines, by key; only lines that have a problem. Memoized: for a line that has not changed, the same object. */
export const problemsIn = (
  lines: readonly Line[],
  context: RuleContext,
): ReadonlyMap<number, readonly LineProblem[]> => {
  const judged = judgedIn.get(context) ?? new WeakMap<Line, Judged>();
  judgedIn.set(context, judged);
  const problemsOf = (line: Line, first: number | undefined): readonly LineProblem[] => {
    const known = judged.get(line);
    if (known && known.first === first) return known.problems;
    const checked = checkLine(line, context);
    const twice: LineProblem[] =
      first === undefined ? [] : [{ field: 'serialNumber', rule: 'serialNumberTwice', first }];
    const problems = [...(checked.ok ? [] : checked.problems), ...twice];
    judged.set(line, { first, problems });
    return problems;
  };
  const firstOf = new Map(repeatedSerials(lines).map(({ index, first }) => [index, first + 1]));
  return new Map(
    lines
      .map((line, index) => [line.key, problemsOf(line, firstOf.get(index))] as const)
      .filter(([, problems]) => problems.length > 0),
  );
};
