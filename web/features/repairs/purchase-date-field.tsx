import DatePicker from '@cloudscape-design/components/date-picker';
import type { CalendarDate } from '#shared/dates.ts';
import { calendarDate } from '#shared/dates.ts';
import { useTexts } from '#web/i18n.ts';
import { BookingField } from './booking-field.tsx';
import type { BookingFormState } from './use-booking.ts';

type PurchaseDateFieldProps = { readonly form: BookingFormState; readonly today: CalendarDate };

// The picker names its days by midnights on the reader's own clock.
const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const dayOf = (midnight: Date) => calendarDate(midnight, ownTimeZone);

/** The purchase date; days after today in the region's calendar cannot be picked. */
export const PurchaseDateField = ({ form, today }: PurchaseDateFieldProps) => {
  const { t, locale } = useTexts();
  return (
    <BookingField form={form} name="purchaseDate">
      <DatePicker
        value={form.values.purchaseDate}
        onChange={({ detail }) => form.set('purchaseDate', detail.value)}
        isDateEnabled={(date) => dayOf(date) <= today}
        locale={locale}
        format="long-localized"
        placeholder={t('repairs.book.purchaseDateFormat')}
        ariaRequired
      />
    </BookingField>
  );
};
