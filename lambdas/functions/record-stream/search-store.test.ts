import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { buildStoredRepair } from '#lambdas/testing/rows.ts';
import type { PublishedEvent } from './portal-event.ts';
import { toPortalEvent } from './portal-event.ts';
import { createEventBus, createSearchStore } from './search-store.ts';
import type { SearchWrite } from './search-writes.ts';

describe('createSearchStore', () => {
  const { db, mock } = createMockedDb();
  const waits: number[] = [];
  const store = createSearchStore(db, 'search', async (ms) => waits.push(ms));
  const buildWrites = (count: number) =>
    Array.from({ length: count }, (_, index): SearchWrite => ({
      type: index % 2 ? 'delete' : 'put',
      item: { owner: 'o', term: `t${index}`, store: 's', reference: 'r' },
    }));
  const listRequests = () =>
    mock.commandCalls(BatchWriteCommand).map(({ args: [{ input }] }) => input.RequestItems?.['search'] ?? []);

  beforeEach(() => {
    waits.length = 0;
  });

  test('writes 25 items per call and deletes by key', async () => {
    mock.on(BatchWriteCommand).resolves({});
    await store.write(buildWrites(60));
    expect(listRequests().map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(listRequests()[0]?.slice(0, 2)).toEqual([
      { PutRequest: { Item: { owner: 'o', term: 't0', store: 's', reference: 'r' } } },
      { DeleteRequest: { Key: { owner: 'o', term: 't1' } } },
    ]);
  });

  test('makes at most eight concurrent calls', async () => {
    let runningCount = 0;
    let maxRunningCount = 0;
    mock.on(BatchWriteCommand).callsFake(async () => {
      runningCount += 1;
      maxRunningCount = Math.max(maxRunningCount, runningCount);
      // Lets the other calls start.
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      runningCount -= 1;
      return {};
    });
    await store.write(buildWrites(2026));
    expect(maxRunningCount).toBe(8);
    expect(listRequests()).toHaveLength(82);
    expect(
      new Set(
        listRequests()
          .flat()
          .map((request) => JSON.stringify(request)),
      ).size,
    ).toBe(2026);
  });

  test('interleaves the items of different owners', async () => {
    mock.on(BatchWriteCommand).resolves({});
    const buildWritesOfOwner = (owner: string) =>
      Array.from({ length: 1000 }, (_, index): SearchWrite => ({
        type: 'put',
        item: { owner, term: `t${index}`, store: 's', reference: 'r' },
      }));
    await store.write([...buildWritesOfOwner('store'), ...buildWritesOfOwner('region')]);
    for (const call of listRequests()) {
      const regionRequests = call.filter(({ PutRequest }) => PutRequest?.Item?.['owner'] === 'region');
      expect([12, 13]).toContain(regionRequests.length);
    }
  });

  test('calls again without a longer wait as long as some items are processed', async () => {
    const processedRequests: unknown[] = [];
    mock.on(BatchWriteCommand).callsFake(({ RequestItems }) => {
      processedRequests.push(...RequestItems.search.slice(0, 2));
      return { UnprocessedItems: { search: RequestItems.search.slice(2) } };
    });
    await store.write(buildWrites(25));
    expect(processedRequests).toHaveLength(25);
    expect(new Set(waits)).toEqual(new Set([50]));
  });

  test('retries only unprocessed items with backoff', async () => {
    const buildUnprocessedResponse = (key: string) => ({
      UnprocessedItems: { search: [{ DeleteRequest: { Key: { owner: 'o', term: key } } }] },
    });
    mock
      .on(BatchWriteCommand)
      .resolvesOnce(buildUnprocessedResponse('t3'))
      .resolvesOnce(buildUnprocessedResponse('t3'))
      .resolves({});
    await store.write(buildWrites(5));
    expect(listRequests().map(({ length }) => length)).toEqual([5, 1, 1]);
    expect(listRequests()[2]).toEqual([{ DeleteRequest: { Key: { owner: 'o', term: 't3' } } }]);
    expect(waits).toEqual([50, 100]);
  });

  test('fails if items stay unprocessed', async () => {
    mock.on(BatchWriteCommand).callsFake(({ RequestItems }) => ({ UnprocessedItems: RequestItems }));
    await expect(store.write(buildWrites(1))).rejects.toThrow('takes no more writes');
    expect(waits).toHaveLength(7);
  });
});

describe('createEventBus', () => {
  const bridge = new EventBridgeClient({ region: 'eu-central-1' });
  const mock = mockClient(bridge);
  const bus = createEventBus(bridge, 'portal-bus');
  const buildBookings = (count: number): PublishedEvent[] =>
    Array.from({ length: count }, (_, index) =>
      toPortalEvent({ eventId: `stream-${index}`, after: buildStoredRepair() }),
    ).filter((event) => event !== undefined);
  const listSentEntries = () => mock.commandCalls(PutEventsCommand).map(({ args: [{ input }] }) => input.Entries ?? []);
  const buildAcceptedEntries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ EventId: `${index}` }));

  beforeEach(() => void mock.reset());

  test('publishes events with source and time', async () => {
    mock.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: buildAcceptedEntries(1) });
    const [event] = buildBookings(1);
    expect(await bus.publish(buildBookings(1))).toEqual({ publishedCount: 1 });
    expect(listSentEntries()).toEqual([
      [
        {
          EventBusName: 'portal-bus',
          Source: 'retailer-support-portal',
          DetailType: 'RepairBooked',
          Time: new Date('2026-11-02T09:30:00.000Z'),
          Detail: JSON.stringify(event?.detail),
        },
      ],
    ]);
  });

  test('publishes ten events per call in order', async () => {
    mock
      .on(PutEventsCommand)
      .callsFake(({ Entries }) => ({ FailedEntryCount: 0, Entries: buildAcceptedEntries(Entries.length) }));
    expect(await bus.publish(buildBookings(23))).toEqual({ publishedCount: 23 });
    expect(listSentEntries().map(({ length }) => length)).toEqual([10, 10, 3]);
    expect(
      listSentEntries()
        .flat()
        .map(({ Detail }) => JSON.parse(Detail ?? '').eventId),
    ).toEqual(buildBookings(23).map(({ detail }) => detail.eventId));
  });

  test('stops at a temporarily rejected event', async () => {
    mock
      .on(PutEventsCommand)
      .resolvesOnce({ FailedEntryCount: 0, Entries: buildAcceptedEntries(10) })
      .resolvesOnce({
        FailedEntryCount: 2,
        Entries: [
          ...buildAcceptedEntries(3),
          { ErrorCode: 'ThrottlingException' },
          ...buildAcceptedEntries(5),
          { ErrorCode: 'InternalFailure' },
        ],
      });
    expect(await bus.publish(buildBookings(30))).toEqual({ publishedCount: 13, rejection: 'temporary' });
    expect(listSentEntries()).toHaveLength(2);
  });

  test('stops at a permanently rejected event', async () => {
    mock
      .on(PutEventsCommand)
      .resolves({ FailedEntryCount: 1, Entries: [...buildAcceptedEntries(1), { ErrorCode: 'MalformedDetail' }] });
    expect(await bus.publish(buildBookings(2))).toEqual({ publishedCount: 1, rejection: 'permanent' });
  });
});
