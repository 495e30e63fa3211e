import Icon from '@cloudscape-design/components/icon';
import Input from '@cloudscape-design/components/input';
import './date-field.css';
import { useRef, useState } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { parseDate, parseTypedDate } from '#shared/dates.ts';
import type { ValidationRule } from '#shared/errors.ts';
import { useTexts } from '#web/language/i18n.ts';

type Props = {
  /** YYYY-MM-DD, or what was typed as long as it is no date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly max: CalendarDate;
  readonly isOptional?: boolean;
  readonly onLeave?: () => void;
  readonly onEnter?: () => void;
};

type BrokenRule = (date: CalendarDate) => ValidationRule | undefined;

/** Says what is wrong with a date once its field was left: that it is none, or which rule it breaks. */
export const useDateProblem = (value: string, brokenRule: BrokenRule = () => undefined) => {
  const { t } = useTexts();
  const [left, setLeft] = useState('');
  const rule = parseDate(value) === value ? brokenRule(value) : 'date';
  const isSaid = value !== '' && left === value && rule !== undefined;
  return { problem: isSaid ? t(`validation.${rule}`) : undefined, onLeave: () => setLeft(value) };
};

/** A date, typed as people write it here (21/11/2026, 21.11.26, 211126, 21 Nov 2026), or picked from the browser's own calendar. */
export const DateField = ({ value, onChange, max, isOptional = false, onLeave, onEnter }: Props) => {
  const { t, formatDate } = useTexts();
  const [typed, setTyped] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const pick = () => picker.current?.showPicker();
  const isDate = parseDate(value) === value && value !== '';

  return (
    <div className="date-field">
      <Input
        value={typed ?? (isDate ? formatDate(value) : value)}
        onChange={({ detail }) => {
          setTyped(detail.value);
          onChange(parseTypedDate(detail.value) ?? detail.value);
        }}
        // Formatted only when one leaves the field: while somebody types nothing is rewritten.
        onBlur={() => {
          setTyped(undefined);
          onLeave?.();
        }}
        onKeyDown={(event) => {
          // As in the browser's own date fields: the calendar is no stop of its own on the way through a form.
          if (event.detail.key === 'ArrowDown' && event.detail.altKey) {
            event.preventDefault();
            return pick();
          }
          if (event.detail.key !== 'Enter' || !onEnter) return;
          // Where the focus goes, the same key must not press a button.
          event.preventDefault();
          onEnter();
        }}
        placeholder={t('common.dateFormat')}
        inputMode="text"
        autoComplete={false}
        ariaRequired={!isOptional}
        nativeInputAttributes={{ 'aria-keyshortcuts': 'Alt+ArrowDown' }}
      />
      <button
        type="button"
        className="date-field-button"
        aria-label={t('common.pickDate')}
        title={t('common.pickDate')}
        // By keyboard Alt and the down key open it.
        tabIndex={-1}
        onClick={pick}
      >
        <Icon name="calendar" />
      </button>
      <input
        ref={picker}
        className="date-field-picker"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        max={max}
        value={isDate ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
};
