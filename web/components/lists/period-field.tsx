import FormField from '@cloudscape-design/components/form-field';
import { useState } from 'react';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays } from '#shared/dates/dates.ts';
import { parseDate } from '#shared/dates/parse-date.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { DateField, useDateProblem } from '#web/ui/form/date-field.tsx';
import { ChoiceField } from './choice-field.tsx';

/** First and last day, both optional. */
export type Period = { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined };

const presets = ['anyTime', 'last7Days', 'last30Days', 'thisYear'] as const;

type Preset = (typeof presets)[number];

/**
 * Returns the period of a preset, today included. The end is open, so that records submitted later today are included.
 */
export const toPeriod = (preset: Preset, today: CalendarDate): Period => {
  if (preset === 'last7Days') return { from: addDays(today, -6) };
  if (preset === 'last30Days') return { from: addDays(today, -29) };
  if (preset === 'thisYear') return { from: `${today.slice(0, 4)}-01-01` };
  return {};
};

export const findPreset = ({ from, to }: Period, today: CalendarDate): Preset | undefined =>
  presets.find((preset) => to === undefined && toPeriod(preset, today).from === from);

/** Returns the name of a preset, or the first and last day of any other period. */
export const periodText = (
  period: Period,
  today: CalendarDate,
  { t, formatDate }: Pick<Texts, 't' | 'formatDate'>,
): string => {
  const preset = findPreset(period, today);
  if (preset) return t(`list.period.${preset}`);
  const { from, to } = period;
  return `${from ? formatDate(from) : ''} – ${to ? formatDate(to) : ''}`.trim();
};

const isDay = (text: string) => text !== '' && parseDate(text) === text;

export const parsePeriod = ({ from, to }: { readonly from: string; readonly to: string }): Period | undefined => {
  if ([from, to].some((day) => day !== '' && !isDay(day)) || (from !== '' && to !== '' && to < from)) return undefined;
  return { from: from || undefined, to: to || undefined };
};

type DayProps = {
  readonly label: string;
  /** YYYY-MM-DD, an incomplete input, or blank. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly max: CalendarDate;
  readonly problem?: string | undefined;
};

const DayField = ({ label, value, onChange, max, problem }: DayProps) => {
  const { problem: dateProblem, onBlur } = useDateProblem(value);
  return (
    <FormField label={label} errorText={dateProblem ?? problem}>
      <DateField value={value} onChange={onChange} onBlur={onBlur} max={max} isOptional />
    </FormField>
  );
};

type Props = {
  readonly value: Period;
  readonly today: CalendarDate;
  readonly onChange: (period: Period) => void;
};

const toDays = ({ from = '', to = '' }: Period) => ({ from, to });
const isSamePeriod = (left: Period, right: Period) => left.from === right.from && left.to === right.to;

export const PeriodField = ({ value, today, onChange }: Props) => {
  const { t } = useTexts();
  const [isCustom, setCustom] = useState(false);
  const [days, setDays] = useState(toDays(value));
  const [previousValue, setPreviousValue] = useState(value);
  if (!isSamePeriod(previousValue, value)) {
    setPreviousValue(value);
    setDays(toDays(value));
    // The filters were cleared elsewhere. If users empty the days themselves, the fields stay.
    if (isSamePeriod(value, {}) && !isSamePeriod(toDays({}), days)) setCustom(false);
  }

  const preset = isCustom ? undefined : findPreset(value, today);
  const choose = (choice: Exclude<Preset, 'anyTime'> | 'ownDays' | undefined) => {
    setCustom(choice === 'ownDays');
    if (choice !== 'ownDays') onChange(toPeriod(choice ?? 'anyTime', today));
  };
  const setDay = (change: Partial<typeof days>) => {
    const nextDays = { ...days, ...change };
    const period = parsePeriod(nextDays);
    setCustom(true);
    setDays(nextDays);
    if (period && !isSamePeriod(period, value)) onChange(period);
  };

  const choices = [
    { value: 'last7Days', label: t('list.period.last7Days') },
    { value: 'last30Days', label: t('list.period.last30Days') },
    { value: 'thisYear', label: t('list.period.thisYear') },
    { value: 'ownDays', label: t('list.period.ownDays') },
  ] as const;
  const isBackwards = isDay(days.from) && isDay(days.to) && days.to < days.from;
  return (
    <>
      <ChoiceField
        label={t('list.period.label')}
        all={t('list.period.anyTime')}
        choices={choices}
        value={preset === 'anyTime' ? undefined : (preset ?? 'ownDays')}
        onChange={choose}
      />
      {preset === undefined && (
        <>
          <DayField label={t('list.period.from')} value={days.from} onChange={(from) => setDay({ from })} max={today} />
          <DayField
            label={t('list.period.to')}
            value={days.to}
            onChange={(to) => setDay({ to })}
            max={today}
            problem={isBackwards ? t('validation.period') : undefined}
          />
        </>
      )}
    </>
  );
};
