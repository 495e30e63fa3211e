import type { Problem } from '#shared/api/errors.ts';
import type { RuleContext } from '#shared/api/route.ts';
import { validate } from '#shared/api/validation.ts';
import type { EanProblem } from '#shared/catalogue/returns.ts';
import { lookUpEan } from '#shared/catalogue/returns.ts';
import { findRepeatedSerials } from '#shared/returns/booking.ts';
import { returnLine, returnLineRules } from '#shared/returns/line.ts';
import { isWrongKeyboardLayout } from '#shared/text/other-keyboard.ts';
import type { TextKey } from '#web/i18n/i18n.ts';
import type { FieldError, FieldMessage } from '#web/ui/form/use-fields.ts';
import type { Line, LineValues } from './lines.ts';
import { toLineValues } from './lines.ts';

export type LineField = keyof LineValues;

/** Validation error of a line's field. For a duplicate serial number, `first` is the 1-based number of the first line that has it. */
export type LineProblem = {
  readonly field: LineField;
  readonly rule: Problem['rule'];
  readonly length?: number;
  readonly first?: number;
};

const isLineField = (path: string): path is LineField => Object.hasOwn(returnLine.shape, path);
/** Converts a validation problem to a line problem; returns an empty array if its path is not a field of a line. */
export const toLineProblems = ({ path, rule, length }: Problem): LineProblem[] =>
  isLineField(path) ? [{ field: path, rule, ...(length !== undefined && { length }) }] : [];

/** Validates a line. Without problems, also returns the line as the server would parse it. */
export const validateLine = (
  values: LineValues,
  context: RuleContext,
): { readonly validLine?: LineValues; readonly problems: LineProblem[] } => {
  const result = validate({ input: returnLine, rules: returnLineRules }, toLineValues(values), context);
  if (result.ok) return { validLine: result.data, problems: [] };
  // An empty field reports only `required`, not the other rules that it breaks.
  const problems = result.problems
    .flatMap(toLineProblems)
    .map((problem): LineProblem =>
      values[problem.field].trim() === '' ? { field: problem.field, rule: 'required' } : problem,
    );
  return { problems };
};

/** Problems that were found in a line, with the context and the first line with the same serial number for which they hold. */
type CachedProblems = {
  readonly context: RuleContext;
  readonly first: number | undefined;
  readonly problems: readonly LineProblem[];
};
const cachedProblemsByLine = new WeakMap<Line, CachedProblems>();

/** Returns the problems of the lines that have any, by line key. Memoized, so that an unchanged line keeps the same array and its row is not rendered again. */
export const findLineProblems = (lines: readonly Line[], context: RuleContext) => {
  const getProblems = (line: Line, first: number | undefined): readonly LineProblem[] => {
    const cachedEntry = cachedProblemsByLine.get(line);
    if (cachedEntry?.context === context && cachedEntry.first === first) return cachedEntry.problems;
    const duplicates: LineProblem[] =
      first === undefined ? [] : [{ field: 'serialNumber', rule: 'serialNumberTwice', first }];
    // A missing purchase date is omitted, because the form reports it once for all lines.
    const ownProblems = validateLine(line, context).problems.filter(
      ({ field, rule }) => field !== 'purchaseDate' || rule !== 'required',
    );
    const problems = [...ownProblems, ...duplicates];
    cachedProblemsByLine.set(line, { context, first, problems });
    return problems;
  };
  const firstNumberByIndex = new Map(findRepeatedSerials(lines).map(({ index, first }) => [index, first + 1]));
  return new Map(
    lines
      .map((line, index) => [line.key, getProblems(line, firstNumberByIndex.get(index))] as const)
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

export const toEanError = (problem: EanProblem): FieldError => ({ field: 'ean', key: `returns.reasons.${problem}` });

/** Returns the message for a line's problem. Problems of the EAN and the serial number have more specific messages than other fields. */
export const toProblemMessage = (
  { field, rule, length, first }: LineProblem,
  { ean, serialNumber }: Pick<LineValues, 'ean' | 'serialNumber'>,
): FieldMessage => {
  if (first !== undefined) return { key: 'returns.book.serialTwice', values: { line: first } };
  if (field === 'ean' && rule === 'pattern') {
    const lookup = lookUpEan(ean);
    if ('problem' in lookup) return toEanError(lookup.problem);
  }
  if (field === 'serialNumber' && rule === 'pattern')
    return {
      key: `returns.reasons.${isWrongKeyboardLayout(serialNumber) ? 'otherKeyboard' : 'serialNumberMalformed'}`,
    };
  if (field === 'product' && rule !== 'required') return { key: 'returns.book.productGone' };
  return { key: `validation.${rule}`, ...(length !== undefined && { values: { length } }) };
};
