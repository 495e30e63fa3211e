import { useRef, useState } from 'react';
import { AppError, errorStatus } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RecordQuestion } from '#shared/records/record.ts';
import { normaliseReference } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { isOutage } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { useAction } from '#web/data/use-action.ts';
import { useAutoRetry } from '#web/data/use-auto-retry.ts';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';

type Booking = RecordQuestion & { readonly region: RegionId };
/** `settledAt`: from when on (ms since 1970) the attempt can't be under way any more. */
type Sent = { readonly booking: Booking; readonly settledAt: number };

/** What is known of a booking that failed: the record that has its reference, or the one that its id has booked and that was withdrawn since, where it can be found. */
export type Outcome<Full> =
  | { readonly status: 'asking' | 'unknown' | 'notBooked' }
  | { readonly status: 'exists'; readonly record: Full }
  | { readonly status: 'withdrawn'; readonly id: string; readonly record: Full | undefined };

const pauseMs = 3000;
const pause = () => new Promise((resume) => setTimeout(resume, pauseMs));

/** Books, and where no answer says what became of it, asks for what was sent until it is known: an attempt may be booked after its answer was lost, also under the reference that was typed before. */
export const useOutcome = <Summary extends SubmittedRecord, Full extends ChangeableRecord>(
  kind: RecordKind<Summary, Full>,
) => {
  const [outcome, setOutcome] = useState<Outcome<Full>>();
  const sent = useRef<readonly Sent[]>([]);

  const find = ({ region, storeId, storeRefNo, id }: Booking): Promise<Full | undefined> =>
    call(kind.routes.find, { region, storeRefNo, id, ...(storeId !== undefined && { storeId }) }).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NotFound') return undefined;
        throw error;
      },
    );

  const known = (next: Outcome<Full> | undefined) => {
    sent.current = [];
    setOutcome(next);
  };

  /** What was booked of all that was sent; undefined where nothing was, or where nobody can be asked. */
  const ask = async (): Promise<Full | undefined> => {
    const asked = sent.current;
    setOutcome({ status: 'asking' });
    try {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- each question comes a while after the one before it
        const answers = await Promise.all(asked.map(({ booking }) => find(booking)));
        // Given up, or settled by another attempt.
        if (sent.current !== asked) return undefined;
        const found = answers.find((record) => record && record.state !== 'withdrawn');
        const withdrawn = answers.find(Boolean);
        if (found) known(undefined);
        else if (withdrawn) known({ status: 'withdrawn', id: withdrawn.id, record: withdrawn });
        else if (asked.every(({ settledAt }) => settledAt <= Date.now())) known({ status: 'notBooked' });
        if (sent.current !== asked) return found;
        // oxlint-disable-next-line no-await-in-loop -- as above
        await pause();
      }
    } catch {
      if (sent.current === asked) setOutcome({ status: 'unknown' });
      return undefined;
    }
  };

  /** The record that has the reference. Where it can't be found, the code alone says that it exists. */
  const existing = async ({ region, storeId, storeRefNo }: Booking): Promise<Full | undefined> => {
    const store = storeId === undefined ? {} : { storeId };
    const { items } = await call(kind.routes.list, { region, search: storeRefNo, ...store });
    const same = items.find(
      (item) => item.state !== 'withdrawn' && normaliseReference(item.storeRefNo) === normaliseReference(storeRefNo),
    );
    return same && find({ region, storeId: same.storeId, storeRefNo, id: same.id });
  };

  /** Books, and answers what was booked, though its answer was lost. Throws what the booking failed with. */
  const settle = async (booking: Booking, book: () => Promise<Full>): Promise<Full> => {
    setOutcome(undefined);
    const sentAt = Date.now();
    const wasOffline = !navigator.onLine;
    try {
      const record = await book();
      known(undefined);
      return record;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === kind.exists) {
        const record = await existing(booking).catch(() => undefined);
        if (record) setOutcome({ status: 'exists', record });
      } else if (error.code === kind.withdrawn) {
        known({ status: 'withdrawn', id: booking.id, record: await find(booking).catch(() => undefined) });
      } else if (errorStatus[error.code] >= 500) {
        // The edge may have given up on a function that goes on.
        const settledAt = isOutage(error.code) ? sentAt + limits.booking.underWaySeconds * 1000 : sentAt;
        // A request that never left books nothing.
        const hasLeft = !(wasOffline && error.code === 'Offline');
        if (hasLeft) sent.current = [...sent.current, { booking, settledAt }];
        const record = sent.current.length > 0 ? await ask() : undefined;
        if (record) return record;
      }
      throw error;
    }
  };

  return {
    outcome,
    settle,
    ask,
    /** What was sent is nobody's question any more. */
    forget: () => known(undefined),
  };
};

type Asked<Full> = { readonly outcome: Outcome<Full> | undefined; readonly ask: () => Promise<Full | undefined> };

/** Asks again, also by itself as long as it is unknown whether a record was booked. */
export const useAskAgain = <Full>({ outcome, ask }: Asked<Full>, onFound: (record: Full) => void) => {
  const { run } = useAction(ask, { onDone: (record) => record && onFound(record), onFailed: () => undefined });
  useAutoRetry(outcome?.status === 'unknown', () => void run());
  return () => void run();
};
