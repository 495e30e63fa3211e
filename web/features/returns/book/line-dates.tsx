import { useEffect, useState } from 'react';
import { parseDate } from '#shared/dates/parse-date.ts';
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

const sharedFields = {
  purchaseDate: { fieldName: 'dates', label: 'returns.book.boughtOn' },
  returnDate: { fieldName: 'returnDates', label: 'returns.book.returnedOn' },
} as const;

type Props = { readonly name: keyof LineDates; readonly error?: string | undefined };

/** Date field for all lines. It changes the lines only when the date is complete and valid, not on every key. */
const SharedDateField = ({ name, error }: Props) => {
  const { t, formatDate } = useTexts();
  const { dates, setDates, context, unfinishedInput } = useReturnLinesContext();
  const { fieldName, label } = sharedFields[name];
  const date = dates[name];
  const [typedText, setTypedText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const misplacedScan = useMisplacedScan({
    originalText: date === '' ? '' : formatDate(date),
    isScan: isScanInDate,
    onRestore: () => {
      setTypedText(undefined);
      setProblem(undefined);
    },
  });

  const findProblem = (value: string) =>
    parseDate(value) === value
      ? returnLineRules({ ...dates, purchaseDate: dates.purchaseDate || undefined, [name]: value }, context)[0]
      : ({ rule: 'date' } as const);
  /** Applies the date to the lines. Returns false if it is invalid. */
  const applyDate = (value: string | undefined): boolean => {
    const brokenRule = value ? findProblem(value) : undefined;
    if (brokenRule) {
      const { rule } = brokenRule;
      const length = 'length' in brokenRule ? brokenRule.length : undefined;
      setProblem(t(`validation.${rule}`, length === undefined ? {} : { length }));
      return false;
    }
    setProblem(undefined);
    setTypedText(undefined);
    if (value !== undefined && value !== date) setDates({ [name]: value });
    return true;
  };

  const reportUnfinished = useStable(() => focusField([fieldName]));
  const isUnfinished = typedText !== undefined && typedText !== date;
  useEffect(
    () => (isUnfinished ? unfinishedInput.register('dates', reportUnfinished) : undefined),
    [isUnfinished, unfinishedInput, reportUnfinished],
  );

  return (
    <Field name={fieldName} label={t(label)} errorText={problem ?? (typedText === undefined ? error : undefined)}>
      <DateField
        value={typedText ?? date}
        onChange={(value) => {
          setTypedText(value);
          setProblem(undefined);
          misplacedScan.clearNote();
        }}
        onPick={applyDate}
        onBlur={() => {
          if (typedText === undefined) return;
          if (!misplacedScan.takeCode(typedText, { canPass: false })) applyDate(typedText);
        }}
        onEnter={() => {
          if (typedText !== undefined && misplacedScan.takeCode(typedText, { canPass: true })) return;
          if (applyDate(typedText)) focusLineField('entry', 'ean');
        }}
        max={context.today}
        hasShortForms
      />
      {misplacedScan.note !== undefined && <p className="return-note">{misplacedScan.note}</p>}
    </Field>
  );
};

/** Fields for the shared dates of the lines. `error` is the error of the purchase date. */
export const LineDatesFields = ({ error }: { readonly error: string | undefined }) => (
  <div className="return-dates">
    <SharedDateField name="purchaseDate" error={error} />
    <SharedDateField name="returnDate" />
  </div>
);
