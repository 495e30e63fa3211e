import Multiselect from '@cloudscape-design/components/multiselect';
import { useEffect } from 'react';
import { accessoriesOf, isAccessoryOf } from '#shared/catalogue/repairs.ts';
import { useTexts } from '#web/i18n.ts';
import { BookingField } from './booking-field.tsx';
import { accessoryLabel } from './repair-labels.ts';
import type { BookingFormState } from './use-booking.ts';

/** The accessories that fit the chosen product; at least one when nothing else is handed in. */
export const AccessoriesField = ({ form }: { readonly form: BookingFormState }) => {
  const { t, language } = useTexts();
  const { product, accessories, isOnlyAccessories } = form.values;

  // What was chosen for another product goes, unless it fits this one too.
  useEffect(() => {
    const fitting = accessories.filter((key) => isAccessoryOf(key, product));
    if (fitting.length < accessories.length) form.set('accessories', fitting);
  }, [accessories, product, form]);

  const options = accessoriesOf(product).map(({ key, labels }) => ({ value: key, label: labels[language] }));
  const hint = () => {
    if (!product) return t('repairs.book.accessoriesNeedProduct');
    return options.length === 0 ? t('repairs.book.noAccessories') : t('repairs.book.accessoriesHint');
  };
  return (
    <BookingField form={form} name="accessories" isOptional={!isOnlyAccessories} hint={hint()}>
      <Multiselect
        options={options}
        selectedOptions={accessories.map((key) => ({ value: key, label: accessoryLabel(key, language) }))}
        onChange={({ detail }) => form.set('accessories', detail.selectedOptions.flatMap(({ value }) => value ?? []))}
        disabled={options.length === 0}
        placeholder={t('repairs.book.choose')}
        filteringType="auto"
        filteringAriaLabel={t('repairs.book.search')}
        filteringPlaceholder={t('repairs.book.search')}
        noMatch={t('repairs.book.noMatch')}
        ariaRequired={isOnlyAccessories}
      />
    </BookingField>
  );
};
