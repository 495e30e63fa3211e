import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { findReturnItem, toReturnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { searchReturnItems } from '#shared/catalogue/search-returns.ts';
import { WithCameraButton } from '#web/components/scan/camera/camera-button.tsx';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { literalInput, Field } from '#web/ui/form/field.tsx';
import { lineFieldName } from './focus-line.ts';
import type { LineField as FieldName } from './line-problems.ts';
import type { LineForm } from './use-line-form.ts';

type FieldProps = {
  readonly name: FieldName;
  readonly form: LineForm;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
};

const LineField = ({ name, form, hint, children }: FieldProps) => {
  const { label, error } = form.field(name);
  return (
    <Field name={lineFieldName(form.scope, name)} label={label} errorText={error} constraintText={hint}>
      {children}
    </Field>
  );
};

const ProductField = ({ form }: { readonly form: LineForm }) => {
  const { t, language } = useTexts();
  const [filterText, setFilterText] = useState('');
  const toOption = (item: ReturnItem) => ({
    value: item.key,
    label: toReturnItemLabel(item, language),
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

const LineDateField = ({ name, form }: { readonly name: 'purchaseDate' | 'returnDate'; readonly form: LineForm }) => (
  <LineField name={name} form={form}>
    <DateField
      value={form.values[name]}
      onChange={(value) => form.set(name, value)}
      onBlur={() => form.handleBlur(name)}
      onEnter={() => form.handleEnter(name)}
      max={form.today}
      hasShortForms
      isOptional={form.scope === 'entry'}
    />
  </LineField>
);

type TextFieldProps = {
  readonly name: 'ean' | 'serialNumber' | 'productDescription';
  readonly form: LineForm;
  readonly inputMode?: InputProps.InputMode;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly onCamera?: () => void;
};

const LineTextField = ({ name, form, inputMode = 'text', hint, placeholder = '', onCamera }: TextFieldProps) => (
  <LineField name={name} form={form} hint={hint}>
    <WithCameraButton label={form.field(name).label} onOpen={onCamera}>
      <Input
        value={form.values[name]}
        onChange={({ detail }) => form.set(name, detail.value)}
        onBlur={() => form.handleBlur(name)}
        onKeyDown={(event) => {
          const { detail } = event;
          if (detail.key !== 'Enter' || detail.ctrlKey || detail.metaKey) return;
          // Otherwise the same key press would click the button that receives the focus.
          event.preventDefault();
          form.handleEnter(name);
        }}
        inputMode={inputMode}
        placeholder={placeholder}
        {...literalInput}
        ariaRequired
      />
    </WithCameraButton>
  </LineField>
);

const UnfinishedError = ({ form }: { readonly form: LineForm }) =>
  form.unfinishedError !== undefined && (
    <div className="line-complaint">
      <Box color="text-status-error">{form.unfinishedError}</Box>
    </div>
  );

type Props = { readonly form: LineForm; readonly actions: ReactNode };

/** All fields of a line that is edited. The fields to fill in come first, so that Tab leads from one to the next; the fields that are filled in automatically follow. */
export const LineFields = ({ form, actions }: Props) => (
  <div className="line-fields">
    <LineTextField name="ean" form={form} inputMode="numeric" />
    <LineDateField name="purchaseDate" form={form} />
    <LineTextField name="serialNumber" form={form} />
    <div className="line-actions">{actions}</div>
    <ProductField form={form} />
    <LineTextField name="productDescription" form={form} />
    <LineDateField name="returnDate" form={form} />
    <UnfinishedError form={form} />
  </div>
);

const collapsibleFields: readonly FieldName[] = ['product', 'productDescription', 'purchaseDate', 'returnDate'];

type ScanFieldsProps = Props & {
  /** True if the product of a line is kept for the next one. */
  readonly keepsProduct: boolean;
  readonly onCamera: () => void;
  readonly children: ReactNode;
};

/** Fields of the next line: EAN and serial number. The others are collapsed, because the EAN and the shared dates fill them in. */
export const ScanFields = ({ form, actions, keepsProduct, onCamera, children }: ScanFieldsProps) => {
  const { t, language } = useScanTexts();
  const [isExpanded, setExpanded] = useState(false);
  const collapsibleId = useId();
  const item = findReturnItem(form.values.product);
  const isOpen = isExpanded || form.errors.some(({ field }) => collapsibleFields.some((name) => name === field));
  return (
    <>
      <div className="scan-fields">
        <LineTextField
          name="ean"
          form={form}
          inputMode="numeric"
          hint={item && toReturnItemLabel(item, language)}
          placeholder={t('scan.entry.ean')}
          onCamera={onCamera}
        />
        <LineTextField
          name="serialNumber"
          form={form}
          hint={keepsProduct && item ? t('scan.entry.otherEan') : undefined}
          placeholder={t(keepsProduct && item ? 'scan.entry.nextSerialNumber' : 'scan.entry.serialNumber')}
          onCamera={onCamera}
        />
        <div className="line-actions">{actions}</div>
      </div>
      <div className="scan-options">
        {children}
        <Button
          variant="inline-link"
          formAction="none"
          ariaExpanded={isOpen}
          ariaControls={collapsibleId}
          onClick={() => setExpanded(!isOpen)}
        >
          {t('returns.book.otherFields')}
        </Button>
      </div>
      <div id={collapsibleId} className="line-fields" hidden={!isOpen}>
        {isOpen && (
          <>
            <ProductField form={form} />
            <LineTextField name="productDescription" form={form} />
            <LineDateField name="purchaseDate" form={form} />
            <LineDateField name="returnDate" form={form} />
          </>
        )}
      </div>
      <UnfinishedError form={form} />
    </>
  );
};
