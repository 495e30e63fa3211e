import { BookingPage } from '#web/features/records/booking-page.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { withDraft } from '#web/ui/drafts/with-draft.tsx';
import { StoreField } from '#web/ui/form/store-field.tsx';
import { BookingSummary } from './booking-summary.tsx';
import { bookingDrafts } from './booking-values.ts';
import { ConfirmationFields } from './confirmation-fields.tsx';
import { missingNames } from './content-form.tsx';
import { DeviceNotice } from './device-notice.tsx';
import { ReferenceField } from './fault-and-purchase-fields.tsx';
import { RepairFields } from './repair-fields.tsx';
import { useBooking } from './use-booking.ts';

const BookRepair = () => {
  const { t } = useTexts();
  const { form, outcome, last } = useBooking();
  const { storeId } = form.values;
  return (
    <BookingPage
      kind={repairKind}
      form={form}
      outcome={outcome}
      last={last}
      renderPrint={(repair) => <PrintSlip repair={repair} variant="primary" />}
      onSubmit={() => void form.submit()}
      missing={missingNames(form.missingFields(), t)}
      summary={<BookingSummary values={form.values} />}
    >
      <RepairFields
        form={form}
        store={
          storeId !== undefined && (
            <StoreField
              value={storeId}
              onChange={(chosen) => form.set('storeId', chosen)}
              error={form.errorOf('storeId')}
            />
          )
        }
        renderSerialNumberNote={(serialNumber) => <DeviceNotice storeId={storeId} serialNumber={serialNumber} />}
        reference={<ReferenceField form={form} />}
      >
        <ConfirmationFields form={form} />
      </RepairFields>
    </BookingPage>
  );
};

/** Books a repair. */
export const BookRepairPage = withDraft(bookingDrafts, BookRepair);
