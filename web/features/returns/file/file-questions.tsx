import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { DateReading, DoubtfulDate, FileReport } from '#shared/returns/file/report.ts';
import { dateReadings } from '#shared/returns/file/report.ts';
import type { Charset } from '#shared/spreadsheet.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { columnWords } from './reason-words.ts';
import type { Choices, Question } from './use-return-file.ts';

const mostRows = 10;

const SetAsideQuestion = ({ rows, columns }: NonNullable<FileReport['setAside']>) => {
  const { t } = useTexts();
  return (
    <>
      {columns.length > 0 && <p>{t('returns.file.questions.columns', { columns: columns.join(' | ') })}</p>}
      {rows.length > 0 && (
        <>
          <p>{t('returns.file.questions.rows')}</p>
          <ul>
            {rows.slice(0, mostRows).map(({ row, text }) => (
              <li key={row}>{t('returns.file.questions.row', { row, text })}</li>
            ))}
          </ul>
          {rows.length > mostRows && <p>{t('returns.file.questions.moreRows', { count: rows.length - mostRows })}</p>}
        </>
      )}
    </>
  );
};

const GuessedQuestion = ({ guessed }: { readonly guessed: NonNullable<FileReport['guessed']> }) => {
  const { t, language } = useTexts();
  return (
    <>
      <p>{t('returns.file.questions.guessed')}</p>
      <ul>
        {guessed.map(({ column, example }, index) => (
          // A column has nothing but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {t('returns.file.questions.column', {
              column: column === null ? t('returns.file.questions.notUsed') : columnWords(column, language),
              example,
            })}
          </li>
        ))}
      </ul>
    </>
  );
};

const ReorderedQuestion = ({ found }: { readonly found: readonly FileColumn[] }) => {
  const { t, language } = useTexts();
  const list = (columns: readonly FileColumn[]) => columns.map((column) => columnWords(column, language)).join(' | ');
  return (
    <>
      <p>{t('returns.file.allColumnsThere')}</p>
      <p>{t('returns.file.columnsFound', { columns: list(found) })}</p>
      <p>{t('file.columnsExpected', { columns: list(fileColumns) })}</p>
    </>
  );
};

const systems = {
  'windows-1252': 'returns.file.questions.windows',
  macintosh: 'returns.file.questions.macintosh',
  ibm850: 'returns.file.questions.msDos',
} as const;

type SpellingProps = {
  readonly spellings: NonNullable<FileReport['spellings']>;
  readonly value: Charset | null;
  readonly onChange: (charset: Charset) => void;
};

/** Accents of a text file that could be in more than one character set: somebody who reads the words knows. */
const SpellingQuestion = ({ spellings, value, onChange }: SpellingProps) => {
  const { t } = useTexts();
  return (
    <FormField label={t('returns.file.questions.spelling')} stretch>
      <RadioGroup
        value={value}
        onChange={({ detail }) => {
          const chosen = spellings.find(({ charset }) => charset === detail.value);
          if (chosen) onChange(chosen.charset);
        }}
        items={spellings.map(({ charset, words }) => ({
          value: charset,
          label: words.join(', '),
          description: t(systems[charset]),
        }))}
      />
    </FormField>
  );
};

type DateChoice = DateReading | 'byHand';

const dateLabels = {
  monthFirst: 'returns.file.questions.monthFirst',
  asShown: 'returns.file.questions.asShown',
  byHand: 'returns.file.questions.byHand',
} as const satisfies Record<DateChoice, TextKey>;

type DatesProps = {
  readonly dates: readonly DoubtfulDate[];
  readonly value: DateChoice | null;
  readonly isMissing: boolean;
  readonly onChange: (choice: DateChoice) => void;
};

