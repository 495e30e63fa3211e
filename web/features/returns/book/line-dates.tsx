import { useEffect, useState } from 'react';
import { parseDate } from '#shared/dates/dates.ts';
import { returnLineRules } from '#shared/returns/line.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { focusLineField } from './focus-line.ts';
import type { LineDates } from './lines.ts';
import { isScanInDate, useMisplacedScan } from './misplaced-scan.ts';
import { useReturnLinesContext } from './use-return-lines.ts';

const fields = {
  purchaseDate: { fieldName: 'dates', label: 'returns.book.boughtOn' },
  returnDate: { fieldName: 'returnDates', label: 'returns.book.returnedOn' },
} as const;

type Props = { readonly name: keyof LineDates; readonly error?: string | undefined };

/** Date of all lines. It changes the lines once it is complete and valid, not with every key. */
const SharedDateField = ({ name, error }: Props) => {
  const { t, formatDate } = useTexts();
  const { dates, setDates, context, unfinishedInput } = useReturnLinesContext();
  const { fieldName, label } = fields[name];
  const date = dates[name];
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const scan = useMisplacedScan({
    before: date === '' ? '' : formatDate(date),
    isScan: isScanInDate,
    onRestore: () => {
      setTyped(undefined);
      setProblem(undefined);
    },
  });

  const findProblem = (value: string) =>
    parseDate(value) === value
      ? returnLineRules({ ...dates, purchaseDate: dates.purchaseDate || undefined, [name]: value }, context)[0]
      : ({ rule: 'date' } as const);
  /** Returns false if the date is invalid. */
  const apply = (value: string | undefined): boolean => {
    const brokenRule = value ? findProblem(value) : undefined;
    if (brokenRule) {
      const { rule, length } = { length: undefined, ...brokenRule };
      setProblem(t(`validation.${rule}`, length === undefined ? {} : { length }));
      return false;
    }
    setProblem(undefined);
    setTyped(undefined);
    if (value !== undefined && value !== date) setDates({ [name]: value });
    return true;
  };

  const reportUnfinished = useStable(() => focusField([fieldName]));
  const isUnfinished = typed !== undefined && typed !== date;
  useEffect(
    () => (isUnfinished ? unfinishedInput.register('dates', reportUnfinished) : undefined),
    [isUnfinished, unfinishedInput, reportUnfinished],
  );

  return (
    <Field name={fieldName} label={t(label)} errorText={problem ?? (typed === undefined ? error : undefined)}>
      <DateField
        value={typed ?? date}
        onChange={(value) => {
          setTyped(value);
          setProblem(undefined);
          scan.clearNote();
        }}
        onPick={apply}
        onBlur={() => {
          if (typed !== undefined && !scan.take(typed, false)) apply(typed);
        }}
        onEnter={() => {
          if (typed !== undefined && scan.take(typed, true)) return;
          if (apply(typed)) focusLineField('entry', 'ean');
        }}
        max={context.today}
        hasShortForms
      />
      {scan.note !== undefined && <p className="return-note">{scan.note}</p>}
    </Field>
  );
};

/** Dates of all lines that have no other. `error` is that of the purchase date. */
export const LineDatesFields = ({ error }: { readonly error: string | undefined }) => (
  <div className="return-dates">
    <SharedDateField name="purchaseDate" error={error} />
    <SharedDateField name="returnDate" />
  </div>
);
