import Input from '@cloudscape-design/components/input';
import { useTexts } from '#web/language/i18n.ts';
import { LabelledField } from './labelled-field.tsx';
import type { BookingForm } from './use-booking.ts';

/** The store's own number for the repair. */
export const ReferenceField = ({ form }: { readonly form: BookingForm }) => {
  const { t } = useTexts();
  return (
    <LabelledField name="storeRefNo" error={form.errorOf('storeRefNo')} hint={t('repairs.book.storeRefNoHint')}>
      <Input
        value={form.values.storeRefNo}
        onChange={({ detail }) => form.set('storeRefNo', detail.value)}
        autoComplete={false}
        spellcheck={false}
        disableBrowserAutocorrect
        ariaRequired
      />
    </LabelledField>
  );
};
