import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import type { DeadLetterSender } from '#lambdas/lib/aws/dead-letters.ts';
import type { BatchResponse, StreamRecord } from '#lambdas/lib/aws/stream-batch.ts';
import { partialBatchResponse, streamBatch } from '#lambdas/lib/aws/stream-batch.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import type { SearchIndex } from '#lambdas/lib/records/search.ts';
import type { StatisticsWriter } from '#lambdas/lib/statistics/statistics-writer.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { toExactValuePrefixes, searchOwner } from '#shared/records/search.ts';
import type { Change, PublishedEvent } from './portal-event.ts';
import { readChange, toPortalEvent } from './portal-event.ts';
import type { EventBus, SearchStore } from './search-store.ts';
import { searchWrites } from './search-writes.ts';

/** Adds to a booking the longest warranty that its device has from earlier repairs in the region. */
const addWarranty = async (search: Pick<SearchIndex, 'find'>, event: PublishedEvent): Promise<PublishedEvent> => {
  if (event.type !== 'RepairBooked' || event.detail.serialNumber === '') return event;
  const { region, serialNumber, createdAt } = event.detail;
  // 100 hits are enough for a real device; a serial number with more is made up.
  const pages = await Promise.all(
    toExactValuePrefixes('serial', serialNumber).map((prefix) =>
      search.find(searchOwner('repairs', region), prefix, 100),
    ),
  );
  const today = toCalendarDate(new Date(createdAt), regions[region].timeZone);
  const [longest] = pages
    .flatMap(({ items }) => items)
    .flatMap(({ warranty }) => (warranty && warranty.until >= today ? [warranty] : []))
    .toSorted((a, b) => (a.until < b.until ? 1 : -1));
  if (!longest) return event;
  const { until, rma } = longest;
  const warrantyFields = { underWarrantyUntil: until, ...(rma !== null && { earlierRma: rma }) };
  return { ...event, detail: { ...event.detail, ...warrantyFields } };
};

// The old key of a withdrawn record has no row any more, and the month of an expired record is not counted any more.
const findCountedRecord = ({ after }: Change) =>
  after ? [{ ...after, kind: 'lines' in after ? ('returns' as const) : ('repairs' as const) }] : [];

type Collaborators = {
  readonly search: SearchStore & Pick<SearchIndex, 'find'>;
  readonly statistics: StatisticsWriter;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetterSender;
  readonly log: Log;
};

/** Processes a batch of changes in order: updates the search table, publishes events, and updates the statistics. Idempotent, since event ids are stable. Changes that can never succeed go to the dead letter queue. */
export const changesHandler = ({ search, statistics, bus, deadLetters: lost, log }: Collaborators) => {
  const tryReadChange = (record: StreamRecord): Change | undefined => {
    try {
      return readChange(record);
    } catch (error) {
      log('error', 'change cannot be read', { eventId: record.eventID, error: errorFields(error) });
      return undefined;
    }
  };

  /** Publishes the events of changes. Returns the indexes of records for the dead letter queue, and the number of records done. */
  const publish = async (changes: readonly (Change | undefined)[]) => {
    const deadLetters = new Set(changes.flatMap((change, index) => (change ? [] : [index])));
    const events = changes.flatMap((change, index) => {
      const event = change && toPortalEvent(change);
      return event ? [{ event, index }] : [];
    });
    let waiting = await mapConcurrently(8, events, async ({ event, index }) => ({
      event: await addWarranty(search, event),
      index,
    }));
    while (waiting.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- events must be published in order
      const { publishedCount, rejection } = await bus.publish(waiting.map(({ event }) => event));
      for (const { event } of waiting.slice(0, publishedCount))
        log('info', 'published', { event: event.type, eventId: event.detail.eventId });
      const next = waiting[publishedCount];
      if (!next) break;
      if (rejection === 'for now') return { deadLetters, done: next.index };
      log('error', 'change cannot be published', { event: next.event.type, eventId: next.event.detail.eventId });
      deadLetters.add(next.index);
      waiting = waiting.slice(publishedCount + 1);
    }
    return { deadLetters, done: changes.length };
  };

  const updateStatistics = async (changes: readonly Change[]) => {
    for (const error of await statistics.update(changes.flatMap(findCountedRecord)))
      log('error', 'statistics cannot be updated', { error: errorFields(error) });
  };

  const processRecords = async (records: readonly StreamRecord[]): Promise<number> => {
    const changes = records.map(tryReadChange);
    let recordsDone = 0;
    try {
      const readableChanges = changes.filter((change) => change !== undefined);
      await search.write(searchWrites(readableChanges));
      const { deadLetters, done } = await publish(changes);
      // Last, so that events do not wait for counting; repeated events have the same ids.
      await updateStatistics(readableChanges);
      for (const [index, record] of records.slice(0, done).entries()) {
        // oxlint-disable-next-line no-await-in-loop -- dead letters are rare
        if (deadLetters.has(index)) await lost.put(record);
        recordsDone = index + 1;
      }
      return done;
    } catch (error) {
      log('error', 'changes cannot be published', { error: errorFields(error) });
      return recordsDone;
    }
  };

  return async (event: unknown): Promise<BatchResponse> => {
    const { Records } = streamBatch.parse(event);
    return partialBatchResponse(Records, await processRecords(Records));
  };
};
