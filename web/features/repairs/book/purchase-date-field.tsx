import type { CalendarDate } from '#shared/dates.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import type { ContentForm } from './content-form.ts';
import { LabelledField } from './labelled-field.tsx';

/** The purchase date; days after today in the region's calendar cannot be picked. */
export const PurchaseDateField = ({ form, today }: { readonly form: ContentForm; readonly today: CalendarDate }) => (
  <LabelledField name="purchaseDate" error={form.errorOf('purchaseDate')}>
    <DateField value={form.values.purchaseDate} onChange={(value) => form.set('purchaseDate', value)} max={today} />
  </LabelledField>
);
