import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { returnItem, returnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { searchReturnItems } from '#shared/catalogue/search-returns.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LineField } from './line-field.tsx';
import type { LineForm } from './use-line-form.ts';

/** The product, found by its name in any of the languages, its EAN or its code: for whoever has no scanner at hand. */
export const ProductField = ({ form }: { readonly form: LineForm }) => {
  const { t, language } = useTexts();
  const [typed, setTyped] = useState('');
  const optionOf = (item: ReturnItem) => ({
    value: item.key,
    label: returnItemLabel(item, language),
    description: [item.ean, item.code].join(' · '),
  });
  const { product } = form.values;
  const chosen = returnItem(product);
  const found = typed.trim() === '' ? returnItems : searchReturnItems(typed, language);
  return (
    <LineField name="product" form={form}>
      <Select
        options={found.map(optionOf)}
        selectedOption={chosen ? optionOf(chosen) : null}
        onChange={({ detail }) => form.chooseProduct(detail.selectedOption.value ?? '')}
        placeholder={t('returns.book.choose')}
        filteringType="manual"
        onLoadItems={({ detail }) => setTyped(detail.filteringText)}
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
