import { useEffect, useState } from 'react';
import { lookUpEan } from '#shared/catalogue/returns.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { oddSerialNumber, tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { FieldError, Words } from '#web/ui/form/use-fields.ts';
import { useFields } from '#web/ui/form/use-fields.ts';
import { withEan, withProduct } from './fill-in.ts';
import { focusLineField } from './focus-line.ts';
import type { LineScope } from './focus-line.ts';
import type { LineField, LineProblem } from './line-problems.ts';
import { checkLine, eanError, lineLabels, problemWords } from './line-problems.ts';
import type { LineValues } from './lines.ts';
import { lineOfSerial } from './lines.ts';
import { useLinesInHand } from './use-return-lines.ts';

/** In the order in which they stand, so that the first wrong one is the first on the page. */
const order = [
  'ean',
  'purchaseDate',
  'serialNumber',
  'product',
  'productDescription',
  'returnDate',
] as const satisfies readonly LineField[];

const typed = ['ean', 'purchaseDate', 'serialNumber'] as const satisfies readonly LineField[];

type Options = {
  readonly scope: LineScope;
  readonly initial: LineValues;
  readonly lineKey?: number;
  /** Takes a line that the server would take too, as it would. */
  readonly onDone: (values: LineValues) => void;
  readonly complaint: Words;
};

const without = (errors: readonly FieldError[], ...fields: readonly LineField[]) =>
  errors.filter(({ field }) => !fields.some((name) => name === field));

