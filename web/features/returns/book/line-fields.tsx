import Box from '@cloudscape-design/components/box';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { findReturnItem, returnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { searchReturnItems } from '#shared/catalogue/search-returns.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { literalInput, Field } from '#web/ui/form/field.tsx';
import { lineFieldName } from './focus-line.ts';
import type { LineField as FieldName } from './line-problems.ts';
import type { LineForm } from './use-line-form.ts';

type FieldProps = {
  readonly name: FieldName;
  readonly form: LineForm;
  readonly children: ReactNode;
};

const LineField = ({ name, form, children }: FieldProps) => {
  const { label, error } = form.field(name);
  return (
    <Field name={lineFieldName(form.scope, name)} label={label} errorText={error}>
      {children}
    </Field>
  );
};

const ProductField = ({ form }: { readonly form: LineForm }) => {
  const { t, language } = useTexts();
  const [filterText, setFilterText] = useState('');
  const toOption = (item: ReturnItem) => ({
    value: item.key,
    label: returnItemLabel(item, language),
    description: [item.ean, item.code].join(' · '),
  });
  const { product } = form.values;
  const selectedItem = findReturnItem(product);
  const matchingItems = filterText.trim() === '' ? returnItems : searchReturnItems(filterText, language);
  return (
    <LineField name="product" form={form}>
      <Select
        options={matchingItems.map(toOption)}
        selectedOption={selectedItem ? toOption(selectedItem) : null}
        onChange={({ detail }) => form.chooseProduct(detail.selectedOption.value ?? '')}
        placeholder={t('returns.book.choose')}
        filteringType="manual"
        onLoadItems={({ detail }) => setFilterText(detail.filteringText)}
        filteringAriaLabel={t('returns.book.searchProduct')}
        filteringPlaceholder={t('returns.book.searchProduct')}
        empty={t('returns.book.noMatch')}
        statusType="finished"
        virtualScroll
        ariaRequired
      />
    </LineField>
  );
};

const LineDate = ({ name, form }: { readonly name: 'purchaseDate' | 'returnDate'; readonly form: LineForm }) => (
  <LineField name={name} form={form}>
    <DateField
      value={form.values[name]}
      onChange={(value) => form.set(name, value)}
      onBlur={() => form.handleBlur(name)}
      onEnter={() => form.handleEnter(name)}
      max={form.today}
    />
  </LineField>
);

/** Fields of a line: first the scanned ones, without tab stops between them, then those that are filled in automatically. */
export const LineFields = ({ form, actions }: { readonly form: LineForm; readonly actions: ReactNode }) => {
  const textInput = (name: 'ean' | 'serialNumber' | 'productDescription', inputMode: InputProps.InputMode = 'text') => (
    <LineField name={name} form={form}>
      <Input
        value={form.values[name]}
        onChange={({ detail }) => form.set(name, detail.value)}
        onBlur={() => form.handleBlur(name)}
        onKeyDown={(event) => {
          if (event.detail.key !== 'Enter') return;
          // Otherwise the same key press would click the button that gets the focus.
          event.preventDefault();
          form.handleEnter(name);
        }}
        inputMode={inputMode}
        {...literalInput}
        ariaRequired
      />
    </LineField>
  );
  return (
    <div className="line-fields">
      {textInput('ean', 'numeric')}
      <LineDate name="purchaseDate" form={form} />
      {textInput('serialNumber')}
      <div className="line-actions">{actions}</div>
      <ProductField form={form} />
      {textInput('productDescription')}
      <LineDate name="returnDate" form={form} />
      {form.unfinishedError !== undefined && (
        <div className="line-complaint">
          <Box color="text-status-error">{form.unfinishedError}</Box>
        </div>
      )}
    </div>
  );
};
