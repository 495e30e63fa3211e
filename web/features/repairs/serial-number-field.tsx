import Input from '@cloudscape-design/components/input';
import { useTexts } from '#web/i18n.ts';
import { BookingField } from './booking-field.tsx';
import type { BookingFormState } from './use-booking.ts';

/** Typed or scanned; not needed when only accessories are handed in. */
export const SerialNumberField = ({ form }: { readonly form: BookingFormState }) => {
  const { t } = useTexts();
  const { serialNumber, isOnlyAccessories } = form.values;
  return (
    <BookingField form={form} name="serialNumber" isOptional={isOnlyAccessories} hint={t('repairs.book.serialNumberHint')}>
      <Input
        value={serialNumber}
        onChange={({ detail }) => form.set('serialNumber', detail.value)}
        autoComplete={false}
        spellcheck={false}
        disableBrowserAutocorrect
        ariaRequired={!isOnlyAccessories}
      />
    </BookingField>
  );
};
