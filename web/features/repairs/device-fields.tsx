import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { bookableProducts } from '#shared/catalogue/repairs.ts';
import { useTexts } from '#web/i18n.ts';
import { AccessoriesField } from './accessories-field.tsx';
import { BookingField } from './booking-field.tsx';
import { productLabel } from './repair-labels.ts';
import { SerialNumberField } from './serial-number-field.tsx';
import type { BookingFormState } from './use-booking.ts';

/** What is handed in. */
export const DeviceFields = ({ form }: { readonly form: BookingFormState }) => {
  const { t, language } = useTexts();
  const { product, isOnlyAccessories } = form.values;
  const options = bookableProducts.map(({ key, labels }) => ({ value: key, label: labels[language] }));

  return (
    <Container header={<Header variant="h2">{t('repairs.book.sections.device')}</Header>}>
      <SpaceBetween size="l">
        <BookingField form={form} name="product">
          <Select
            options={options}
            selectedOption={product ? { value: product, label: productLabel(product, language) } : null}
            onChange={({ detail }) => form.set('product', detail.selectedOption.value ?? '')}
            placeholder={t('repairs.book.choose')}
            filteringType="auto"
            filteringAriaLabel={t('repairs.book.search')}
            filteringPlaceholder={t('repairs.book.search')}
            noMatch={t('repairs.book.noMatch')}
            ariaRequired
          />
        </BookingField>
        <Checkbox
          checked={isOnlyAccessories}
          onChange={({ detail }) => form.set('isOnlyAccessories', detail.checked)}
          description={t('repairs.book.isOnlyAccessoriesHint')}
        >
          {t('repairs.fields.isOnlyAccessories')}
        </Checkbox>
        <AccessoriesField form={form} />
        <SerialNumberField form={form} />
      </SpaceBetween>
    </Container>
  );
};
