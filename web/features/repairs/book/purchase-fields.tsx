import Input from '@cloudscape-design/components/input';
import type { CalendarDate } from '#shared/dates.ts';
import { useTexts } from '#web/language/i18n.ts';
import { DateField, useDateProblem } from '#web/ui/form/date-field.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';
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

type Props = { readonly form: ContentForm; readonly today: CalendarDate };

/** When it was bought: no day after today in the region's calendar. */
export const PurchaseDateField = ({ form, today }: Props) => {
  const { problem, onLeave } = useDateProblem(form.values.purchaseDate);
  return (
    <LabelledField name="purchaseDate" error={form.errorOf('purchaseDate') ?? problem}>
      <DateField
        value={form.values.purchaseDate}
        onChange={(value) => form.set('purchaseDate', value)}
        onLeave={onLeave}
        max={today}
      />
    </LabelledField>
  );
};
