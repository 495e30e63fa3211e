import { useState } from 'react';
import { normaliseReference } from '#shared/records/record.ts';
import { isSameContent } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useBooked } from '#web/features/records/booked-page.tsx';
import { useOutcome } from '#web/features/records/use-outcome.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useSession } from '#web/session/session-store.ts';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { bookingDraft, emptyBooking } from './booking-values.ts';
import { contentLabels } from './content-form.tsx';

/** Whether a repair is what was sent. */
const isSameBooking = (sent: unknown, repair: Repair): boolean => {
  const { data } = repairs.bookRepair.input.safeParse(sent);
  return (
    data !== undefined &&
    normaliseReference(data.storeRefNo) === normaliseReference(repair.storeRefNo) &&
    isSameContent(data, repair)
  );
};

/** The booking form: what has been filled in, its errors, sending it, and what was booked with it last. */
export const useBooking = () => {
  const { region } = usePlace();
  const session = useSession();
  // As it was when the form opened: a session that ends meanwhile changes no field.
  const [isAdmin] = useState(session?.isAdminUser ?? false);
  // Idempotency key: it belongs to what is filled in, so that a repeated request is not a second booking.
  const fresh = () => emptyBooking({ region, id: crypto.randomUUID(), isAdmin });
  const [initial] = useState(fresh);
  const last = useBooked<Repair>(['storeId', 'serialNumber']);

  const outcome = useOutcome(repairKind);
  const form = useRouteForm({
    route: repairs.bookRepair,
    send: (booking) => outcome.settle(booking, () => call(repairs.bookRepair, booking)),
    initial,
    labels: {
      storeId: 'stores.label',
      ...contentLabels,
      storeRefNo: 'repairs.fields.storeRefNo',
      customerPresence: 'repairs.book.presence',
      termsAcceptance: 'repairs.book.terms',
    },
    draft: { kept: bookingDraft(isAdmin), fresh },
    fieldOfCode: { RepairRequestExists: 'storeRefNo' },
    onDone: (repair) => {
      const isAsSent = isSameBooking(form.values, repair);
      form.reset(fresh());
      last.setBooked({ record: repair, isAsSent });
    },
  });

  return { form, outcome, last };
};

export type BookingForm = ReturnType<typeof useBooking>['form'];
