import { useEffect, useEffectEvent, useState } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { useSession } from '#web/session/session-store.ts';
import { useLastBooking } from './last-booking.ts';
import type { ChangeableRecord, RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import type { BookingOutcome } from './use-booking-recovery.ts';
import { useBookingRecovery } from './use-booking-recovery.ts';

type Options<Content> = {
  /** Initial values of the fields that only this kind has. */
  readonly initialContent: Content;
  /** Names of fields. The first of them on the page gets the focus when the next booking starts. */
  readonly firstFields: readonly string[];
};

/** Returns the parts that the booking forms of both record kinds share: their initial values, the recovery of lost responses, and the last booking. */
export const useNewBooking = <Summary extends SubmittedRecord, Full extends ChangeableRecord, Content>(
  kind: RecordKindView<Summary, Full>,
  { initialContent, firstFields }: Options<Content>,
) => {
  const { region } = usePlace();
  const session = useSession();
  // The value is kept from the first render, so that the end of the session does not change the form's fields.
  const [isAdmin] = useState(session?.isAdminUser ?? false);
  const createInitialValues = () => ({
    region,
    // Idempotency key of this booking, so that a repeated request does not book twice.
    id: crypto.randomUUID(),
    // The server knows the store of staff; only admins send one.
    ...(isAdmin && { storeId: '' }),
    storeRefNo: '',
    ...initialContent,
  });
  const [initialValues] = useState(createInitialValues);
  return {
    createInitialValues,
    initialValues,
    recovery: useBookingRecovery(kind),
    lastBooking: useLastBooking<Full>(firstFields),
  };
};

/** Returns true if an earlier attempt booked the record for another store than the form now has. Always false for staff, whose form has no store. */
export const isForOtherStore = (
  { storeId }: { readonly storeId?: string | undefined },
  record: Pick<SubmittedRecord, 'storeId'>,
): boolean => storeId !== undefined && storeId !== record.storeId;

/** Sets a new id when the record booked under the current one was withdrawn, because an id identifies one record only. */
export const useNewIdAfterWithdrawal = (
  outcome: BookingOutcome<unknown> | undefined,
  id: string,
  setId: (id: string) => void,
) => {
  const isUsedUp = outcome?.status === 'withdrawn' && outcome.id === id;
  const renew = useEffectEvent(() => setId(crypto.randomUUID()));
  useEffect(() => {
    if (isUsedUp) renew();
  }, [isUsedUp]);
};
