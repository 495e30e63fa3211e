import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useTexts } from '#web/i18n.ts';
import { Page } from '#web/ui/page.tsx';
import { ConfirmationFields } from './confirmation-fields.tsx';
import { DeviceFields } from './device-fields.tsx';
import { FaultFields } from './fault-fields.tsx';
import { PurchaseFields } from './purchase-fields.tsx';
import { useBooking } from './use-booking.ts';

/** Books a repair (acceptance, D1 to D5). */
export const BookRepairPage = () => {
  const { t } = useTexts();
  const { form, today } = useBooking();
  return (
    <Page title={t('repairs.book.title')} description={t('repairs.book.description')}>
      {/* No form element: a scanner ends with Enter, and only the button may send. */}
      <Form
        errorText={form.formError}
        actions={
          <Button variant="primary" formAction="none" loading={form.busy} onClick={() => void form.submit()}>
            {t('repairs.book.submit')}
          </Button>
        }
      >
        <SpaceBetween size="l">
          <DeviceFields form={form} />
          <FaultFields form={form} />
          <PurchaseFields form={form} today={today} />
          <ConfirmationFields form={form} />
        </SpaceBetween>
      </Form>
    </Page>
  );
};
