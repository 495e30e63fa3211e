import { useState } from 'react';
import type { RegionId } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useSession } from '#web/session/session-store.ts';
import { useBooked } from './booked-page.tsx';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';
import { useOutcome } from './use-outcome.ts';

export type Beginning = {
  readonly region: RegionId;
  /** Idempotency key, a UUID: it belongs to what is filled in, so that a repeated request is not a second booking. */
  readonly id: string;
  /** An admin chooses the store, staff never say it. */
  readonly isAdmin: boolean;
};

type Options<Values> = {
  readonly empty: (beginning: Beginning) => Values;
  /** The fields at the first of which the next booking begins. */
  readonly first: readonly string[];
};

export const useNewBooking = <Summary extends SubmittedRecord, Full extends ChangeableRecord, Values>(
  kind: RecordKind<Summary, Full>,
  { empty, first }: Options<Values>,
) => {
  const { region } = usePlace();
  const session = useSession();
  // As it was when the form opened: a session that ends meanwhile changes no field.
  const [isAdmin] = useState(session?.isAdminUser ?? false);
  const fresh = () => empty({ region, id: crypto.randomUUID(), isAdmin });
  const [initial] = useState(fresh);
  return { fresh, initial, outcome: useOutcome(kind), last: useBooked<Full>(first) };
};
