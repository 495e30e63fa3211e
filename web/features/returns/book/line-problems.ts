import type { EanProblem } from '#shared/catalogue/returns.ts';
import { lookUpEan } from '#shared/catalogue/returns.ts';
import type { Problem } from '#shared/errors.ts';
import { isOtherKeyboard } from '#shared/other-keyboard.ts';
import { repeatedSerials } from '#shared/returns/booking.ts';
import { returnLine, returnLineRules } from '#shared/returns/line.ts';
import type { RuleContext } from '#shared/route.ts';
import { check } from '#shared/validation.ts';
import type { TextKey } from '#web/language/i18n.ts';
import type { FieldError, Words } from '#web/ui/form/use-fields.ts';
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

const isLineField = (path: string): path is LineField => Object.hasOwn(returnLine.shape, path);
/** A problem of a single line; none where its path is no field of one. */
export const problemOf = ({ path, rule, length }: Problem): LineProblem[] =>
  isLineField(path) ? [{ field: path, rule, ...(length !== undefined && { length }) }] : [];

/** What is wrong with a line, and where that is nothing, the line as the server would take it. */
export const checkLine = (
  values: LineValues,
  context: RuleContext,
): { readonly checked?: LineValues; readonly problems: LineProblem[] } => {
  const checked = check({ input: returnLine, rules: returnLineRules }, valuesOf(values), context);
  if (checked.ok) return { checked: checked.data, problems: [] };
  // What isn't there is missing, whatever else a schema would say of it.
  const problems = checked.problems
    .flatMap(problemOf)
    .map((problem): LineProblem =>
      values[problem.field].trim() === '' ? { field: problem.field, rule: 'required' } : problem,
    );
  return { problems };
};

type Judged = {
  readonly context: RuleContext;
  readonly first: number | undefined;
  readonly problems: readonly LineProblem[];
};
const judged = new WeakMap<Line, Judged>();

/** What is wrong with lines, by key; only lines that have a problem. Memoized: for a line that has not changed, the same object. */
export const problemsIn = (lines: readonly Line[], context: RuleContext) => {
  const problemsOf = (line: Line, first: number | undefined): readonly LineProblem[] => {
    const known = judged.get(line);
    if (known?.context === context && known.first === first) return known.problems;
    const twice: LineProblem[] =
      first === undefined ? [] : [{ field: 'serialNumber', rule: 'serialNumberTwice', first }];
    const problems = [...checkLine(line, context).problems, ...twice];
    judged.set(line, { context, first, problems });
    return problems;
  };
  const firstOf = new Map(repeatedSerials(lines).map(({ index, first }) => [index, first + 1]));
  return new Map(
    lines
      .map((line, index) => [line.key, problemsOf(line, firstOf.get(index))] as const)
      .filter(([, problems]) => problems.length > 0),
  );
};

export const lineLabels = {
  product: 'returns.fields.product',
  ean: 'returns.fields.ean',
  productDescription: 'returns.fields.productDescription',
  purchaseDate: 'returns.fields.purchaseDate',
  returnDate: 'returns.fields.returnDate',
  serialNumber: 'returns.fields.serialNumber',
} as const satisfies Record<LineField, TextKey>;

export const eanError = (problem: EanProblem): FieldError => ({ field: 'ean', key: `returns.reasons.${problem}` });

/** A line's problem in words; those of its EAN and its serial number are told more precisely than a rule can. */
export const problemWords = (
  { field, rule, length, first }: LineProblem,
  { ean, serialNumber }: Pick<LineValues, 'ean' | 'serialNumber'>,
): Words => {
  if (first !== undefined) return { key: 'returns.book.serialTwice', values: { line: first } };
  if (field === 'ean' && rule === 'pattern') {
    const found = lookUpEan(ean);
    if ('problem' in found) return eanError(found.problem);
  }
  if (field === 'serialNumber' && rule === 'pattern')
    return { key: `returns.reasons.${isOtherKeyboard(serialNumber) ? 'otherKeyboard' : 'serialNumberMalformed'}` };
  if (field === 'product' && rule !== 'required') return { key: 'returns.book.productGone' };
  return { key: `validation.${rule}`, ...(length !== undefined && { values: { length } }) };
};
