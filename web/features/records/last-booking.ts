import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { parseRecordQuery, toRecordPath } from '#shared/records/record-path.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { SubmittedRecord } from './record-kind-view.ts';

/** Record that a booking form has booked. `hasSubmittedValues` is false if an earlier attempt, whose response was lost, booked other values; `isInOtherStore` is true if that attempt booked for another store. */
export type BookedRecord<Full> = {
  readonly record: Full;
  readonly hasSubmittedValues: boolean;
  readonly isInOtherStore: boolean;
};

export type LastBooking<Full> = {
  /** Record of the receipt in the URL; undefined for the form. */
  readonly identity: RecordIdentity | undefined;
  /** The booking of the receipt, if it was made since the page was loaded. */
  readonly bookedRecord: BookedRecord<Full> | undefined;
  readonly setBookedRecord: (bookedRecord: BookedRecord<Full>) => void;
  /** Starts the next booking. */
  readonly startNext: () => void;
};

export type ReceiptProps<Full> = {
  readonly identity: RecordIdentity;
  readonly bookedRecord: BookedRecord<Full> | undefined;
  readonly onNext: () => void;
};

/** Returns the state of the last booking, whose receipt has its own URL. `firstFields` are names of fields, of which the first one on the page gets the focus when the next booking starts. */
export const useLastBooking = <Full extends SubmittedRecord>(firstFields: readonly string[]): LastBooking<Full> => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [lastBooked, setLastBooked] = useState<BookedRecord<Full>>();
  const identity = parseRecordQuery(search);
  const isForm = identity === undefined;
  const isNextStarted = useRef(false);
  useEffect(() => {
    if (!isForm || !isNextStarted.current) return;
    isNextStarted.current = false;
    focusField(firstFields);
  }, [isForm, firstFields]);
  return {
    identity,
    bookedRecord: identity !== undefined && lastBooked?.record.id === identity.id ? lastBooked : undefined,
    setBookedRecord: (bookedRecord) => {
      setLastBooked(bookedRecord);
      // Replaces the history entry of the form, so that Back does not lead to an empty form.
      void navigate(toRecordPath(pathname, bookedRecord.record), { replace: true });
    },
    startNext: () => {
      isNextStarted.current = true;
      void navigate(pathname);
    },
  };
};
