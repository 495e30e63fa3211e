import type * as z from 'zod/mini';
import { queueBatch, processQueueBatch } from '#lambdas/lib/aws/queue-batch.ts';
import type { queueMessage } from '#lambdas/lib/aws/queue-batch.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { changeRecord, applyEntry } from '#lambdas/lib/records/record-changes.ts';
import type { RecordKind, RecordRow } from '#lambdas/lib/records/record-kind.ts';
import type { RecordsStore } from '#lambdas/lib/records/records-store.ts';
import type { RepairIndexRow, RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { ReturnIndexRow, ReturnRow } from '#lambdas/lib/records/return.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { clockSkewMinutes } from '#shared/back-office/provider-events.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { parseProviderEvent, RejectedEventError, toTimelineEntry } from './provider-event.ts';
import type { ProviderEvent } from './provider-event.ts';

type Store<Row extends RecordRow, IndexRow> = Pick<RecordsStore<Row, IndexRow>, 'find' | 'replace'>;

type RecordStores = {
  readonly repairs: Store<RepairRow, RepairIndexRow>;
  readonly returns: Store<ReturnRow, ReturnIndexRow>;
};

const addEntry = async <Row extends RecordRow, IndexRow>(
  store: Store<Row, IndexRow>,
  kind: RecordKind<Row, IndexRow>,
  { region, ...identity }: RecordIdentity & { readonly region: RegionId },
  entry: Row['timeline'][number],
): Promise<boolean> => {
  const { isNew } = await changeRecord({
    read: async () => {
      const row = await store.find(region, identity);
      if (!row) throw new RejectedEventError('UnknownRecord');
      return row;
    },
    apply: (row) => {
      // An entry from before the day of the booking (UTC) would be sorted to the start of the timeline, where users would miss it.
      if (Date.parse(entry.at) < Date.parse(row.createdAt.slice(0, 10)) - clockSkewMinutes * 60_000)
        throw new RejectedEventError('BeforeBooking');
      const changedRow = applyEntry(kind, row, entry);
      if (changedRow.timeline.length === row.timeline.length) return undefined;
      if (changedRow.timeline.length > kind.maxEntries) throw new RejectedEventError('TimelineFull');
      return changedRow;
    },
    write: store.replace,
    maxAttempts: 5,
    createConflictError: () => new RejectedEventError('TooManyChanges'),
  });
  return isNew;
};

/** Applies a provider event to its record. Idempotent and independent of the order of events. Returns true if the event was new. Throws RejectedEventError. */
export const applyProviderEvent = async (
  { repairs, returns }: RecordStores,
  providerEvent: ProviderEvent,
  now: Date,
): Promise<boolean> => {
  const entry = toTimelineEntry(providerEvent, now);
  const isForReturn = providerEvent.type === 'RmaAssigned' && providerEvent.detail.kind === 'return';
  return isForReturn && entry.type === 'rmaAssigned'
    ? addEntry(returns, returnKind, providerEvent.detail, entry)
    : addEntry(repairs, repairKind, providerEvent.detail, entry);
};

type Collaborators = { readonly records: RecordStores; readonly now: () => Date; readonly log: Log };

export const createProviderEventsHandler = ({ records, now, log }: Collaborators) => {
  const processMessage = async ({ body, messageId }: z.output<typeof queueMessage>): Promise<boolean> => {
    let eventFields = {};
    try {
      const receivedAt = now();
      const providerEvent = parseProviderEvent(body, receivedAt);
      eventFields = { event: providerEvent.type, eventId: providerEvent.detail.eventId };
      const isNew = await applyProviderEvent(records, providerEvent, receivedAt);
      // The log calls a provider event a report.
      log('info', isNew ? 'report applied' : 'report known already', eventFields);
      return true;
    } catch (error) {
      const reasonFields = error instanceof RejectedEventError ? { code: error.reason } : { error: errorFields(error) };
      log('error', 'report not applied', { requestId: messageId, ...eventFields, ...reasonFields });
      return false;
    }
  };

  // Events are processed one by one, because events of the same repair often arrive together and would conflict.
  return async (sqsEvent: unknown) => processQueueBatch(queueBatch.parse(sqsEvent).Records, processMessage);
};
