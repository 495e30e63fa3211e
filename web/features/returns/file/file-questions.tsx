import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { DateInterpretation, AmbiguousDate, FileReport } from '#shared/returns/file/report.ts';
import { dateInterpretations } from '#shared/returns/file/report.ts';
import { SpellingQuestion } from '#web/components/files/spelling-question.tsx';
import type { TextKey } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { toColumnLabel } from './reason-texts.ts';
import type { FileAnswers, FileQuestion } from './use-return-file.ts';

/** Number of rows that are listed; the others are only counted. */
const maxRows = 10;

type DateChoice = DateInterpretation | 'byHand';

const dateLabels = {
  monthFirst: 'returns.file.questions.monthFirst',
  turned: 'returns.file.questions.turned',
  asShown: 'returns.file.questions.asShown',
  byHand: 'returns.file.questions.byHand',
} as const satisfies Record<DateChoice, TextKey>;

type DatesProps = {
  readonly dates: readonly AmbiguousDate[];
  readonly value: DateChoice | null;
  readonly isMissing: boolean;
  readonly onChange: (choice: DateChoice) => void;
};

/** Asks how to read ambiguous dates (month first, or day and month swapped). Shows examples of each reading with the month as a word, which is unambiguous. */
const DatesQuestion = ({ dates, value, isMissing, onChange }: DatesProps) => {
  const { t, locale, formatDate } = useTexts();
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const formatExamples = (reading: DateInterpretation) =>
    dates
      .map(({ row, text, [reading]: date, asShown }) =>
        t('returns.file.questions.date', {
          row,
          // A cell formatted as a date has no text, so its date is shown in the format of a local spreadsheet.
          text: text ?? formatDate(asShown),
          date: dateFormat.format(new Date(date ?? asShown)),
        }),
      )
      .join(' ');
  const hasSwappedDates = dates.some(({ turned }) => turned !== undefined);
  const hasDifferentReadings = dates.some(({ monthFirst, turned, asShown }) => (turned ?? monthFirst) !== asShown);
  const otherReading = hasSwappedDates ? 'turned' : 'monthFirst';
  const readings = dateInterpretations.filter(
    (reading) => reading === otherReading || (reading === 'asShown' && hasDifferentReadings),
  );
  const toLabel = (choice: DateChoice) =>
    t(hasSwappedDates && choice === 'asShown' ? 'returns.file.questions.notTurned' : dateLabels[choice]);
  const choices: readonly DateChoice[] = [...readings, 'byHand'];
  return (
    <div data-field="doubtfulDates">
      <FormField
        label={t(hasSwappedDates ? 'returns.file.questions.turnedDates' : 'returns.file.questions.dates')}
        errorText={isMissing ? t('validation.required') : undefined}
        stretch
      >
        <RadioGroup
          value={value}
          onChange={({ detail }) => {
            const selectedChoice = choices.find((choice) => choice === detail.value);
            if (selectedChoice) onChange(selectedChoice);
          }}
          items={choices.map((choice) => ({
            value: choice,
            label: toLabel(choice),
            ...(choice !== 'byHand' && { description: formatExamples(choice) }),
          }))}
        />
      </FormField>
    </div>
  );
};

type SetAsideCellsProps = { readonly cells: NonNullable<NonNullable<FileReport['setAside']>['cells']> };

const SetAsideCells = ({ cells: { count, named } }: SetAsideCellsProps) => {
  const { t } = useTexts();
  const list = named.map(({ cell, text }) => t('returns.file.questions.cell', { cell, text })).join(' | ');
  return (
    <p>
      {t('returns.file.questions.cells', { cells: list })}{' '}
      {count > named.length && t('returns.file.questions.moreCells', { count: count - named.length })}
    </p>
  );
};

type Props = {
  readonly report: FileReport;
  readonly questions: readonly FileQuestion[];
  /** Called if the answers do not require reading the file again. */
  readonly onSettled: () => void;
  readonly onReadAgain: (answers: Omit<FileAnswers, 'answeredQuestions'>) => void;
};

