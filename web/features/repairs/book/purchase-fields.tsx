import Input from '@cloudscape-design/components/input';
import { useTexts } from '#web/language/i18n.ts';
import { DateField, useDateProblem } from '#web/ui/form/date-field.tsx';
import { asTyped, Field } from '#web/ui/form/field.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';
import type { BookingForm } from './use-booking.ts';

/** The store's own number for the repair. */
export const ReferenceField = ({ form }: { readonly form: BookingForm }) => {
  const { t } = useTexts();
  const { name, label, value, error, onChange } = form.field('storeRefNo');
  return (
    <Field name={name} label={label} errorText={error} constraintText={t('repairs.book.storeRefNoHint')}>
      <Input value={value} onChange={({ detail }) => onChange(detail.value)} {...asTyped} ariaRequired />
    </Field>
  );
};

/** When it was bought: no day after today in the region's calendar. */
export const PurchaseDateField = ({ form }: { readonly form: ContentForm }) => {
  const { purchaseDate } = form.values;
  const { problem, onLeave } = useDateProblem(purchaseDate);
  return (
    <LabelledField form={form} name="purchaseDate" problem={problem}>
      <DateField
        value={purchaseDate}
        onChange={(value) => form.set('purchaseDate', value)}
        onLeave={onLeave}
        max={form.context.today}
      />
    </LabelledField>
  );
};
