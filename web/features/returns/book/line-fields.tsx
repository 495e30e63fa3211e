import Box from '@cloudscape-design/components/box';
import Input from '@cloudscape-design/components/input';
import './line-fields.css';
import type { InputProps } from '@cloudscape-design/components/input';
import type { ReactNode } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { LineField } from './line-field.tsx';
import { ProductField } from './product-field.tsx';
import type { LineForm } from './use-line-form.ts';

const toTheLetter = {
  autoComplete: false,
  spellcheck: false,
  disableBrowserAutocorrect: true,
} as const satisfies Partial<InputProps>;

type Props = {
  readonly form: LineForm;
  readonly today: CalendarDate;
  /** What finishes the line; next to what is typed last. */
  readonly actions: ReactNode;
};

/** A line's fields: first what is typed or scanned, with nothing between that Tab would stop at, then what fills itself in. */
export const LineFields = ({ form, today, actions }: Props) => {
  const textInput = (name: 'ean' | 'serialNumber' | 'productDescription', inputMode: InputProps.InputMode = 'text') => (
    <LineField name={name} form={form}>
      <Input
        value={form.values[name]}
        onChange={({ detail }) => form.set(name, detail.value)}
        onBlur={() => form.settle(name)}
        onKeyDown={(event) => {
          if (event.detail.key !== 'Enter') return;
          // Where the focus goes, the same key must not press a button.
          event.preventDefault();
          form.goOn(name);
        }}
        inputMode={inputMode}
        {...toTheLetter}
        ariaRequired
      />
    </LineField>
  );
  const dateInput = (name: 'purchaseDate' | 'returnDate') => (
    <LineField name={name} form={form}>
      <DateField
        value={form.values[name]}
        onChange={(value) => form.set(name, value)}
        onEnter={() => form.goOn(name)}
        max={today}
      />
    </LineField>
  );
  return (
    <div className="line-fields">
      {textInput('ean', 'numeric')}
      {dateInput('purchaseDate')}
      {textInput('serialNumber')}
      <div className="line-actions">{actions}</div>
      <ProductField form={form} />
      {textInput('productDescription')}
      {dateInput('returnDate')}
      {form.complaint !== undefined && (
        <div className="line-complaint">
          <Box color="text-status-error">{form.complaint}</Box>
        </div>
      )}
    </div>
  );
};
