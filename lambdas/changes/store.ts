import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { BatchWriteCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf, mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { eventSources } from '#shared/back-office/events.ts';
import { tables } from '#shared/tables.ts';
import type { PublishedEvent } from './portal-event.ts';
import type { SearchWrite } from './search-writes.ts';

/** The most that DynamoDB writes, and EventBridge takes, in one call. */
const most = { writes: 25, events: 10 };

/** A return of a thousand lines is eighty calls, which the next changes wait for. */
const writesAtOnce = 8;

const { partition, sort } = tables.search.key;

const request = ({ type, item }: SearchWrite) =>
  type === 'put'
    ? { PutRequest: { Item: item } }
    : { DeleteRequest: { Key: { [partition]: item[partition], [sort]: item[sort] } } };

/** Owners take turns, so that no call goes to one partition alone: those of a return's store and of its region share its lines. */
const inTurns = (writes: readonly SearchWrite[]): SearchWrite[] => {
  const turns = [...Map.groupBy(writes, ({ item: { owner } }) => owner).values()].flatMap((ofOwner) =>
    ofOwner.map((write, turn) => ({ write, turn })),
  );
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ write }) => write);
};

const tries = 8;

/** `wait` (milliseconds) comes before what DynamoDB left over is tried again. */
export const searchStore = (db: DynamoDBDocumentClient, table: string, wait: (ms: number) => Promise<unknown>) => {
  const send = async (requests: NonNullable<BatchWriteCommandInput['RequestItems']>[string]): Promise<void> => {
    let left = requests;
    for (let inVain = 0; inVain < tries;) {
      const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: { [table]: left } }));
      const leftNow = UnprocessedItems?.[table] ?? [];
      if (leftNow.length === 0) return;
      // A partition takes a thousand writes a second: while some of it goes in, the rest will.
      inVain = leftNow.length < left.length ? 1 : inVain + 1;
      left = leftNow;
      if (inVain < tries) await wait(50 * 2 ** (inVain - 1));
    }
    throw new Error('the search table takes no more writes');
  };

  return {
    write: async (writes: readonly SearchWrite[]): Promise<void> => {
      await mapConcurrently(writesAtOnce, chunksOf(inTurns(writes), most.writes), (chunk) => send(chunk.map(request)));
    },
  };
};

/** EventBridge's reasons for refusing an event now that may be gone later; any other stays. */
const passing = ['InternalFailure', 'InternalException', 'ThrottlingException'];

/** `refused` tells of the event after the last that is there. */
type Published = { readonly there: number; readonly refused?: 'for now' | 'for good' };

export const eventBus = (bridge: EventBridgeClient, name: string) => {
  const entry = ({ type, detail }: PublishedEvent) => ({
    EventBusName: name,
    Source: eventSources.portal,
    DetailType: type,
    Time: new Date(detail.occurredAt),
    Detail: JSON.stringify(detail),
  });

  return {
    /** In their order, up to the first that is refused. Throws when the bus is out of reach. */
    publish: async (events: readonly PublishedEvent[]): Promise<Published> => {
      let there = 0;
      for (const chunk of chunksOf(events, most.events)) {
        const { Entries = [] } = await bridge.send(new PutEventsCommand({ Entries: chunk.map(entry) }));
        const refused = Entries.findIndex(({ ErrorCode }) => ErrorCode !== undefined);
        if (refused !== -1) {
          const isTransient = passing.includes(Entries[refused]?.ErrorCode ?? '');
          return { there: there + refused, refused: isTransient ? 'for now' : 'for good' };
        }
        there += chunk.length;
      }
      return { there };
    },
  };
};

export type SearchStore = ReturnType<typeof searchStore>;
export type EventBus = ReturnType<typeof eventBus>;
