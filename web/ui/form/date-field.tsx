import Icon from '@cloudscape-design/components/icon';
import Input from '@cloudscape-design/components/input';
import './date-field.css';
import { useRef, useState } from 'react';
import type { ValidationRule } from '#shared/api/errors.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { parseDate, parseDayAndMonth, parseTypedDate } from '#shared/dates/parse-date.ts';
import { useTexts } from '#web/i18n/i18n.ts';

type Props = {
  /** YYYY-MM-DD, or the typed text until it is a valid date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called after `onChange` with a date chosen in the picker. */
  readonly onPick?: (date: CalendarDate) => void;
  /** Latest date: today. */
  readonly max: CalendarDate;
  readonly isOptional?: boolean;
  /** Also accepts `t` for today, and a day and month of the last twelve months, such as 1503 for 15 March. */
  readonly hasShortForms?: boolean;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
};

type FindBrokenRule = (date: CalendarDate) => ValidationRule | undefined;

/** Returns the problem of a date (invalid, or the rule it breaks) once its field has lost the focus. */
export const useDateProblem = (value: string, findBrokenRule: FindBrokenRule = () => undefined) => {
  const { t } = useTexts();
  const [valueOnBlur, setValueOnBlur] = useState('');
  const rule = parseDate(value) === value ? findBrokenRule(value) : 'date';
  const isShown = value !== '' && valueOnBlur === value && rule !== undefined;
  return { problem: isShown ? t(`validation.${rule}`) : undefined, onBlur: () => setValueOnBlur(value) };
};

/** Text that users type for today's date. */
const todayKey = 't';

const parseShortForm = (typedText: string, today: CalendarDate): CalendarDate | undefined =>
  typedText.trim().toLowerCase() === todayKey ? today : parseDayAndMonth(typedText, today);

/**
 * Date input that accepts local notations (21/11/2026, 21.11.26, 211126, 21 Nov 2026), with the browser's date picker.
 */
export const DateField = (props: Props) => {
  const { value, onChange, onPick, max, isOptional = false, hasShortForms = false, onBlur, onEnter } = props;
  const { t, formatDate } = useTexts();
  const [typedText, setTypedText] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const toValue = (text: string): string =>
    parseTypedDate(text) ?? (hasShortForms ? parseShortForm(text, max) : undefined) ?? text;
  const pick = () => picker.current?.showPicker();
  const isDate = parseDate(value) === value && value !== '';
  // The typed text is shown until the form sets another value.
  const shownText = typedText !== undefined && toValue(typedText) === value ? typedText : undefined;

  return (
    <div className="date-field">
      <Input
        value={shownText ?? (isDate ? formatDate(value) : value)}
        onChange={({ detail }) => {
          setTypedText(detail.value);
          onChange(toValue(detail.value));
        }}
        // The date is formatted only on blur, so that nothing changes while the user types.
        onBlur={() => {
          setTypedText(undefined);
          onBlur?.();
        }}
        onKeyDown={(event) => {
          // Alt+Down opens the picker as in native date fields; its button is not a tab stop.
          if (event.detail.key === 'ArrowDown' && event.detail.altKey) {
            event.preventDefault();
            return pick();
          }
          if (event.detail.key !== 'Enter' || event.detail.ctrlKey || event.detail.metaKey || !onEnter) return;
          // Without this, the key press would also activate the button that gets the focus.
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
        // Reachable by keyboard with Alt+Down.
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
        onChange={({ target }) => {
          onChange(target.value);
          onPick?.(target.value);
        }}
      />
    </div>
  );
};
