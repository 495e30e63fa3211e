import Select from '@cloudscape-design/components/select';
import { bookableProducts, repairProduct } from '#shared/catalogue/repairs.ts';
import { productLabel } from '#web/features/repairs/repair-labels.ts';
import { useTexts } from '#web/language/i18n.ts';
import { keyOfOption, searchableOption } from '#web/ui/form/searchable-options.ts';
import type { ContentForm } from './content-form.ts';
import { LabelledField } from './labelled-field.tsx';

/** The product, found by its name, with or without accents, or by its code. */
export const ProductField = ({ form }: { readonly form: ContentForm }) => {
  const { t, language } = useTexts();
  const { product } = form.values;
  const optionOf = (key: string) =>
    searchableOption({ key, label: productLabel(key, language), codes: [repairProduct(key)?.code ?? ''] });
  return (
    <LabelledField name="product" error={form.errorOf('product')}>
      <Select
        options={bookableProducts.map(({ key }) => optionOf(key))}
        selectedOption={product ? optionOf(product) : null}
        onChange={({ detail }) => form.set('product', keyOfOption(detail.selectedOption))}
        placeholder={t('repairs.book.choose')}
        filteringType="auto"
        filteringAriaLabel={t('repairs.book.searchProduct')}
        filteringPlaceholder={t('repairs.book.searchProduct')}
        noMatch={t('repairs.book.noMatch')}
        ariaRequired
      />
    </LabelledField>
  );
};
