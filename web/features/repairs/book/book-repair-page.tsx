import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import './repair-fields.css';
import { BookingPage } from '#web/features/records/booking-page.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { drafted } from '#web/ui/drafts/drafted.tsx';
import { StoreField } from '#web/ui/form/store-field.tsx';
import { bookingDrafts } from './booking-values.ts';
import { ConfirmationFields, TermsLink } from './confirmation-fields.tsx';
import { DeviceFields } from './device-fields.tsx';
import { FaultFields } from './fault-fields.tsx';
import { missingNames } from './missing-names.ts';
import { OpenRepairs } from './open-repairs.tsx';
import { PurchaseFields, ReferenceField } from './purchase-fields.tsx';
import { useBooking } from './use-booking.ts';

const BookRepair = () => {
  const { t } = useTexts();
  const { form, outcome, today, last } = useBooking();
  const { storeId, serialNumber } = form.values;
  const [leftSerialNumber, setLeftSerialNumber] = useState(serialNumber);
  return (
    <BookingPage
      kind={repairKind}
      form={form}
      outcome={outcome}
      last={last}
      renderPrint={(repair) => <PrintSlip repair={repair} variant="primary" />}
      onSubmit={() => void form.submit()}
      missing={missingNames(form.missingFields(), t)}
      actions={<TermsLink />}
    >
      <div className="repair-fields">
        {storeId !== undefined && (
          <div className="repair-store">
            <Container header={<Header variant="h2">{t('repairs.book.sections.store')}</Header>}>
              <StoreField
                value={storeId}
                onChange={(chosen) => form.set('storeId', chosen)}
                error={form.errorOf('storeId')}
              />
            </Container>
          </div>
        )}
        <DeviceFields form={form} onSerialNumberLeft={setLeftSerialNumber}>
          {leftSerialNumber === serialNumber && <OpenRepairs storeId={storeId} serialNumber={serialNumber} />}
        </DeviceFields>
        <FaultFields form={form} />
        <PurchaseFields form={form} today={today} reference={<ReferenceField form={form} />} />
        <ConfirmationFields form={form} />
      </div>
    </BookingPage>
  );
};

/** Books a repair. */
export const BookRepairPage = drafted(bookingDrafts, BookRepair);
