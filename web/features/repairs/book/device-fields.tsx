import Checkbox from '@cloudscape-design/components/checkbox';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import { useEffect } from 'react';
import { accessoriesOf, accessory, bookableProducts, isAccessoryOf, repairProduct } from '#shared/catalogue/repairs.ts';
import { accessoryLabel, productLabel, productPictogram } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { keyOfOption, searchableOption } from '#web/ui/form/searchable-options.ts';
import { Pictogram } from '#web/ui/pictogram.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';

/** The product, found by its name, with or without accents, or by its code. */
export const ProductField = ({ form }: { readonly form: ContentForm }) => {
  const { t, language } = useTexts();
  const { product } = form.values;
  const optionOf = (key: string) =>
    searchableOption({
      key,
      label: productLabel(key, language),
      codes: [repairProduct(key)?.code ?? ''],
      iconSvg: <Pictogram name={productPictogram(key)} />,
    });
  return (
    <LabelledField form={form} name="product">
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

/** The accessories that fit the chosen product; at least one when nothing else is handed in. */
export const AccessoriesField = ({ form }: { readonly form: ContentForm }) => {
  const { t, language } = useTexts();
  const { product, accessories, isOnlyAccessories } = form.values;

  // What was chosen for another product goes, unless it fits this one too.
  useEffect(() => {
    const fitting = accessories.filter((key) => isAccessoryOf(key, product));
    if (fitting.length < accessories.length) form.set('accessories', fitting);
  }, [accessories, product, form]);

  const optionOf = (key: string) =>
    searchableOption({ key, label: accessoryLabel(key, language), codes: [accessory(key)?.code ?? ''] });
  const options = accessoriesOf(product).map(({ key }) => optionOf(key));
  const hint = () => {
    if (!product) return t('repairs.book.accessoriesNeedProduct');
    return options.length === 0 ? t('repairs.book.noAccessories') : undefined;
  };
  return (
    <LabelledField form={form} name="accessories" isOptional={!isOnlyAccessories} hint={hint()}>
      <Multiselect
        options={options}
        selectedOptions={accessories.map(optionOf)}
        onChange={({ detail }) => form.set('accessories', detail.selectedOptions.map(keyOfOption))}
        disabled={options.length === 0}
        placeholder={t('repairs.book.choose')}
        filteringType="auto"
        filteringAriaLabel={t('repairs.book.searchProduct')}
        filteringPlaceholder={t('repairs.book.searchProduct')}
        noMatch={t('repairs.book.noMatch')}
        ariaRequired={isOnlyAccessories}
      />
    </LabelledField>
  );
};

/** Whether the product itself stays with the customer. */
export const AccessoriesOnlyField = ({ form }: { readonly form: ContentForm }) => {
  const { t } = useTexts();
  return (
    <Checkbox
      checked={form.values.isOnlyAccessories}
      onChange={({ detail }) => form.set('isOnlyAccessories', detail.checked)}
      description={t('repairs.book.isOnlyAccessoriesHint')}
    >
      {t('repairs.fields.isOnlyAccessories')}
    </Checkbox>
  );
};
