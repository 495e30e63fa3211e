import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import type { DeadLetterSender } from '#lambdas/lib/aws/dead-letters.ts';
import type { BatchResponse, StreamRecord } from '#lambdas/lib/aws/stream-batch.ts';
import { createPartialBatchResponse, streamBatch } from '#lambdas/lib/aws/stream-batch.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import type { SearchIndex } from '#lambdas/lib/records/search.ts';
import type { StatisticsWriter } from '#lambdas/lib/statistics/statistics-writer.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { toExactValuePrefixes, toSearchOwner } from '#shared/records/search.ts';
import type { Change, PublishedEvent } from './portal-event.ts';
import { readChange, toPortalEvent } from './portal-event.ts';
import type { EventBus, SearchStore } from './search-store.ts';
import { toSearchWrites } from './search-writes.ts';

/** Maximum number of bookings whose warranties are looked up concurrently. */
const maxConcurrentBookings = 8;

/** Adds to a booking the longest warranty that its device has from earlier repairs in the region. */
const addWarranty = async (search: Pick<SearchIndex, 'find'>, event: PublishedEvent): Promise<PublishedEvent> => {
  if (event.type !== 'RepairBooked' || event.detail.serialNumber === '') return event;
  const { region, serialNumber, createdAt } = event.detail;
  // A real device has fewer than 100 repairs, so further hits of an invented serial number do not matter.
  const pages = await Promise.all(
    toExactValuePrefixes('serial', serialNumber).map((prefix) =>
      search.find(toSearchOwner('repairs', region), prefix, 100),
    ),
  );
  const today = toCalendarDate(new Date(createdAt), regions[region].timeZone);
  const [longestWarranty] = pages
    .flatMap(({ items }) => items)
    .flatMap(({ warranty }) => (warranty && warranty.until >= today ? [warranty] : []))
    .toSorted((a, b) => (a.until < b.until ? 1 : -1));
  if (!longestWarranty) return event;
  const { until, rma } = longestWarranty;
  const warrantyFields = { underWarrantyUntil: until, ...(rma !== null && { earlierRma: rma }) };
  return { ...event, detail: { ...event.detail, ...warrantyFields } };
};

// A removed row changes no count: a withdrawal also writes the record under a new key, and the month of an expired record is no longer counted.
const toCountedRecords = ({ after }: Change) =>
  after ? [{ ...after, kind: 'lines' in after ? ('returns' as const) : ('repairs' as const) }] : [];

type Collaborators = {
  readonly search: SearchStore & Pick<SearchIndex, 'find'>;
  readonly statistics: StatisticsWriter;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetterSender;
  readonly log: Log;
};

/** Processes a batch of changes in order: updates the search table, publishes events, and updates the statistics. Idempotent, since event ids are stable. Changes that can never succeed go to the dead letter queue. */
export const createRecordStreamHandler = ({
  search,
  statistics,
  bus,
  deadLetters: deadLetterSender,
  log,
}: Collaborators) => {
  const tryReadChange = (record: StreamRecord): Change | undefined => {
    try {
      return readChange(record);
    } catch (error) {
      log('error', 'change cannot be read', { eventId: record.eventID, error: errorFields(error) });
      return undefined;
    }
  };

  /** Publishes the events of changes. Returns the indexes of the dead letters, and `doneCount`, the number of records before the first that must be retried. */
  const publish = async (changes: readonly (Change | undefined)[]) => {
    const deadLetterIndexes = new Set(changes.flatMap((change, index) => (change ? [] : [index])));
    const events = changes.flatMap((change, index) => {
      const event = change && toPortalEvent(change);
      return event ? [{ event, index }] : [];
    });
    let remainingEvents = await mapConcurrently(maxConcurrentBookings, events, async ({ event, index }) => ({
      event: await addWarranty(search, event),
      index,
    }));
    while (remainingEvents.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- events must be published in order
      const { publishedCount, rejection } = await bus.publish(remainingEvents.map(({ event }) => event));
      for (const { event } of remainingEvents.slice(0, publishedCount))
        log('info', 'published', { event: event.type, eventId: event.detail.eventId });
      const rejectedEvent = remainingEvents[publishedCount];
      if (!rejectedEvent) break;
      if (rejection === 'temporary') return { deadLetterIndexes, doneCount: rejectedEvent.index };
      log('error', 'change cannot be published', {
        event: rejectedEvent.event.type,
        eventId: rejectedEvent.event.detail.eventId,
      });
      deadLetterIndexes.add(rejectedEvent.index);
      remainingEvents = remainingEvents.slice(publishedCount + 1);
    }
    return { deadLetterIndexes, doneCount: changes.length };
  };

  const updateStatistics = async (changes: readonly Change[]) => {
    for (const error of await statistics.update(changes.flatMap(toCountedRecords)))
      log('error', 'statistics cannot be updated', { error: errorFields(error) });
  };

  const processRecords = async (records: readonly StreamRecord[]): Promise<number> => {
    const changes = records.map(tryReadChange);
    let processedCount = 0;
    try {
      const readableChanges = changes.filter((change) => change !== undefined);
      await search.write(toSearchWrites(readableChanges));
      const { deadLetterIndexes, doneCount } = await publish(changes);
      // The statistics are updated last, so that events do not wait for them. If this fails, the events are published again with the same ids.
      await updateStatistics(readableChanges);
      for (const [index, record] of records.slice(0, doneCount).entries()) {
        // oxlint-disable-next-line no-await-in-loop -- dead letters are rare
        if (deadLetterIndexes.has(index)) await deadLetterSender.put(record);
        processedCount = index + 1;
      }
      return doneCount;
    } catch (error) {
      log('error', 'changes cannot be published', { error: errorFields(error) });
      return processedCount;
    }
  };

  return async (event: unknown): Promise<BatchResponse> => {
    const { Records } = streamBatch.parse(event);
    return createPartialBatchResponse(Records, await processRecords(Records));
  };
};
