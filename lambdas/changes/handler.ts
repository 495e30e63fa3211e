import type { LostRecords } from '#lambdas/aws/lost-records.ts';
import { mapConcurrently } from '#lambdas/aws/map-concurrently.ts';
import type { BatchAnswer, StreamRecord } from '#lambdas/aws/stream-batch.ts';
import { answerAfter, streamBatch } from '#lambdas/aws/stream-batch.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { SearchIndex } from '#lambdas/records/search.ts';
import type { Change } from './change.ts';
import { readChange } from './change.ts';
import { eventOf } from './portal-event.ts';
import { searchWrites } from './search-writes.ts';
import type { EventBus, SearchStore } from './store.ts';
import { withWarranty } from './warranty.ts';

/** Serial numbers. */
const lookedUpAtOnce = 8;

type Collaborators = {
  readonly search: SearchStore & Pick<SearchIndex, 'find'>;
  readonly bus: EventBus;
  readonly lost: LostRecords;
  /** Turns a row of attribute values into a plain one. */
  readonly plain: Parameters<typeof readChange>[1];
  readonly log: Log;
};

/**
 * Keeps the search table and tells the back office, for a batch of changes in their order. What is handed out again does
 * no harm: the search table comes out the same, and an event keeps its id. A change that no further try would help is put aside among
 * the dead letters at once, and the others go on; whatever else fails comes again for as long as the stream is read.
 */
export const changesHandler = ({ search, bus, lost, plain, log }: Collaborators) => {
  const read = (record: StreamRecord): Change | undefined => {
    try {
      return readChange(record, plain);
    } catch (error) {
      log('error', 'change cannot be read', { eventId: record.eventID, error: errorFields(error) });
      return undefined;
    }
  };

  /** Publishes events in their order. Answers which of the records (by place) have to be put aside, and before which one it ended. */
  const publish = async (changes: readonly (Change | undefined)[]) => {
    const aside = new Set(changes.flatMap((change, place) => (change ? [] : [place])));
    const events = changes.flatMap((change, place) => {
      const event = change && eventOf(change);
      return event ? [{ event, place }] : [];
    });
    let waiting = await mapConcurrently(lookedUpAtOnce, events, async ({ event, place }) => ({
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

  /** How many records are done, from the first on. */
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
