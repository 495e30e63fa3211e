import { returns } from '#shared/api/routes/returns.ts';
import { normaliseReference } from '#shared/records/record.ts';
import { isSameLines } from '#shared/returns/correction.ts';
import { useForm } from '#web/components/forms/use-form.ts';
import { call } from '#web/data/api.ts';
import { isForOtherStore, useAnotherIdAfterWithdrawal, useNewBooking } from '#web/features/records/use-new-booking.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { bookingForm, linesWords } from './booking-form.ts';
import { valuesOf } from './lines.ts';

export const useReturn = () => {
  const { fresh, initial, outcome, last } = useNewBooking(returnKind, {
    blank: { files: [], lines: [] },
    first: ['storeId', 'storeRefNo'],
  });
  const form = useForm({
    shape: bookingForm,
    initial,
    labels: { storeId: 'stores.label', storeRefNo: 'returns.fields.storeRefNo' },
    words: linesWords,
    draft: { fresh, beside: 'left' },
    send: async (formValues) => {
      const { lines, left: _, ...header } = formValues;
      // Serializing a thousand lines is slow on a till; let the busy state render first.
      await new Promise((resolve) => setTimeout(resolve));
      const lineValues = lines.map(valuesOf);
      return outcome.settle(header, () => call(returns.bookReturn, { ...header, lines: lineValues }));
    },
    fieldOfCode: { ReturnRequestExists: 'storeRefNo' },
    onDone: (record) => {
      const isElsewhere = isForOtherStore(form.values, record);
      const { data } = bookingForm.input.safeParse(form.values);
      const isAsSent =
        !isElsewhere &&
        data !== undefined &&
        normaliseReference(data.storeRefNo) === normaliseReference(record.storeRefNo) &&
        isSameLines(record.lines, data.lines.map(valuesOf));
      form.reset(fresh());
      last.setBooked({ record, isAsSent, isElsewhere });
    },
  });
  useAnotherIdAfterWithdrawal(outcome.outcome, form.values.id, (id) => form.set('id', id));

  return { form, outcome, last };
};

export type ReturnForm = ReturnType<typeof useReturn>['form'];
