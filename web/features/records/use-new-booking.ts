import { useEffect, useEffectEvent, useState } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { useSession } from '#web/session/session-store.ts';
import { useBooked } from './booked-page.tsx';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';
import type { Outcome } from './use-outcome.ts';
import { useOutcome } from './use-outcome.ts';

type Options<Blank> = {
  /** What this kind says beyond what every booking does, as it begins. */
  readonly blank: Blank;
  /** The fields at the first of which the next booking begins. */
  readonly first: readonly string[];
};

export const useNewBooking = <Summary extends SubmittedRecord, Full extends ChangeableRecord, Blank>(
  kind: RecordKind<Summary, Full>,
  { blank, first }: Options<Blank>,
) => {
  const { region } = usePlace();
  const session = useSession();
  // As it was when the form opened: a session that ends meanwhile changes no field.
  const [isAdmin] = useState(session?.isAdminUser ?? false);
  const fresh = () => ({
    region,
    // Idempotency key: it belongs to what is filled in, so that a repeated request is not a second booking.
    id: crypto.randomUUID(),
    // Staff never say their store.
    ...(isAdmin && { storeId: '' }),
    storeRefNo: '',
    ...blank,
  });
  const [initial] = useState(fresh);
  return { fresh, initial, outcome: useOutcome(kind), last: useBooked<Full>(first) };
};

/** Whether what a form sent for one store is booked for another: by an attempt before the store was changed. Staff never say their store. */
export const isForOtherStore = (
  { storeId }: { readonly storeId?: string | undefined },
  record: Pick<SubmittedRecord, 'storeId'>,
): boolean => storeId !== undefined && storeId !== record.storeId;

/** Gives a form another id once the record that its id has booked was withdrawn: an id is one record, and what is sent again is a new one. */
export const useAnotherIdAfterWithdrawal = (
  outcome: Outcome<unknown> | undefined,
  id: string,
  setId: (id: string) => void,
) => {
  const isUsedUp = outcome?.status === 'withdrawn' && outcome.id === id;
  const renew = useEffectEvent(() => setId(crypto.randomUUID()));
  useEffect(() => {
    if (isUsedUp) renew();
  }, [isUsedUp]);
};
