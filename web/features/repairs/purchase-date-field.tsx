import type { CalendarDate } from '#shared/dates.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { BookingField } from './booking-field.tsx';
import type { BookingFormState } from './use-booking.ts';

/** The purchase date; days after today in the region's calendar cannot be picked. */
export const PurchaseDateField = ({ form, today }: { readonly form: BookingFormState; readonly today: CalendarDate }) => (
  <BookingField form={form} name="purchaseDate">
    <DateField value={form.values.purchaseDate} onChange={(value) => form.set('purchaseDate', value)} max={today} />
  </BookingField>
);