/** Asks all questions about a file at once, before its report is shown. */
export const FileQuestions = ({ report, questions, onSettled, onReadAgain }: Props) => {
  const { t, language } = useTexts();
  const pickIfAsked = <Fact,>(question: FileQuestion, fact: Fact) => (questions.includes(question) ? fact : undefined);
  const reorderedColumns = pickIfAsked('reordered', report.reordered);
  const setAside = pickIfAsked('setAside', report.setAside);
  const guessedColumns = pickIfAsked('guessed', report.guessed);
  const spellings = pickIfAsked('spellings', report.spellings);
  const dates = (report.outcome === 'read' && pickIfAsked('doubtfulDates', report.doubtfulDates)) || [];
  const likeliestCharset = report.spellings?.[0]?.charset;
  const [charset, setCharset] = useState(likeliestCharset);
  const [dateChoice, setDateChoice] = useState<DateChoice | null>(null);
  const [isErrorShown, setErrorShown] = useState(false);
  const isOnlyOrder = questions.every((question) => question === 'reordered');

  const handleContinue = () => {
    if (dates.length > 0 && dateChoice === null) {
      setErrorShown(true);
      focusField(['doubtfulDates']);
      return;
    }
    const answers = {
      ...(dateChoice !== null && dateChoice !== 'byHand' && { dates: dateChoice }),
      // Sent even if unchanged, because the file may be read again for its dates.
      ...(spellings && charset !== undefined && { charset }),
    };
    const isUnchanged = answers.dates === undefined && (answers.charset ?? likeliestCharset) === likeliestCharset;
    if (isUnchanged) onSettled();
    else onReadAgain(answers);
  };

  const toColumnList = (columns: readonly FileColumn[]) =>
    columns.map((column) => toColumnLabel(column, language)).join(' | ');
  const hasHeaderQuestion = reorderedColumns || guessedColumns || (setAside && setAside.columns.length > 0);
  return (
    <Alert type="warning" header={hasHeaderQuestion ? t('errors.ReturnsFileWrongHeaders') : t('file.questions.title')}>
      <SpaceBetween size="m">
        {reorderedColumns && (
          <>
            <p>{t('returns.file.allColumnsThere')}</p>
            <p>{t('returns.file.columnsFound', { columns: toColumnList(reorderedColumns) })}</p>
            <p>{t('file.columnsExpected', { columns: toColumnList(fileColumns) })}</p>
          </>
        )}
        {guessedColumns && (
          <>
            <p>{t('returns.file.questions.guessed')}</p>
            <ul>
              {guessedColumns.map(({ column, example }, index) => (
                // A column without a header is identified only by its index.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={index}>
                  {t('returns.file.questions.column', {
                    column: column === null ? t('returns.file.questions.notUsed') : toColumnLabel(column, language),
                    example,
                  })}
                </li>
              ))}
            </ul>
          </>
        )}
        {setAside && setAside.columns.length > 0 && (
          <p>{t('returns.file.questions.columns', { columns: setAside.columns.join(' | ') })}</p>
        )}
        {setAside?.cells && <SetAsideCells cells={setAside.cells} />}
        {setAside && setAside.rows.length > 0 && (
          <>
            <p>{t('returns.file.questions.rows')}</p>
            <ul>
              {setAside.rows.slice(0, maxRows).map(({ row, text }) => (
                <li key={row}>{t('returns.file.questions.row', { row, text })}</li>
              ))}
            </ul>
            {setAside.rows.length > maxRows && (
              <p>{t('returns.file.questions.moreRows', { count: setAside.rows.length - maxRows })}</p>
            )}
          </>
        )}
        {spellings && <SpellingQuestion spellings={spellings} value={charset} onChange={setCharset} />}
        {dates.length > 0 && (
          <DatesQuestion
            dates={dates}
            value={dateChoice}
            isMissing={isErrorShown && dateChoice === null}
            onChange={setDateChoice}
          />
        )}
        <Button formAction="none" onClick={handleContinue}>
          {isOnlyOrder ? t('returns.file.putInOrder') : t('file.questions.goOn')}
        </Button>
      </SpaceBetween>
    </Alert>
  );
};
