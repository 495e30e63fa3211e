import type { BatchAnswer, StreamRecord } from '#lambdas/aws/stream-batch.ts';
import { answerAfter, streamBatch } from '#lambdas/aws/stream-batch.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { Change } from './change.ts';
import { readChange } from './change.ts';
import { eventOf } from './portal-event.ts';
import { searchWrites } from './search-writes.ts';
import type { EventBus, SearchStore } from './store.ts';

type Collaborators = {
  readonly search: SearchStore;
  readonly bus: EventBus;
  /** Turns a row of attribute values into a plain one. */
  readonly plain: Parameters<typeof readChange>[1];
  readonly log: Log;
};

/**
 * Keeps the search table and tells the back office, for a batch of changes in their order. What is handed out again does
 * no harm: the search table comes out the same, and an event keeps its id.
 */
export const changesHandler = ({ search, bus, plain, log }: Collaborators) => {
  const read = (record: StreamRecord): Change | undefined => {
    try {
      return readChange(record, plain);
    } catch (error) {
      log('error', 'change cannot be read', { eventId: record.eventID, error: errorFields(error) });
      return undefined;
    }
  };

  /** The changes before the first that nobody can read. */
  const readableOf = (records: readonly StreamRecord[]) => {
    const changes: Change[] = [];
    for (const record of records) {
      const change = read(record);
      if (!change) break;
      changes.push(change);
    }
    return changes;
  };

  /** How many changes, from the first on, are published. */
  const publish = async (changes: readonly Change[]): Promise<number> => {
    const events = changes.flatMap((change, index) => {
      const event = eventOf(change);
      return event ? [{ event, index }] : [];
    });
    const there = await bus.publish(events.map(({ event }) => event));
    for (const { event } of events.slice(0, there))
      log('info', 'published', { event: event.type, eventId: event.detail.eventId });
    return events[there]?.index ?? changes.length;
  };

  const work = async (records: readonly StreamRecord[]): Promise<number> => {
    const changes = readableOf(records);
    try {
      await search.write(searchWrites(changes));
      return await publish(changes);
    } catch (error) {
      log('error', 'changes cannot be published', { error: errorFields(error) });
      return 0;
    }
  };

  return async (event: unknown): Promise<BatchAnswer> => {
    const { Records } = streamBatch.parse(event);
    return answerAfter(Records, await work(Records));
  };
};
