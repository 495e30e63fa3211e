import { useState } from 'react';
import { normaliseReference } from '#shared/records/record.ts';
import { isSameLines } from '#shared/returns/correction.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { returns } from '#shared/routes/returns.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useBooked } from '#web/features/records/booked-page.tsx';
import { useOutcome } from '#web/features/records/use-outcome.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useSession } from '#web/session/session-store.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { bookingForm, linesWords } from './booking-form.ts';
import { emptyReturn, returnDraft } from './booking-values.ts';
import { valuesOf } from './lines.ts';

/** The return that is being booked: its header and lines, sending it, and what was booked last. */
export const useReturn = () => {
  const { region } = usePlace();
  const session = useSession();
  // As it was when the form opened: a session that ends meanwhile changes no field.
  const [isAdmin] = useState(session?.isAdminUser ?? false);
  // Idempotency key: it belongs to what is filled in, so that a repeated request is not a second booking.
  const fresh = () => emptyReturn({ region, id: crypto.randomUUID(), isAdmin });
  const [initial] = useState(fresh);
  const last = useBooked<ReturnRecord>(['storeId', 'storeRefNo']);

  const outcome = useOutcome(returnKind);
  const form = useForm({
    shape: bookingForm,
    initial,
    labels: { storeId: 'stores.label', storeRefNo: 'returns.fields.storeRefNo' },
    words: linesWords,
    draft: { kept: returnDraft(isAdmin), fresh, beside: 'left' },
    send: async (filled) => {
      const { lines, left: _, ...header } = filled;
      // A thousand lines take a slow till a while to write out: the press shows first.
      await new Promise((shown) => setTimeout(shown));
      const sent = lines.map(valuesOf);
      return outcome.settle(header, () => call(returns.bookReturn, { ...header, lines: sent }));
    },
    fieldOfCode: { ReturnRequestExists: 'storeRefNo' },
    onDone: (record) => {
      const { data } = bookingForm.input.safeParse(form.values);
      const isAsSent =
        data !== undefined &&
        normaliseReference(data.storeRefNo) === normaliseReference(record.storeRefNo) &&
        isSameLines(record.lines, data.lines.map(valuesOf));
      form.reset(fresh());
      last.setBooked({ record, isAsSent });
    },
  });

  return { form, outcome, last };
};

export type ReturnForm = ReturnType<typeof useReturn>['form'];
