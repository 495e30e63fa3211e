import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CalendarDate } from '#shared/dates.ts';
import { useTexts } from '#web/i18n.ts';
import { BookingField } from './booking-field.tsx';
import { PurchaseDateField } from './purchase-date-field.tsx';
import type { BookingFormState } from './use-booking.ts';

/** When it was bought, and the store's own number for this repair. */
export const PurchaseFields = ({ form, today }: { readonly form: BookingFormState; readonly today: CalendarDate }) => {
  const { t } = useTexts();
  return (
    <Container header={<Header variant="h2">{t('repairs.book.sections.purchase')}</Header>}>
      <SpaceBetween size="l">
        <PurchaseDateField form={form} today={today} />
        <BookingField form={form} name="storeRefNo" hint={t('repairs.book.storeRefNoHint')}>
          <Input
            value={form.values.storeRefNo}
            onChange={({ detail }) => form.set('storeRefNo', detail.value)}
            autoComplete={false}
            spellcheck={false}
            disableBrowserAutocorrect
            ariaRequired
          />
        </BookingField>
      </SpaceBetween>
    </Container>
  );
};
