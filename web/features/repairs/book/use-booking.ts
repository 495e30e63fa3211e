import { repairs } from '#shared/api/routes/repairs.ts';
import { normalizeReference } from '#shared/records/record.ts';
import { blankContent, isSameContent } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import type { Form } from '#web/components/forms/use-form.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { call } from '#web/data/api.ts';
import { isForOtherStore, useNewIdAfterWithdrawal, useNewBooking } from '#web/features/records/use-new-booking.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { contentLabels } from './content-form.tsx';

const isSameBooking = (formValues: unknown, repair: Repair): boolean => {
  const { data } = repairs.bookRepair.input.safeParse(formValues);
  return (
    data !== undefined &&
    normalizeReference(data.storeRefNo) === normalizeReference(repair.storeRefNo) &&
    isSameContent(data, repair)
  );
};

/** Fields in which a booking starts: the first of them on the page gets the focus. */
export const firstFields = ['storeId', 'serialNumber'] as const;

/** Booking form of a repair. Submitting it results in the booked repair. */
export type BookingForm = Form<typeof repairs.bookRepair, Repair>;

export const useBooking = () => {
  const { createInitialValues, initialValues, recovery, lastBooking } = useNewBooking(repairKind, {
    initialContent: { ...blankContent, customerPresence: false, termsAcceptance: false },
    firstFields,
  });
  const form: BookingForm = useRouteForm({
    route: repairs.bookRepair,
    send: (booking) => recovery.bookWithRecovery(booking, () => call(repairs.bookRepair, booking)),
    initial: initialValues,
    labels: {
      storeId: 'stores.label',
      ...contentLabels,
      storeRefNo: 'repairs.fields.storeRefNo',
      customerPresence: 'repairs.book.presence',
      termsAcceptance: 'repairs.book.terms',
    },
    draft: { createValues: createInitialValues },
    fieldByErrorCode: { RepairRequestExists: 'storeRefNo' },
    onDone: (repair) => {
      const isInOtherStore = isForOtherStore(form.values, repair);
      const hasSubmittedValues = !isInOtherStore && isSameBooking(form.values, repair);
      form.reset(createInitialValues());
      lastBooking.setBookedRecord({ record: repair, hasSubmittedValues, isInOtherStore });
    },
  });
  useNewIdAfterWithdrawal(recovery.outcome, form.values.id, (id) => form.set('id', id));

  return { form, recovery, lastBooking };
};
