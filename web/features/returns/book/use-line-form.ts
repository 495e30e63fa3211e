import { useEffect, useState } from 'react';
import { lookUpEan } from '#shared/catalogue/returns.ts';
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
import type { LineDates, LineValues } from './lines.ts';
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

const editedFields = ['ean', 'purchaseDate', 'serialNumber'] as const satisfies readonly LineField[];
const scannedFields = ['ean', 'serialNumber'] as const satisfies readonly LineField[];

type Options = {
  readonly scope: LineScope;
  readonly initial: LineValues;
  readonly lineKey?: number;
  /** Dates of all lines, which the line takes if it has none of its own; undefined if it must have its own. */
  readonly sharedDates?: LineDates;
  /** The next line has the same product: an EAN scanned as serial number changes the product. */
  readonly keepsProduct?: boolean;
  /** Called with a valid line, as the server would parse it. */
  readonly onDone: (values: LineValues) => void;
  readonly unfinishedText: FieldMessage;
};

const excludeErrors = (errors: readonly FieldError[], ...fields: readonly LineField[]) =>
  errors.filter(({ field }) => !fields.some((name) => name === field));

/** Form of a line that is typed or scanned. Enter moves to the next empty field, or completes the line after the last one; it never submits the return. */
export const useLineForm = (options: Options) => {
  const { scope, initial, lineKey, sharedDates, keepsProduct = false, onDone, unfinishedText } = options;
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

  const enteredFields: readonly LineField[] = sharedDates ? scannedFields : editedFields;

  const validateDated = (candidate: LineValues): ReturnType<typeof validateLine> => {
    if (!sharedDates) return validateLine(candidate, context);
    const purchaseDate = candidate.purchaseDate || sharedDates.purchaseDate;
    const returnDate = candidate.returnDate || sharedDates.returnDate;
    if (purchaseDate !== '') return validateLine({ ...candidate, purchaseDate, returnDate }, context);
    // The purchase date of all lines may be entered after the first scans.
    const { validLine, problems } = validateLine({ ...candidate, purchaseDate: returnDate, returnDate }, context);
    return {
      ...(validLine && { validLine: { ...validLine, purchaseDate } }),
      problems: problems.filter(({ field }) => field !== 'purchaseDate'),
    };
  };
  const findProblems = (candidate: LineValues): LineProblem[] => {
    const { problems } = validateDated(candidate);
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

  /** Shows errors and focuses a field; returns the errors as announced. */
  const complain = (fieldErrors: readonly FieldError[], targetField: LineField): string => {
    setErrors(() => fieldErrors);
    // A field that is folded away appears with its error.
    if (!focusLineField(scope, targetField)) setFocusTarget({ field: targetField });
    const orderedErrors = fieldOrder.flatMap((name) => fieldErrors.find(({ field }) => field === name) ?? []);
    const complaint = orderedErrors.map(({ key, values: numbers }) => t(key, numbers)).join(' ');
    announce(complaint);
    return complaint;
  };

  /** Completes the line; returns why it could not, if so. */
  const finish = (isPressed: boolean, candidate = values): string | undefined => {
    const { values: filledValues } = fillInByEan(candidate, language);
    const { validLine } = validateDated(filledValues);
    const problems = findProblems(filledValues);
    patchValues(() => filledValues);
    const [firstInvalid] = fieldOrder.filter((field) => problems.some((problem) => problem.field === field));
    if (firstInvalid !== undefined) return complain(toFieldErrors(problems, filledValues), firstInvalid);
    const question = questionSerial(filledValues, isPressed);
    if (question === undefined && validLine) onDone(validLine);
    return question;
  };

  /** Questions an unlikely serial number until the user presses the button. The most frequent mistake is to scan the product's bar code, and a scanner's Enter must not confirm it. */
  const questionSerial = ({ serialNumber }: LineValues, isPressed: boolean): string | undefined => {
    const tidy = tidySerialNumber(serialNumber);
    const odd = findSerialNumberAnomaly(tidy);
    const isAnswered = questionedSerial === tidy && (isPressed || (scope === 'line' && tidy === baseline.serialNumber));
    if (odd === undefined || isAnswered) return undefined;
    setQuestionedSerial(tidy);
    return complain([{ field: 'serialNumber', key: `returns.book.odd.${odd}` }], 'serialNumber');
  };

  /** The return period depends on both dates, so changing the purchase date can make the return date invalid. */
  const relatedTo = (field: LineField): readonly LineField[] =>
    field === 'purchaseDate' ? ['purchaseDate', 'returnDate'] : [field];

  /** Handles blur: an EAN fills in its product, a serial number is normalized, a date is validated. Uses updater functions because the line may already be completed or reset. */
  const handleBlur = (field: LineField, candidate = values) => {
    if ((field === 'purchaseDate' || field === 'returnDate') && candidate[field] !== '') {
      const related = relatedTo(field);
      const problems = findProblems(candidate).filter(
        ({ field: at, rule }) => related.includes(at) && rule !== 'required',
      );
      setErrors((current) => [...excludeErrors(current, ...related), ...toFieldErrors(problems, candidate)]);
    }
    if (field === 'serialNumber')
      patchValues((current) => ({ ...current, serialNumber: tidySerialNumber(current.serialNumber) }));
    if (field !== 'ean') return;
    patchValues((current) => fillInByEan(current, language).values);
    const { problem } = fillInByEan(candidate, language);
    setErrors((current) =>
      problem
        ? [...excludeErrors(current, 'ean'), eanError(problem)]
        : excludeErrors(current, 'ean', 'product', 'productDescription'),
    );
  };

  /** Changes the product of a serial number that is still to be scanned. */
  const changeProduct = (ean: string) => {
    const { values: filledValues } = fillInByEan({ ...values, ean, serialNumber: '' }, language);
    patchValues(() => filledValues);
    setErrors(() => []);
    announce(filledValues.productDescription);
  };

  /** Moves on from a field, or completes the line; returns why it could not, if so. */
  const handleEnter = (from: LineField, candidate = values): string | undefined => {
    if (candidate[from].trim() === '') return undefined;
    if (keepsProduct && from === 'serialNumber') {
      const lookup = lookUpEan(candidate.serialNumber);
      if ('item' in lookup) {
        changeProduct(lookup.item.ean);
        return undefined;
      }
    }
    handleBlur(from, candidate);
    const { values: settledValues } = from === 'ean' ? fillInByEan(candidate, language) : { values: candidate };
    const related = relatedTo(from);
    const problems = findProblems(settledValues).filter(
      ({ field, rule }) => related.includes(field) && rule !== 'required',
    );
    const nextField = enteredFields.find((field) => settledValues[field].trim() === '');
    if (problems.length > 0) return complain([...toFieldErrors(problems, settledValues), ...errors], from);
    if (nextField === undefined) return finish(false, settledValues);
    const question = from === 'serialNumber' ? questionSerial(settledValues, false) : undefined;
    if (question === undefined) focusLineField(scope, nextField);
    return question;
  };

  const reportUnfinished = useStable(() => {
    setReported(true);
    focusLineField(scope, enteredFields.find((field) => values[field].trim() === '') ?? 'serialNumber');
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
      const field = enteredFields.find((name) => filledValues[name].trim() === '');
      if (field !== undefined) setFocusTarget({ field });
    },
    hasError: (field: LineField) => errors.some((error) => error.field === field),
    /** Enters codes as if they had been typed, the last one with Enter; returns why the form does not take them, if so. */
    enter: (codes: Partial<Pick<LineValues, 'ean' | 'serialNumber'>>): string | undefined => {
      const candidate = { ...values, ...codes };
      patchValues(() => candidate);
      const filledValues = codes.ean === undefined ? candidate : fillInByEan(candidate, language).values;
      return handleEnter(codes.serialNumber === undefined ? 'ean' : 'serialNumber', filledValues);
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
