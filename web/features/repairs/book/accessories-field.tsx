import Multiselect from '@cloudscape-design/components/multiselect';
import { useEffect } from 'react';
import { accessoriesOf, accessory, isAccessoryOf } from '#shared/catalogue/repairs.ts';
import { accessoryLabel } from '#web/features/repairs/repair-labels.ts';
import { useTexts } from '#web/language/i18n.ts';
import { keyOfOption, searchableOption } from '#web/ui/form/searchable-options.ts';
import type { ContentForm } from './content-form.ts';
import { LabelledField } from './labelled-field.tsx';

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
    return options.length === 0 ? t('repairs.book.noAccessories') : t('repairs.book.accessoriesHint');
  };
  return (
    <LabelledField name="accessories" error={form.errorOf('accessories')} isOptional={!isOnlyAccessories} hint={hint()}>
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
