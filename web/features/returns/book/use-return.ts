import { returns } from '#shared/api/routes/returns.ts';
import { normalizeReference } from '#shared/records/record.ts';
import { areSameLines } from '#shared/returns/correction.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import type { Form } from '#web/components/forms/use-form.ts';
import { useForm } from '#web/components/forms/use-form.ts';
import { call } from '#web/data/api.ts';
import { isForOtherStore, useNewIdAfterWithdrawal, useNewBooking } from '#web/features/records/use-new-booking.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { bookingForm, linesErrorTexts } from './booking-form.ts';
import { toLineValues } from './lines.ts';

/** Fields in which a booking starts: the first of them on the page gets the focus. */
export const firstFields = ['storeId', 'storeRefNo'] as const;

/** Booking form of a return. Submitting it results in the booked return. */
export type ReturnForm = Form<typeof bookingForm, ReturnRecord>;

export const useReturn = () => {
  const { createInitialValues, initialValues, recovery, lastBooking } = useNewBooking(returnKind, {
    initialContent: { files: [], lines: [], dates: { purchaseDate: '', returnDate: '' } },
    firstFields,
  });
  const form: ReturnForm = useForm({
    shape: bookingForm,
    initial: initialValues,
    labels: { storeId: 'stores.label', storeRefNo: 'returns.fields.storeRefNo', dates: 'returns.book.boughtOn' },
    messages: linesErrorTexts,
    draft: { createValues: createInitialValues, ignoredField: 'left' },
    send: async (formValues) => {
      const { lines, dates: _, left: __, ...header } = formValues;
      // The busy state is rendered first, because serializing a thousand lines is slow on a till.
      await new Promise((resolve) => setTimeout(resolve));
      const lineValues = lines.map(toLineValues);
      return recovery.bookWithRecovery(header, () => call(returns.bookReturn, { ...header, lines: lineValues }));
    },
    fieldByErrorCode: { ReturnRequestExists: 'storeRefNo' },
    onDone: (record) => {
      const isInOtherStore = isForOtherStore(form.values, record);
      const { data } = bookingForm.input.safeParse(form.values);
      const hasSubmittedValues =
        !isInOtherStore &&
        data !== undefined &&
        normalizeReference(data.storeRefNo) === normalizeReference(record.storeRefNo) &&
        areSameLines(record.lines, data.lines.map(toLineValues));
      form.reset(createInitialValues());
      lastBooking.setBookedRecord({ record, hasSubmittedValues, isInOtherStore });
    },
  });
  useNewIdAfterWithdrawal(recovery.outcome, form.values.id, (id) => form.set('id', id));

  return { form, recovery, lastBooking };
};
