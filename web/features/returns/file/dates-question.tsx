import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import type { DateReading, DoubtfulDate } from '#shared/returns/file/report.ts';
import { dateReadings } from '#shared/returns/file/report.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';

type Choice = DateReading | 'byHand';

const labels = {
  monthFirst: 'returns.file.questions.monthFirst',
  asShown: 'returns.file.questions.asShown',
  byHand: 'returns.file.questions.byHand',
} as const satisfies Record<Choice, TextKey>;

type Props = {
  /** Examples from the file. */
  readonly dates: readonly DoubtfulDate[];
  readonly value: Choice | null;
  readonly isMissing: boolean;
  readonly onChange: (choice: Choice) => void;
};

/** Dates that could have the month in front, as each way of reading them has them: with the month in words, so that nobody reads them wrong again. */
export const DatesQuestion = ({ dates, value, isMissing, onChange }: Props) => {
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
  const choices: readonly Choice[] = [...readings, 'byHand'];
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
            label: t(labels[choice]),
            ...(choice !== 'byHand' && { description: examples(choice) }),
          }))}
        />
      </FormField>
    </div>
  );
};
