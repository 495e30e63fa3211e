import { useEffect, useState } from 'react';
import { lookUpEan } from '#shared/catalogue/returns.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { oddSerialNumber, tidySerialNumber } from '#shared/repairs/serial-number.ts';
import type { RuleContext } from '#shared/route.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { withEan, withProduct } from './fill-in.ts';
import { focusLineField } from './focus-line.ts';
import type { LineScope } from './focus-line.ts';
import { checkLine } from './line-problems.ts';
import type { LineField, LineProblem } from './line-problems.ts';
import type { Words } from './line-words.ts';
import { eanWords, inWords, oddWords, problemWords } from './line-words.ts';
import type { LineValues } from './lines.ts';
import type { Unfinished } from './unfinished.ts';

/** In the order in which they stand, so that the first wrong one is the first on the page. */
const order = [
  'ean',
  'purchaseDate',
  'serialNumber',
  'product',
  'productDescription',
  'returnDate',
] as const satisfies readonly LineField[];

/** What has to be typed or scanned; the others fill themselves in. */
const typed = ['ean', 'purchaseDate', 'serialNumber'] as const satisfies readonly LineField[];

type Errors = { readonly [Field in LineField]?: Words | undefined };

type Options = {
  readonly scope: LineScope;
  readonly initial: LineValues;
  readonly context: RuleContext;
  /** The number of another line that has this serial number. */
  readonly lineOfSerial: (serialNumber: string) => number | undefined;
  /** Takes a line that the server would take too, as it would. */
  readonly onDone: (values: LineValues) => void;
  readonly unfinished: Unfinished;
  /** Why the return cannot be sent while this line is being typed. */
  readonly complaint: Words;
};

