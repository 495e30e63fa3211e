import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { DraftNotice } from '#web/ui/form/draft-notice.tsx';
import { StoreField } from '#web/ui/form/store-field.tsx';
import { Page } from '#web/ui/page.tsx';
import { BookedPanel } from './booked-panel.tsx';
import { ConfirmationFields } from './confirmation-fields.tsx';
import { DeviceFields } from './device-fields.tsx';
import { FaultFields } from './fault-fields.tsx';
import { OpenRepairs } from './open-repairs.tsx';
import { PurchaseFields } from './purchase-fields.tsx';
import { ReferenceField } from './reference-field.tsx';
import { useBooking } from './use-booking.ts';

/** Books a repair (acceptance, D1 to D5, D9, D11). */
export const BookRepairPage = () => {
  const { t } = useTexts();
  const { form, today, booked, bookNext } = useBooking();
  const { storeId, serialNumber } = form.values;
  const [leftSerialNumber, setLeftSerialNumber] = useState(serialNumber);
  return (
    <Page title={t('repairs.book.title')} description={t('repairs.book.description')}>
      {booked && <BookedPanel key={booked.id} repair={booked} onNext={bookNext} />}
      <DraftNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
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
          {storeId !== undefined && (
            <Container header={<Header variant="h2">{t('repairs.book.sections.store')}</Header>}>
              <StoreField
                value={storeId}
                onChange={(chosen) => form.set('storeId', chosen)}
                error={form.errorOf('storeId')}
              />
            </Container>
          )}
          <DeviceFields form={form} onSerialNumberLeft={setLeftSerialNumber}>
            {leftSerialNumber === serialNumber && <OpenRepairs storeId={storeId} serialNumber={serialNumber} />}
          </DeviceFields>
          <FaultFields form={form} />
          <PurchaseFields form={form} today={today} reference={<ReferenceField form={form} />} />
          <ConfirmationFields form={form} />
        </SpaceBetween>
      </Form>
    </Page>
  );
};
