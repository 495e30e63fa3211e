import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { BatchWriteCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { splitIntoChunks, mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { eventSources } from '#shared/back-office/provider-events.ts';
import { tables } from '#shared/config/tables.ts';
import type { PublishedEvent } from './portal-event.ts';
import type { SearchWrite } from './search-writes.ts';

/** Limits of one call: writes for DynamoDB, events for EventBridge. */
const maxPerCall = { writes: 25, events: 10 };

/** Maximum number of concurrent calls. A return of a thousand lines needs eighty calls, and the next changes wait for them. */
const maxConcurrentCalls = 8;

const { partition, sort } = tables.search.key;

const toWriteRequest = ({ type, item }: SearchWrite) =>
  type === 'put'
    ? { PutRequest: { Item: item } }
    : { DeleteRequest: { Key: { [partition]: item[partition], [sort]: item[sort] } } };

/** Interleaves writes by owner, so that each call is spread over partitions. The items of a return's lines belong to two owners, its store and its region. */
const interleaveByOwner = (writes: readonly SearchWrite[]): SearchWrite[] => {
  const numberedWrites = [...Map.groupBy(writes, ({ item: { owner } }) => owner).values()].flatMap((ownerWrites) =>
    ownerWrites.map((write, position) => ({ write, position })),
  );
  return numberedWrites.toSorted((a, b) => a.position - b.position).map(({ write }) => write);
};

const maxTriesWithoutProgress = 8;

/** Returns true if DynamoDB would delete an item at once, as with news that are too old to be listed. */
const isExpired = ({ type, item }: SearchWrite) =>
  type === 'put' && item.expiresAt !== undefined && item.expiresAt * 1000 < Date.now();

export type SearchStore = {
  /** Writes to the search table, in any order, except for items that have expired. Throws if items stay unprocessed. */
  readonly write: (writes: readonly SearchWrite[]) => Promise<void>;
};

/** Writes to the search table. `wait` (milliseconds) is called before unprocessed items are sent again. */
export const createSearchStore = (
  db: DynamoDBDocumentClient,
  table: string,
  wait: (ms: number) => Promise<unknown>,
): SearchStore => {
  const send = async (requests: NonNullable<BatchWriteCommandInput['RequestItems']>[string]): Promise<void> => {
    let unprocessedRequests = requests;
    // Tries since the last one that wrote some of the items, including that one.
    for (let tries = 0; tries < maxTriesWithoutProgress;) {
      const { UnprocessedItems } = await db.send(
        new BatchWriteCommand({ RequestItems: { [table]: unprocessedRequests } }),
      );
      const remainingRequests = UnprocessedItems?.[table] ?? [];
      if (remainingRequests.length === 0) return;
      // A partition allows a thousand writes per second, so as long as some writes succeed, the others will succeed later.
      tries = remainingRequests.length < unprocessedRequests.length ? 1 : tries + 1;
      unprocessedRequests = remainingRequests;
      if (tries < maxTriesWithoutProgress) await wait(50 * 2 ** (tries - 1));
    }
    throw new Error('the search table takes no more writes');
  };

  return {
    write: async (writes: readonly SearchWrite[]): Promise<void> => {
      const currentWrites = writes.filter((write) => !isExpired(write));
      await mapConcurrently(
        maxConcurrentCalls,
        splitIntoChunks(interleaveByOwner(currentWrites), maxPerCall.writes),
        (chunk) => send(chunk.map(toWriteRequest)),
      );
    },
  };
};

/** EventBridge's temporary errors for an event; any other is permanent. */
const transientErrors = ['InternalFailure', 'InternalException', 'ThrottlingException'];

/** `publishedCount` is the number of published events, and `rejection` is about the event after them. */
type PublishResult = { readonly publishedCount: number; readonly rejection?: 'temporary' | 'permanent' };

export type EventBus = {
  /** Publishes events in order, up to the first that is rejected. Throws if the bus is unreachable. */
  readonly publish: (events: readonly PublishedEvent[]) => Promise<PublishResult>;
};

export const createEventBus = (bridge: EventBridgeClient, name: string): EventBus => {
  const toEventEntry = ({ type, detail }: PublishedEvent) => ({
    EventBusName: name,
    Source: eventSources.portal,
    DetailType: type,
    Time: new Date(detail.occurredAt),
    Detail: JSON.stringify(detail),
  });

  return {
    publish: async (events: readonly PublishedEvent[]): Promise<PublishResult> => {
      let publishedCount = 0;
      for (const chunk of splitIntoChunks(events, maxPerCall.events)) {
        const { Entries = [] } = await bridge.send(new PutEventsCommand({ Entries: chunk.map(toEventEntry) }));
        const rejectedIndex = Entries.findIndex(({ ErrorCode }) => ErrorCode !== undefined);
        if (rejectedIndex !== -1) {
          const isTransient = transientErrors.includes(Entries[rejectedIndex]?.ErrorCode ?? '');
          return { publishedCount: publishedCount + rejectedIndex, rejection: isTransient ? 'temporary' : 'permanent' };
        }
        publishedCount += chunk.length;
      }
      return { publishedCount };
    },
  };
};
