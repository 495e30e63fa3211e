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

const none: readonly LineProblem[] = [];

/** Tells what is wrong with lines. Whoever asks again about a line that has not changed gets the same answer, down to the object. */
export const lineJudge = (context: RuleContext) => {
  const known = new WeakMap<Line, readonly LineProblem[]>();
  const twice = new WeakMap<Line, { readonly first: number; readonly problems: readonly LineProblem[] }>();

  const alone = (line: Line): readonly LineProblem[] => {
    const judged = known.get(line);
    if (judged) return judged;
    const checked = checkLine(line, context);
    const problems = checked.ok || checked.problems.length === 0 ? none : checked.problems;
    known.set(line, problems);
    return problems;
  };

  const repeated = (line: Line, first: number): readonly LineProblem[] => {
    const judged = twice.get(line);
    if (judged?.first === first) return judged.problems;
    const problems = [...alone(line), { field: 'serialNumber', rule: 'serialNumberTwice', first } as const];
    twice.set(line, { first, problems });
    return problems;
  };

  /** By key; only lines that have a problem. */
  return (lines: readonly Line[]): ReadonlyMap<number, readonly LineProblem[]> => {
    const firstOf = new Map(repeatedSerials(lines).map(({ index, first }) => [index, first + 1]));
    return new Map(
      lines.flatMap((line, index) => {
        const first = firstOf.get(index);
        const problems = first === undefined ? alone(line) : repeated(line, first);
        return problems.length === 0 ? [] : [[line.key, problems] as const];
      }),
    );
  };
};

const judges = new WeakMap<RuleContext, ReturnType<typeof lineJudge>>();

/** What is wrong with lines by the rules of a context: asked again in the same one, it judges only what has changed. */
export const problemsIn = (lines: readonly Line[], context: RuleContext) => {
  const judge = judges.get(context) ?? lineJudge(context);
  judges.set(context, judge);
  return judge(lines);
};
