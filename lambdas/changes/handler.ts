import { mapConcurrently } from '#lambdas/aws/concurrency.ts';
import type { LostRecords } from '#lambdas/aws/lost-records.ts';
import type { BatchAnswer, StreamRecord } from '#lambdas/aws/stream-batch.ts';
import { answerAfter, streamBatch } from '#lambdas/aws/stream-batch.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { SearchIndex } from '#lambdas/records/search.ts';
import { calendarDate } from '#shared/dates.ts';
import { exactPrefixes, searchOwner } from '#shared/records/search.ts';
import { regions } from '#shared/regions.ts';
import type { Change, PublishedEvent } from './portal-event.ts';
import { readChange, eventOf } from './portal-event.ts';
import { searchWrites } from './search-writes.ts';
import type { EventBus, SearchStore } from './store.ts';

/** A booking with the warranty of its device from an earlier repair in the region, the one that runs longest. */
const withWarranty = async (search: Pick<SearchIndex, 'find'>, event: PublishedEvent): Promise<PublishedEvent> => {
  if (event.type !== 'RepairBooked' || event.detail.serialNumber === '') return event;
  const { region, serialNumber, createdAt } = event.detail;
  // No device has more: a serial number that has is made up.
  const pages = await Promise.all(
    exactPrefixes('serial', serialNumber).map((prefix) => search.find(searchOwner('repairs', region), prefix, 100)),
  );
  const today = calendarDate(new Date(createdAt), regions[region].timeZone);
  const [longest] = pages
    .flatMap(({ items }) => items)
    .flatMap(({ warranty }) => (warranty && warranty.until >= today ? [warranty] : []))
    .toSorted((one, other) => (one.until < other.until ? 1 : -1));
  if (!longest) return event;
  const { until, rma } = longest;
  const earlier = { underWarrantyUntil: until, ...(rma !== null && { earlierRma: rma }) };
  return { ...event, detail: { ...event.detail, ...earlier } };
};

type Collaborators = {
  readonly search: SearchStore & Pick<SearchIndex, 'find'>;
  readonly bus: EventBus;
  readonly lost: LostRecords;
  readonly log: Log;
};

/** For a batch of changes in order. Idempotent: an event keeps its id. What no further try would help is put aside. */
export const changesHandler = ({ search, bus, lost, log }: Collaborators) => {
  const read = (record: StreamRecord): Change | undefined => {
    try {
      return readChange(record);
    } catch (error) {
      log('error', 'change cannot be read', { eventId: record.eventID, error: errorFields(error) });
      return undefined;
    }
  };

  /** Answers which records (by place) have to be put aside, and before which one it ended. */
  const publish = async (changes: readonly (Change | undefined)[]) => {
    const aside = new Set(changes.flatMap((change, place) => (change ? [] : [place])));
    const events = changes.flatMap((change, place) => {
      const event = change && eventOf(change);
      return event ? [{ event, place }] : [];
    });
    let waiting = await mapConcurrently(8, events, async ({ event, place }) => ({
      event: await withWarranty(search, event),
      place,
    }));
    while (waiting.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- events are told in their order
      const { there, refused } = await bus.publish(waiting.map(({ event }) => event));
      for (const { event } of waiting.slice(0, there))
        log('info', 'published', { event: event.type, eventId: event.detail.eventId });
      const next = waiting[there];
      if (!next) break;
      if (refused === 'for now') return { aside, done: next.place };
      log('error', 'change cannot be published', { event: next.event.type, eventId: next.event.detail.eventId });
      aside.add(next.place);
      waiting = waiting.slice(there + 1);
    }
    return { aside, done: changes.length };
  };

  const work = async (records: readonly StreamRecord[]): Promise<number> => {
    const changes = records.map(read);
    let putAside = 0;
    try {
      await search.write(searchWrites(changes.filter((change) => change !== undefined)));
      const { aside, done } = await publish(changes);
      for (const [place, record] of records.slice(0, done).entries()) {
        // oxlint-disable-next-line no-await-in-loop -- there is hardly ever one
        if (aside.has(place)) await lost.put(record);
        putAside = place + 1;
      }
      return done;
    } catch (error) {
      log('error', 'changes cannot be published', { error: errorFields(error) });
      return putAside;
    }
  };

  return async (event: unknown): Promise<BatchAnswer> => {
    const { Records } = streamBatch.parse(event);
    return answerAfter(Records, await work(Records));
  };
};
