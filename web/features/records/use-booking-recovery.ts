import { useRef, useState } from 'react';
import { AppError, errorStatus } from '#shared/api/errors.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordQuery } from '#shared/records/record.ts';
import { normalizeReference } from '#shared/records/record.ts';
import { isOutage } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { useAction } from '#web/data/use-action.ts';
import { useAutoRetry } from '#web/data/use-auto-retry.ts';
import type { ChangeableRecord, RecordKindView, SubmittedRecord } from './record-kind-view.ts';

type Booking = RecordQuery & { readonly region: RegionId };
/** Booking whose response was lost. After `settledAt` (ms since the epoch) the attempt can no longer be in progress. */
type PendingBooking = { readonly booking: Booking; readonly settledAt: number };

/** Outcome of a failed booking. `asking`: the server is being polled. `unknown`: it cannot be reached. `exists`: another record has the reference of the booking. `withdrawn`: the record with the id of the booking has been withdrawn; `record` is undefined if it cannot be found. */
export type BookingOutcome<Full> =
  | { readonly status: 'asking' | 'unknown' | 'notBooked' }
  | { readonly status: 'exists'; readonly record: Full }
  | { readonly status: 'withdrawn'; readonly id: string; readonly record: Full | undefined };

/** Milliseconds between two checks whether a booking arrived. */
const checkIntervalMs = 3000;
const waitForNextCheck = () => new Promise((resume) => setTimeout(resume, checkIntervalMs));

/** Recovery of bookings whose response was lost, by polling until the outcome is known. Polls for every booking sent, because an earlier attempt may have used another reference. */
export type BookingRecovery<Full> = {
  /** Outcome of the last failed booking. */
  readonly outcome: BookingOutcome<Full> | undefined;
  /** Books a record and returns it, even if the response was lost. Throws the error of the booking. */
  readonly bookWithRecovery: (booking: Booking, book: () => Promise<Full>) => Promise<Full>;
  /** Polls for the pending bookings. Returns the booked record; undefined if nothing was booked or the server cannot be reached. */
  readonly poll: () => Promise<Full | undefined>;
  /** Stops polling and clears the outcome. */
  readonly forget: () => void;
};

export const useBookingRecovery = <Summary extends SubmittedRecord, Full extends ChangeableRecord>(
  kind: RecordKindView<Summary, Full>,
): BookingRecovery<Full> => {
  const [outcome, setOutcome] = useState<BookingOutcome<Full>>();
  const pendingBookings = useRef<readonly PendingBooking[]>([]);

  const findBookedRecord = ({ region, storeId, storeRefNo, id }: Booking): Promise<Full | undefined> =>
    call(kind.routes.find, { region, storeRefNo, id, ...(storeId !== undefined && { storeId }) }).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NotFound') return undefined;
        throw error;
      },
    );

  const setFinalOutcome = (next: BookingOutcome<Full> | undefined) => {
    pendingBookings.current = [];
    setOutcome(next);
  };

  const poll = async (): Promise<Full | undefined> => {
    const checkedBookings = pendingBookings.current;
    setOutcome({ status: 'asking' });
    try {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- polls at an interval
        const records = await Promise.all(checkedBookings.map(({ booking }) => findBookedRecord(booking)));
        // Stops if the bookings were discarded, or if another attempt has determined the outcome.
        if (pendingBookings.current !== checkedBookings) return undefined;
        const bookedRecord = records.find((record) => record && record.state !== 'withdrawn');
        const withdrawnRecord = records.find(Boolean);
        if (bookedRecord) setFinalOutcome(undefined);
        else if (withdrawnRecord)
          setFinalOutcome({ status: 'withdrawn', id: withdrawnRecord.id, record: withdrawnRecord });
        else if (checkedBookings.every(({ settledAt }) => settledAt <= Date.now()))
          setFinalOutcome({ status: 'notBooked' });
        if (pendingBookings.current !== checkedBookings) return bookedRecord;
        // oxlint-disable-next-line no-await-in-loop -- polls at an interval
        await waitForNextCheck();
      }
    } catch {
      if (pendingBookings.current === checkedBookings) setOutcome({ status: 'unknown' });
      return undefined;
    }
  };

  /** Finds the record that already has the reference; undefined if it cannot be found. */
  const findByReference = async ({ region, storeId, storeRefNo }: Booking): Promise<Full | undefined> => {
    const storeFilter = storeId === undefined ? {} : { storeId };
    const { items } = await call(kind.routes.list, { region, search: storeRefNo, ...storeFilter });
    const match = items.find(
      (item) => item.state !== 'withdrawn' && normalizeReference(item.storeRefNo) === normalizeReference(storeRefNo),
    );
    return match && findBookedRecord({ region, storeId: match.storeId, storeRefNo, id: match.id });
  };

  const bookWithRecovery = async (booking: Booking, book: () => Promise<Full>): Promise<Full> => {
    setOutcome(undefined);
    const sentAt = Date.now();
    const wasOffline = !navigator.onLine;
    try {
      const record = await book();
      setFinalOutcome(undefined);
      return record;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === kind.existsCode) {
        const record = await findByReference(booking).catch(() => undefined);
        if (record) setOutcome({ status: 'exists', record });
      } else if (error.code === kind.withdrawnCode) {
        const record = await findBookedRecord(booking).catch(() => undefined);
        setFinalOutcome({ status: 'withdrawn', id: booking.id, record });
      } else if (errorStatus[error.code] >= 500) {
        // After a timeout at the edge, the Lambda function may still be running.
        const settledAt = isOutage(error.code) ? sentAt + limits.booking.inProgressSeconds * 1000 : sentAt;
        // A request that was never sent has booked nothing.
        const wasSent = !(wasOffline && error.code === 'Offline');
        if (wasSent) pendingBookings.current = [...pendingBookings.current, { booking, settledAt }];
        const record = pendingBookings.current.length > 0 ? await poll() : undefined;
        if (record) return record;
      }
      throw error;
    }
  };

  return {
    outcome,
    bookWithRecovery,
    poll,
    forget: () => setFinalOutcome(undefined),
  };
};

type Recovery<Full> = Pick<BookingRecovery<Full>, 'outcome' | 'poll'>;

/** Returns a function that polls again. Also retries automatically while the outcome is unknown. */
export const useCheckAgain = <Full>({ outcome, poll }: Recovery<Full>, onFound: (record: Full) => void) => {
  const { run } = useAction(poll, { onDone: (record) => record && onFound(record), onFailed: () => undefined });
  useAutoRetry(outcome?.status === 'unknown', () => void run());
  return () => void run();
};