/** A line while it is typed or scanned: Enter goes on to what is still missing, and finishes the line when nothing is. It never sends the return. */
export const useLineForm = ({ scope, initial, context, lineOfSerial, onDone, unfinished, complaint }: Options) => {
  const { t, language } = useTexts();
  const [begun, setBegun] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [isAwaited, setAwaited] = useState(false);
  /** The serial number that was asked about; one that stood here before was. */
  const [asked, setAsked] = useState(initial.serialNumber);
  const [wanted, setWanted] = useState<{ readonly field: LineField }>();
  const isDirty = order.some((field) => values[field].trim() !== begun[field].trim());

  const problemsOf = (candidate: LineValues): LineProblem[] => {
    const checked = checkLine(candidate, context);
    const problems: LineProblem[] = checked.ok ? [] : [...checked.problems];
    const found = candidate.ean.trim() === '' ? undefined : lookUpEan(candidate.ean);
    if (found && 'problem' in found && !problems.some(({ field }) => field === 'ean'))
      problems.push({ field: 'ean', rule: 'pattern' });
    const first = lineOfSerial(tidySerialNumber(candidate.serialNumber));
    const all =
      first === undefined
        ? problems
        : [...problems, { field: 'serialNumber', rule: 'serialNumberTwice', first } as const];
    // Without an EAN there is no product: once is enough.
    return all.some(({ field }) => field === 'ean') ? all.filter(({ field }) => field !== 'product') : all;
  };

  const wordsOf = (problems: readonly LineProblem[], ean: string): Errors =>
    Object.fromEntries(problems.map((problem) => [problem.field, problemWords(problem, ean)]).toReversed());

  /** Says what is wrong, and goes to where it can be mended. */
  const complain = (found: Errors, at: LineField) => {
    setErrors(found);
    focusLineField(scope, at);
    announce(
      order
        .flatMap((field) => found[field] ?? [])
        .map((words) => inWords(words, t))
        .join(' '),
    );
  };

  const finish = (isPressed: boolean) => {
    const { values: filled } = withEan(values, language);
    const checked = checkLine(filled, context);
    const problems = problemsOf(filled);
    setValues(filled);
    const [worst] = order.filter((field) => problems.some((problem) => problem.field === field));
    if (worst !== undefined) return complain(wordsOf(problems, filled.ean), worst);
    if (!isQuestioned(filled, isPressed) && checked.ok) onDone(checked.values);
  };

  /** Asks about a serial number that is hardly one until the button is pressed: the commonest slip is to scan the product's bar code, and a scanner presses Enter again. */
  const isQuestioned = ({ serialNumber }: LineValues, isPressed: boolean): boolean => {
    const tidy = tidySerialNumber(serialNumber);
    const odd = oddSerialNumber(tidy);
    const isAnswered = asked === tidy && (isPressed || (scope === 'line' && tidy === begun.serialNumber));
    if (odd === undefined || isAnswered) return false;
    setAsked(tidy);
    complain({ serialNumber: { key: oddWords[odd] } }, 'serialNumber');
    return true;
  };

  /** A field is left: an EAN finds its product, a serial number shows as it is kept. Nothing else has to be up to date: the line may be done by then. */
  const settle = (field: LineField) => {
    if (field === 'serialNumber')
      setValues((known) => ({ ...known, serialNumber: tidySerialNumber(known.serialNumber) }));
    if (field !== 'ean') return;
    setValues((known) => withEan(known, language).values);
    const { problem } = withEan(values, language);
    setErrors((known) => ({
      ...known,
      ...(problem ? { ean: eanWords(problem) } : { ean: undefined, product: undefined, productDescription: undefined }),
    }));
  };

  const goOn = (from: LineField) => {
    if (values[from].trim() === '') return;
    settle(from);
    const { values: settled } = from === 'ean' ? withEan(values, language) : { values };
    // A purchase too long ago is only wrong together with the day of the return.
    const related: readonly LineField[] = from === 'purchaseDate' ? ['purchaseDate', 'returnDate'] : [from];
    const problems = problemsOf(settled).filter(({ field, rule }) => related.includes(field) && rule !== 'required');
    const next = typed.find((field) => settled[field].trim() === '');
    if (problems.length > 0) complain({ ...errors, ...wordsOf(problems, settled.ean) }, from);
    else if (next !== undefined && from === 'serialNumber' && isQuestioned(settled, false)) return;
    else if (next === undefined) finish(false);
    else focusLineField(scope, next);
  };

  const sayThatItIsOpen = useStable(() => {
    setAwaited(true);
    focusLineField(scope, typed.find((field) => values[field].trim() === '') ?? 'serialNumber');
    announce(inWords(complaint, t));
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
    scope,
    values,
    isDirty,
    set: (field: LineField, value: string) => {
      setValues({ ...values, [field]: value });
      setErrors({ ...errors, [field]: undefined, ...(field === 'purchaseDate' && { returnDate: undefined }) });
    },
    errorOf: (field: LineField) => {
      const words = errors[field];
      return words && inWords(words, t);
    },
    /** The reason why the return waits for this line. */
    complaint: isAwaited && isDirty ? inWords(complaint, t) : undefined,
    settle,
    goOn,
    finish: () => finish(true),
    chooseProduct: (product: string) => {
      const filled = withProduct(values, product, language);
      setValues(filled);
      setErrors({ ...errors, ean: undefined, product: undefined, productDescription: undefined });
      const field = typed.find((name) => filled[name].trim() === '');
      if (field !== undefined) setWanted({ field });
    },
    /** A new day has begun: a line that is returned today is returned on that one. */
    followDay: (day: CalendarDate, next: CalendarDate) => {
      const follow = (known: LineValues) => (known.returnDate === day ? { ...known, returnDate: next } : known);
      setBegun(follow);
      setValues(follow);
    },
    /** Begins anew with these values. */
    reset: (fresh: LineValues) => {
      setBegun(fresh);
      setAsked(fresh.serialNumber);
      setValues(fresh);
      setErrors({});
      setAwaited(false);
    },
  };
};

export type LineForm = ReturnType<typeof useLineForm>;