/** Dates that could have the month in front, as each way of reading them has them: with the month in words, so that nobody reads them wrong again. */
const DatesQuestion = ({ dates, value, isMissing, onChange }: DatesProps) => {
  const { t, locale, formatDate } = useTexts();
  const inWords = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const examples = (reading: DateReading) =>
    dates
      .map(({ row, text, [reading]: date, asShown }) =>
        t('returns.file.questions.date', {
          row,
          // A real date has no text of its own; this is how a spreadsheet here shows it.
          text: text ?? formatDate(asShown),
          date: inWords.format(new Date(date)),
        }),
      )
      .join(' ');
  const differ = dates.some(({ monthFirst, asShown }) => monthFirst !== asShown);
  const readings = dateReadings.filter((reading) => reading === 'monthFirst' || differ);
  const choices: readonly DateChoice[] = [...readings, 'byHand'];
  return (
    <div data-field="doubtfulDates">
      <FormField
        label={t('returns.file.questions.dates')}
        errorText={isMissing ? t('validation.required') : undefined}
        stretch
      >
        <RadioGroup
          value={value}
          onChange={({ detail }) => {
            const chosen = choices.find((choice) => choice === detail.value);
            if (chosen) onChange(chosen);
          }}
          items={choices.map((choice) => ({
            value: choice,
            label: t(dateLabels[choice]),
            ...(choice !== 'byHand' && { description: examples(choice) }),
          }))}
        />
      </FormField>
    </div>
  );
};

type Props = {
  readonly report: FileReport;
  readonly questions: readonly Question[];
  readonly onSettled: () => void;
  readonly onReadAgain: (choices: Omit<Choices, 'settled'>) => void;
};

/** What the file needn't be refused for, asked once and all together, before anything else is said of it. */
export const FileQuestions = ({ report, questions, onSettled, onReadAgain }: Props) => {
  const { t } = useTexts();
  const asks = (question: Question) => questions.includes(question);
  const { reordered, setAside, guessed, spellings = [] } = report;
  const dates = (report.outcome === 'read' && asks('doubtfulDates') && report.doubtfulDates) || [];
  const [charset, setCharset] = useState<Charset | null>(spellings[0]?.charset ?? null);
  const [reading, setReading] = useState<DateChoice | null>(null);
  const [isComplaining, setComplaining] = useState(false);
  const isOnlyOrder = questions.every((question) => question === 'reordered');

  const goOn = () => {
    if (dates.length > 0 && reading === null) {
      setComplaining(true);
      focusField(['doubtfulDates']);
      return;
    }
    const choices = {
      ...(reading !== null && reading !== 'byHand' && { dates: reading }),
      // The likeliest is what it was read in; said again, since dates may be read anew.
      ...(asks('spellings') && charset !== null && { charset }),
    };
    const isAsRead =
      choices.dates === undefined && (choices.charset ?? spellings[0]?.charset) === spellings[0]?.charset;
    if (isAsRead) onSettled();
    else onReadAgain(choices);
  };

  const areHeadersOther =
    asks('reordered') || asks('guessed') || (asks('setAside') && (setAside?.columns.length ?? 0) > 0);
  return (
    <Alert
      type="warning"
      header={areHeadersOther ? t('errors.ReturnsFileWrongHeaders') : t('returns.file.questions.title')}
    >
      <SpaceBetween size="m">
        {asks('reordered') && reordered && <ReorderedQuestion found={reordered} />}
        {asks('guessed') && guessed && <GuessedQuestion guessed={guessed} />}
        {asks('setAside') && setAside && <SetAsideQuestion {...setAside} />}
        {asks('spellings') && <SpellingQuestion spellings={spellings} value={charset} onChange={setCharset} />}
        {dates.length > 0 && (
          <DatesQuestion
            dates={dates}
            value={reading}
            isMissing={isComplaining && reading === null}
            onChange={setReading}
          />
        )}
        <Button formAction="none" onClick={goOn}>
          {isOnlyOrder ? t('returns.file.putInOrder') : t('returns.file.questions.goOn')}
        </Button>
      </SpaceBetween>
    </Alert>
  );
};
