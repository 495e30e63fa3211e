import { useEffect, useState } from 'react';
import { lookUpEan } from '#shared/catalogue/returns.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { findSerialNumberAnomaly, tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { FieldError, FieldMessage } from '#web/ui/form/use-fields.ts';
import { useFields } from '#web/ui/form/use-fields.ts';
import { fillInByEan, fillInByProduct } from './fill-in.ts';
import { focusLineField } from './focus-line.ts';
import type { LineScope } from './focus-line.ts';
import type { LineField, LineProblem } from './line-problems.ts';
import { validateLine, eanError, lineLabels, toProblemWords } from './line-problems.ts';
import type { LineValues } from './lines.ts';
import { findLineNumberBySerial } from './lines.ts';
import { useReturnLinesContext } from './use-return-lines.ts';

/** Order of the fields on the page, so that the first invalid field on the page gets the focus. */
const fieldOrder = [
  'ean',
  'purchaseDate',
  'serialNumber',
  'product',
  'productDescription',
  'returnDate',
] as const satisfies readonly LineField[];

const scannedFields = ['ean', 'purchaseDate', 'serialNumber'] as const satisfies readonly LineField[];

type Options = {
  readonly scope: LineScope;
  readonly initial: LineValues;
  readonly lineKey?: number;
  /** Called with a valid line, as the server would parse it. */
  readonly onDone: (values: LineValues) => void;
  readonly unfinishedText: FieldMessage;
};

const excludeErrors = (errors: readonly FieldError[], ...fields: readonly LineField[]) =>
  errors.filter(({ field }) => !fields.some((name) => name === field));