/** A line while it is typed or scanned: Enter goes on to what is still missing, and finishes the line when nothing is. It never sends the return. */
export const useLineForm = ({ scope, initial, lineKey, onDone, complaint }: Options) => {
  const { t, language } = useTexts();
  const { lines, context, unfinished } = useLinesInHand();
  const fields = useFields({ initial: () => initial, labels: lineLabels });
  const { values, errors, fill, say } = fields;
  const [begun, setBegun] = useState(initial);
  const [isAwaited, setAwaited] = useState(false);
  /** The serial number that was asked about; one that stood here before was. */
  const [asked, setAsked] = useState(initial.serialNumber);
  const [wanted, setWanted] = useState<{ readonly field: LineField }>();
  const isDirty = order.some((field) => values[field].trim() !== begun[field].trim());

  const problemsOf = (candidate: LineValues): LineProblem[] => {
    const { problems } = checkLine(candidate, context);
    const found = candidate.ean.trim() === '' ? undefined : lookUpEan(candidate.ean);
    if (found && 'problem' in found && !problems.some(({ field }) => field === 'ean'))
      problems.push({ field: 'ean', rule: 'pattern' });
    const first = lineOfSerial(lines, tidySerialNumber(candidate.serialNumber), lineKey);
    if (first !== undefined) problems.push({ field: 'serialNumber', rule: 'serialNumberTwice', first });
    // Without an EAN there is no product: once is enough.
    return problems.some(({ field }) => field === 'ean')
      ? problems.filter(({ field }) => field !== 'product')
      : problems;
  };
  const errorsOf = (problems: readonly LineProblem[], candidate: LineValues): FieldError[] =>
    problems.map((problem) => ({ field: problem.field, ...problemWords(problem, candidate) }));

  const complain = (found: readonly FieldError[], at: LineField) => {
    say(() => found);
    focusLineField(scope, at);
    const first = order.flatMap((name) => found.find(({ field }) => field === name) ?? []);
    announce(first.map(({ key, values: numbers }) => t(key, numbers)).join(' '));
  };

  const finish = (isPressed: boolean) => {
    const { values: filled } = withEan(values, language);
    const { checked } = checkLine(filled, context);
    const problems = problemsOf(filled);
    fill(() => filled);
    const [worst] = order.filter((field) => problems.some((problem) => problem.field === field));
    if (worst !== undefined) return complain(errorsOf(problems, filled), worst);
    if (!isQuestioned(filled, isPressed) && checked) onDone(checked);
  };

  /** Asks about a serial number that is hardly one until the button is pressed: the commonest slip is to scan the product's bar code, and a scanner presses Enter again. */
  const isQuestioned = ({ serialNumber }: LineValues, isPressed: boolean): boolean => {
    const tidy = tidySerialNumber(serialNumber);
    const odd = oddSerialNumber(tidy);
    const isAnswered = asked === tidy && (isPressed || (scope === 'line' && tidy === begun.serialNumber));
    if (odd === undefined || isAnswered) return false;
    setAsked(tidy);
    complain([{ field: 'serialNumber', key: `returns.book.odd.${odd}` }], 'serialNumber');
    return true;
  };

  /** A purchase too long ago is only wrong together with the day of the return. */
  const relatedTo = (field: LineField): readonly LineField[] =>
    field === 'purchaseDate' ? ['purchaseDate', 'returnDate'] : [field];

  /** A field is left: an EAN finds its product, a serial number shows as it is kept, a date says what is wrong with it. Nothing else has to be up to date: the line may be done by then. */
  const settle = (field: LineField) => {
    if ((field === 'purchaseDate' || field === 'returnDate') && values[field] !== '') {
      const related = relatedTo(field);
      const problems = problemsOf(values).filter(({ field: at, rule }) => related.includes(at) && rule !== 'required');
      say((known) => [...without(known, ...related), ...errorsOf(problems, values)]);
    }
    if (field === 'serialNumber') fill((known) => ({ ...known, serialNumber: tidySerialNumber(known.serialNumber) }));
    if (field !== 'ean') return;
    fill((known) => withEan(known, language).values);
    const { problem } = withEan(values, language);
    say((known) =>
      problem ? [...without(known, 'ean'), eanError(problem)] : without(known, 'ean', 'product', 'productDescription'),
    );
  };

  const goOn = (from: LineField) => {
    if (values[from].trim() === '') return;
    settle(from);
    const { values: settled } = from === 'ean' ? withEan(values, language) : { values };
    const related = relatedTo(from);
    const problems = problemsOf(settled).filter(({ field, rule }) => related.includes(field) && rule !== 'required');
    const next = typed.find((field) => settled[field].trim() === '');
    if (problems.length > 0) complain([...errorsOf(problems, settled), ...errors], from);
    else if (next !== undefined && from === 'serialNumber' && isQuestioned(settled, false)) return;
    else if (next === undefined) finish(false);
    else focusLineField(scope, next);
  };

  const sayThatItIsOpen = useStable(() => {
    setAwaited(true);
    focusLineField(scope, typed.find((field) => values[field].trim() === '') ?? 'serialNumber');
    announce(t(complaint.key, complaint.values));
  });
  useEffect(
    () => (isDirty ? unfinished.begin(scope, sayThatItIsOpen) : undefined),
    [isDirty, unfinished, scope, sayThatItIsOpen],
  );

  // Only now: the list that was chosen from takes the focus when it closes.
  useEffect(() => {
    if (wanted) focusLineField(scope, wanted.field);
  }, [scope, wanted]);

  return {
    ...fields,
    scope,
    isDirty,
    today: context.today,
    set: (field: LineField, value: string) => {
      fields.set(field, value);
      if (field === 'purchaseDate') say((known) => without(known, 'returnDate'));
    },
    openReason: isAwaited && isDirty ? t(complaint.key, complaint.values) : undefined,
    settle,
    goOn,
    finish: () => finish(true),
    chooseProduct: (product: string) => {
      const filled = withProduct(values, product, language);
      fill(() => filled);
      say((known) => without(known, 'ean', 'product', 'productDescription'));
      const field = typed.find((name) => filled[name].trim() === '');
      if (field !== undefined) setWanted({ field });
    },
    /** A new day has begun: a line that is returned today is returned on that one. */
    followDay: (day: CalendarDate, next: CalendarDate) => {
      const follow = (known: LineValues) => (known.returnDate === day ? { ...known, returnDate: next } : known);
      setBegun(follow);
      fill(follow);
    },
    reset: (fresh: LineValues) => {
      fields.reset(fresh);
      setBegun(fresh);
      setAsked(fresh.serialNumber);
      setAwaited(false);
    },
  };
};

export type LineForm = ReturnType<typeof useLineForm>;
