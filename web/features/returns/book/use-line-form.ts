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
import { validateLine, toEanError, lineLabels, toProblemMessage } from './line-problems.ts';
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

/** Fields into which the user types or scans an edited line. */
const editedFields = ['ean', 'purchaseDate', 'serialNumber'] as const satisfies readonly LineField[];
/** Fields into which the user types or scans a new line, which has the shared purchase date. */
const scannedFields = ['ean', 'serialNumber'] as const satisfies readonly LineField[];

type Options = {
  readonly scope: LineScope;
  readonly initial: LineValues;
  readonly lineKey?: number;
  /** Shared dates for a line without dates of its own; undefined if the line must have its own. */
  readonly sharedDates?: LineDates;
  /** True if the next line keeps the product. An EAN scanned as its serial number then changes the product. */
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
  const [isUnfinishedReported, setUnfinishedReported] = useState(false);
  /** Doubtful serial number that the user was already asked about. The initial one counts as confirmed. */
  const [questionedSerial, setQuestionedSerial] = useState(initial.serialNumber);
  const [focusTarget, setFocusTarget] = useState<{ readonly field: LineField }>();
  const isDirty = fieldOrder.some((field) => values[field].trim() !== baseline[field].trim());

  const enteredFields: readonly LineField[] = sharedDates ? scannedFields : editedFields;

  const validateWithSharedDates = (candidate: LineValues): ReturnType<typeof validateLine> => {
    if (!sharedDates) return validateLine(candidate, context);
    const purchaseDate = candidate.purchaseDate || sharedDates.purchaseDate;
    const returnDate = candidate.returnDate || sharedDates.returnDate;
    if (purchaseDate !== '') return validateLine({ ...candidate, purchaseDate, returnDate }, context);
    // The shared purchase date may be entered after the first scans, so the line is validated with the return date in its place.
    const { validLine, problems } = validateLine({ ...candidate, purchaseDate: returnDate, returnDate }, context);
    return {
      ...(validLine && { validLine: { ...validLine, purchaseDate } }),
      problems: problems.filter(({ field }) => field !== 'purchaseDate'),
    };
  };
  const findProblems = (candidate: LineValues): LineProblem[] => {
    const { problems } = validateWithSharedDates(candidate);
    const lookup = candidate.ean.trim() === '' ? undefined : lookUpEan(candidate.ean);
    if (lookup && 'problem' in lookup && !problems.some(({ field }) => field === 'ean'))
      problems.push({ field: 'ean', rule: 'pattern' });
    const otherNumber = findLineNumberBySerial(lines, tidySerialNumber(candidate.serialNumber), lineKey);
    if (otherNumber !== undefined)
      problems.push({ field: 'serialNumber', rule: 'serialNumberTwice', first: otherNumber });
    // Only the EAN is reported if both are missing, because the EAN fills in the product.
    return problems.some(({ field }) => field === 'ean')
      ? problems.filter(({ field }) => field !== 'product')
      : problems;
  };
  const toFieldErrors = (problems: readonly LineProblem[], candidate: LineValues): FieldError[] =>
    problems.map((problem) => ({ field: problem.field, ...toProblemMessage(problem, candidate) }));

  /** Shows the errors, focuses a field and announces the errors. Returns the announced message. */
  const reportErrors = (fieldErrors: readonly FieldError[], targetField: LineField): string => {
    setErrors(() => fieldErrors);
    // A collapsed field appears only when the error is rendered, so it is focused in an effect.
    if (!focusLineField(scope, targetField)) setFocusTarget({ field: targetField });
    const orderedErrors = fieldOrder.flatMap((name) => fieldErrors.find(({ field }) => field === name) ?? []);
    const message = orderedErrors.map(({ key, values: textValues }) => t(key, textValues)).join(' ');
    announce(message);
    return message;
  };

  /** Completes the line. Returns the error message or the question that prevents it; otherwise undefined. */
  const finish = (trigger: 'button' | 'enter', candidate = values): string | undefined => {
    const { values: filledValues } = fillInByEan(candidate, language);
    const { validLine } = validateWithSharedDates(filledValues);
    const problems = findProblems(filledValues);
    patchValues(() => filledValues);
    const firstInvalidField = fieldOrder.find((field) => problems.some((problem) => problem.field === field));
    if (firstInvalidField !== undefined) return reportErrors(toFieldErrors(problems, filledValues), firstInvalidField);
    const question = askAboutSerial(filledValues, trigger);
    if (question === undefined && validLine) onDone(validLine);
    return question;
  };

  /** Asks about an unlikely serial number until the user presses the button. A scanner's Enter must not confirm it, because the most frequent mistake is to scan the product's bar code. */
  const askAboutSerial = ({ serialNumber }: LineValues, trigger: 'button' | 'enter'): string | undefined => {
    const tidiedSerial = tidySerialNumber(serialNumber);
    const anomaly = findSerialNumberAnomaly(tidiedSerial);
    const isUnchanged = scope === 'line' && tidiedSerial === baseline.serialNumber;
    const isConfirmed = questionedSerial === tidiedSerial && (trigger === 'button' || isUnchanged);
    if (anomaly === undefined || isConfirmed) return undefined;
    setQuestionedSerial(tidiedSerial);
    return reportErrors([{ field: 'serialNumber', key: `returns.book.odd.${anomaly}` }], 'serialNumber');
  };

  /** Returns the fields to validate after a change. The return period depends on both dates, so a new purchase date can make the return date invalid. */
  const findRelatedFields = (field: LineField): readonly LineField[] =>
    field === 'purchaseDate' ? ['purchaseDate', 'returnDate'] : [field];

  /** Handles blur: an EAN fills in its product, a serial number is normalized, a date is validated. Uses updater functions because the line may already be completed or reset. */
  const handleBlur = (field: LineField, candidate = values) => {
    if ((field === 'purchaseDate' || field === 'returnDate') && candidate[field] !== '') {
      const relatedFields = findRelatedFields(field);
      const problems = findProblems(candidate).filter(
        ({ field: name, rule }) => relatedFields.includes(name) && rule !== 'required',
      );
      setErrors((current) => [...excludeErrors(current, ...relatedFields), ...toFieldErrors(problems, candidate)]);
    }
    if (field === 'serialNumber')
      patchValues((current) => ({ ...current, serialNumber: tidySerialNumber(current.serialNumber) }));
    if (field !== 'ean') return;
    patchValues((current) => fillInByEan(current, language).values);
    const { problem } = fillInByEan(candidate, language);
    setErrors((current) =>
      problem
        ? [...excludeErrors(current, 'ean'), toEanError(problem)]
        : excludeErrors(current, 'ean', 'product', 'productDescription'),
    );
  };

  /** Changes the product of the line whose serial number is scanned next. */
  const changeProduct = (ean: string) => {
    const { values: filledValues } = fillInByEan({ ...values, ean, serialNumber: '' }, language);
    patchValues(() => filledValues);
    setErrors(() => []);
    announce(filledValues.productDescription);
  };

  /** Moves the focus to the next empty field, or completes the line. Returns the error message or the question that prevents it; otherwise undefined. */
  const handleEnter = (currentField: LineField, candidate = values): string | undefined => {
    if (candidate[currentField].trim() === '') return undefined;
    if (keepsProduct && currentField === 'serialNumber') {
      const lookup = lookUpEan(candidate.serialNumber);
      if ('item' in lookup) {
        changeProduct(lookup.item.ean);
        return undefined;
      }
    }
    handleBlur(currentField, candidate);
    const { values: settledValues } = currentField === 'ean' ? fillInByEan(candidate, language) : { values: candidate };
    const relatedFields = findRelatedFields(currentField);
    const problems = findProblems(settledValues).filter(
      ({ field, rule }) => relatedFields.includes(field) && rule !== 'required',
    );
    const nextField = enteredFields.find((field) => settledValues[field].trim() === '');
    if (problems.length > 0) return reportErrors([...toFieldErrors(problems, settledValues), ...errors], currentField);
    if (nextField === undefined) return finish('enter', settledValues);
    const question = currentField === 'serialNumber' ? askAboutSerial(settledValues, 'enter') : undefined;
    if (question === undefined) focusLineField(scope, nextField);
    return question;
  };

  const reportUnfinished = useStable(() => {
    setUnfinishedReported(true);
    focusLineField(scope, enteredFields.find((field) => values[field].trim() === '') ?? 'serialNumber');
    announce(t(unfinishedText.key, unfinishedText.values));
  });
  useEffect(
    () => (isDirty ? unfinishedInput.register(scope, reportUnfinished) : undefined),
    [isDirty, unfinishedInput, scope, reportUnfinished],
  );

  // Runs in an effect, because the closing dropdown takes the focus first.
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
    unfinishedError: isUnfinishedReported && isDirty ? t(unfinishedText.key, unfinishedText.values) : undefined,
    handleBlur,
    handleEnter,
    finish: () => finish('button'),
    chooseProduct: (product: string) => {
      const filledValues = fillInByProduct(values, product, language);
      patchValues(() => filledValues);
      setErrors((current) => excludeErrors(current, 'ean', 'product', 'productDescription'));
      const field = enteredFields.find((name) => filledValues[name].trim() === '');
      if (field !== undefined) setFocusTarget({ field });
    },
    hasError: (field: LineField) => errors.some((error) => error.field === field),
    /** Enters codes as if the user had typed them and pressed Enter. Returns the error message or the question if the form does not take them. */
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
      setUnfinishedReported(false);
    },
  };
};

export type LineForm = ReturnType<typeof useLineForm>;