/** Form of a line that is typed or scanned. Enter moves to the next empty field, or completes the line after the last one; it never submits the return. */
export const useLineForm = ({ scope, initial, lineKey, onDone, unfinishedText }: Options) => {
  const { t, language } = useTexts();
  const { lines, context, unfinishedInput } = useReturnLinesContext();
  const fields = useFields({ initial: () => initial, labels: lineLabels });
  const { values, errors, patchValues, setErrors } = fields;
  const [baseline, setBaseline] = useState(initial);
  const [isReported, setReported] = useState(false);
  /** Serial number that the user was already questioned about. The initial one counts as confirmed. */
  const [questionedSerial, setQuestionedSerial] = useState(initial.serialNumber);
  const [focusTarget, setFocusTarget] = useState<{ readonly field: LineField }>();
  const isDirty = fieldOrder.some((field) => values[field].trim() !== baseline[field].trim());

  const findProblems = (candidate: LineValues): LineProblem[] => {
    const { problems } = validateLine(candidate, context);
    const lookup = candidate.ean.trim() === '' ? undefined : lookUpEan(candidate.ean);
    if (lookup && 'problem' in lookup && !problems.some(({ field }) => field === 'ean'))
      problems.push({ field: 'ean', rule: 'pattern' });
    const first = findLineNumberBySerial(lines, tidySerialNumber(candidate.serialNumber), lineKey);
    if (first !== undefined) problems.push({ field: 'serialNumber', rule: 'serialNumberTwice', first });
    // A missing EAN implies a missing product; report only the EAN.
    return problems.some(({ field }) => field === 'ean')
      ? problems.filter(({ field }) => field !== 'product')
      : problems;
  };
  const toFieldErrors = (problems: readonly LineProblem[], candidate: LineValues): FieldError[] =>
    problems.map((problem) => ({ field: problem.field, ...toProblemWords(problem, candidate) }));

  const complain = (fieldErrors: readonly FieldError[], targetField: LineField) => {
    setErrors(() => fieldErrors);
    focusLineField(scope, targetField);
    const orderedErrors = fieldOrder.flatMap((name) => fieldErrors.find(({ field }) => field === name) ?? []);
    announce(orderedErrors.map(({ key, values: numbers }) => t(key, numbers)).join(' '));
  };

  const finish = (isPressed: boolean) => {
    const { values: filledValues } = fillInByEan(values, language);
    const { validLine } = validateLine(filledValues, context);
    const problems = findProblems(filledValues);
    patchValues(() => filledValues);
    const [firstInvalid] = fieldOrder.filter((field) => problems.some((problem) => problem.field === field));
    if (firstInvalid !== undefined) return complain(toFieldErrors(problems, filledValues), firstInvalid);
    if (!isQuestioned(filledValues, isPressed) && validLine) onDone(validLine);
  };

  /** Questions an unlikely serial number until the user presses the button. The most frequent mistake is to scan the product's bar code, and a scanner's Enter must not confirm it. */
  const isQuestioned = ({ serialNumber }: LineValues, isPressed: boolean): boolean => {
    const tidy = tidySerialNumber(serialNumber);
    const odd = findSerialNumberAnomaly(tidy);
    const isAnswered = questionedSerial === tidy && (isPressed || (scope === 'line' && tidy === baseline.serialNumber));
    if (odd === undefined || isAnswered) return false;
    setQuestionedSerial(tidy);
    complain([{ field: 'serialNumber', key: `returns.book.odd.${odd}` }], 'serialNumber');
    return true;
  };

  /** The return period depends on both dates, so changing the purchase date can make the return date invalid. */
  const relatedTo = (field: LineField): readonly LineField[] =>
    field === 'purchaseDate' ? ['purchaseDate', 'returnDate'] : [field];

  /** Handles blur: an EAN fills in its product, a serial number is normalized, a date is validated. Uses updater functions because the line may already be completed or reset. */
  const handleBlur = (field: LineField) => {
    if ((field === 'purchaseDate' || field === 'returnDate') && values[field] !== '') {
      const related = relatedTo(field);
      const problems = findProblems(values).filter(
        ({ field: at, rule }) => related.includes(at) && rule !== 'required',
      );
      setErrors((current) => [...excludeErrors(current, ...related), ...toFieldErrors(problems, values)]);
    }
    if (field === 'serialNumber')
      patchValues((current) => ({ ...current, serialNumber: tidySerialNumber(current.serialNumber) }));
    if (field !== 'ean') return;
    patchValues((current) => fillInByEan(current, language).values);
    const { problem } = fillInByEan(values, language);
    setErrors((current) =>
      problem
        ? [...excludeErrors(current, 'ean'), eanError(problem)]
        : excludeErrors(current, 'ean', 'product', 'productDescription'),
    );
  };

  const handleEnter = (from: LineField) => {
    if (values[from].trim() === '') return;
    handleBlur(from);
    const { values: settledValues } = from === 'ean' ? fillInByEan(values, language) : { values };
    const related = relatedTo(from);
    const problems = findProblems(settledValues).filter(
      ({ field, rule }) => related.includes(field) && rule !== 'required',
    );
    const nextField = scannedFields.find((field) => settledValues[field].trim() === '');
    if (problems.length > 0) complain([...toFieldErrors(problems, settledValues), ...errors], from);
    else if (nextField !== undefined && from === 'serialNumber' && isQuestioned(settledValues, false)) return;
    else if (nextField === undefined) finish(false);
    else focusLineField(scope, nextField);
  };

  const reportUnfinished = useStable(() => {
    setReported(true);
    focusLineField(scope, scannedFields.find((field) => values[field].trim() === '') ?? 'serialNumber');
    announce(t(unfinishedText.key, unfinishedText.values));
  });
  useEffect(
    () => (isDirty ? unfinishedInput.register(scope, reportUnfinished) : undefined),
    [isDirty, unfinishedInput, scope, reportUnfinished],
  );

  // Runs in an effect because the closing dropdown takes the focus first.
  useEffect(() => {
    if (focusTarget) focusLineField(scope, focusTarget.field);
  }, [scope, focusTarget]);

  return {
    ...fields,
    scope,
    isDirty,
    today: context.today,
    set: (field: LineField, value: string) => {
      fields.set(field, value);
      if (field === 'purchaseDate') setErrors((current) => excludeErrors(current, 'returnDate'));
    },
    unfinishedError: isReported && isDirty ? t(unfinishedText.key, unfinishedText.values) : undefined,
    handleBlur,
    handleEnter,
    finish: () => finish(true),
    chooseProduct: (product: string) => {
      const filledValues = fillInByProduct(values, product, language);
      patchValues(() => filledValues);
      setErrors((current) => excludeErrors(current, 'ean', 'product', 'productDescription'));
      const field = scannedFields.find((name) => filledValues[name].trim() === '');
      if (field !== undefined) setFocusTarget({ field });
    },
    /** Moves a return date that is still `day` to the new day. Called when the page is open over midnight. */
    moveReturnDate: (day: CalendarDate, nextDay: CalendarDate) => {
      const updateDate = (current: LineValues) =>
        current.returnDate === day ? { ...current, returnDate: nextDay } : current;
      setBaseline(updateDate);
      patchValues(updateDate);
    },
    reset: (newValues: LineValues) => {
      fields.reset(newValues);
      setBaseline(newValues);
      setQuestionedSerial(newValues.serialNumber);
      setReported(false);
    },
  };
};

export type LineForm = ReturnType<typeof useLineForm>;
