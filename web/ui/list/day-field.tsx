import FormField from '@cloudscape-design/components/form-field';
import { useState } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { useTexts } from '#web/language/i18n.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { isDay } from './period.ts';

type Props = {
  readonly label: string;
  /** YYYY-MM-DD, what was typed of it so far, or blank. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly max: CalendarDate;
  /** What is wrong with the day itself. */
  readonly problem?: string | undefined;
};

/** An end of a period. What is no date says so once one has left the field. */
export const DayField = ({ label, value, onChange, max, problem }: Props) => {
  const { t } = useTexts();
  const [isLeft, setLeft] = useState(false);
  const isUnfinished = value !== '' && !isDay(value);
  return (
    <div onBlur={() => setLeft(true)}>
      <FormField label={label} errorText={isUnfinished && isLeft ? t('validation.date') : problem}>
        <DateField
          value={value}
          onChange={(typed) => {
            setLeft(false);
            onChange(typed);
          }}
          max={max}
          isOptional
        />
      </FormField>
    </div>
  );
};
