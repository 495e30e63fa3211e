import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { SearchHit } from '#lambdas/lib/records/search.ts';
import { buildStoredRepair, withRepairEntry } from '#lambdas/testing/rows.ts';
import { changesHandler } from './handler.ts';
import type { PublishedEvent } from './portal-event.ts';
import type { SearchWrite } from './search-writes.ts';

const written: SearchWrite[] = [];
const published: PublishedEvent[] = [];
const counted: unknown[] = [];
const lines: string[] = [];
const hits: SearchHit[] = [];
let count: (records: readonly unknown[]) => Promise<readonly Error[]>;
let search: (writes: readonly SearchWrite[]) => Promise<void>;
/** Number of events that the bus accepts per call. */
let acceptedPerCall: number;
/** Ids of events that the bus always rejects. */
const malformed = new Set<string>();
const deadLetters: unknown[] = [];
let put: (record: unknown) => Promise<void>;

const handle = changesHandler({
  search: {
    write: (writes) => search(writes),
    find: async (_, prefix) => ({ items: hits.filter(({ term }) => term.startsWith(prefix)), hasMore: false }),
  },
  statistics: { update: (records) => count(records) },
  bus: {
    publish: async (events) => {
      const malformedIndex = events.findIndex(({ detail }) => malformed.has(detail.eventId));
      const acceptedCount = Math.min(malformedIndex === -1 ? events.length : malformedIndex, acceptedPerCall);
      published.push(...events.slice(0, acceptedCount));
      if (acceptedCount === events.length) return { publishedCount: acceptedCount };
      return { publishedCount: acceptedCount, rejection: acceptedCount === malformedIndex ? 'for good' : 'for now' };
    },
  },
  deadLetters: { put: (record) => put(record) },
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  for (const list of [written, counted, published, lines, deadLetters, hits]) list.length = 0;
  malformed.clear();
  put = async (record) => void deadLetters.push(record);
  acceptedPerCall = Infinity;
  search = async (writes) => void written.push(...writes);
  count = async (records) => {
    counted.push(...records);
    return [];
  };
});

const image = (row: RepairRow) => marshall(row, { removeUndefinedValues: true });
const record = (number: number, images: { OldImage?: object; NewImage?: object }) => ({
  eventID: `stream-${number}`,
  eventName: 'MODIFY',
  dynamodb: { SequenceNumber: `${number}00`, ...images },
});
const booking = (number: number) =>
  record(number, { NewImage: image(buildStoredRepair({ storeRefNo: `REF-${number}` })) });
const poison = (number: number) =>
  record(number, { NewImage: { store: { S: 'nuk#UK001' }, secret: { S: 'canary@nuk.example' } } });
const batch = (...Records: object[]) => ({ Records });

describe('batch of changes', () => {
  test('is published although a stored record of its month cannot be counted', async () => {
    count = async () => [new Error('unreadable')];
    expect(await handle(batch(booking(1)))).toEqual({ batchItemFailures: [] });
    expect(published).toHaveLength(1);
    expect(lines.join('')).toContain('statistics cannot be updated');
  });

  test('is published, then retried, if the statistics cannot be written for now', async () => {
    count = () => Promise.reject(new Error('throttled'));
    await expect(handle(batch(booking(1)))).rejects.toThrow('the first change of the batch failed');
    expect(published).toHaveLength(1);
  });

  test('is retried from the first change that the bus rejects', async () => {
    acceptedPerCall = 1;
    const row = buildStoredRepair();
    const unpublishedChange = record(2, {
      OldImage: image(row),
      NewImage: image(
        withRepairEntry(row, { type: 'rmaAssigned', at: '2026-11-03T08:00:00.000Z', eventId: 'e-1', rma: 'R1' }),
      ),
    });
    expect(await handle(batch(booking(1), unpublishedChange, booking(3), booking(4)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '300' }],
    });
  });

  test('fails if its first change is rejected', async () => {
    acceptedPerCall = 0;
    await expect(handle(batch(booking(1), booking(2)))).rejects.toThrow();
  });

  test('fails without events if the search table is unreachable', async () => {
    search = async () => {
      throw new Error('canary@nuk.example');
    };
    await expect(handle(batch(booking(1)))).rejects.toThrow(/^the first change of the batch failed$/);
    expect(published).toEqual([]);
  });
});

test('counts the months of all readable changes that have a row', async () => {
  const removal = record(3, { OldImage: image(buildStoredRepair({ storeRefNo: 'REF-3' })) });
  await handle(batch(booking(1), poison(2), removal));
  expect(counted).toMatchObject([{ kind: 'repairs', storeRefNo: 'REF-1' }]);
});

describe('change that can never succeed', () => {
  test('goes to the dead letter queue without delaying others', async () => {
    const records = Array.from({ length: 20 }, (_, index) =>
      [0, 7, 19].includes(index) ? poison(index) : booking(index),
    );
    malformed.add('stream-5');
    expect(await handle(batch(...records))).toEqual({ batchItemFailures: [] });
    expect(deadLetters).toEqual([poison(0), booking(5), poison(7), poison(19)]);
    expect(published.map(({ detail }) => detail.eventId)).toEqual(
      [1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map((number) => `stream-${number}`),
    );
    // The search table still accepts it.
    expect(JSON.stringify(written)).toContain('ref-5');
  });

  test('is kept in order while the bus is throttled', async () => {
    acceptedPerCall = 1;
    expect(await handle(batch(poison(1), booking(2), booking(3), poison(4)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '300' }],
    });
    expect(deadLetters).toEqual([poison(1)]);
  });

  test('is retried if the dead letter queue fails', async () => {
    put = async () => {
      throw new Error('no queue');
    };
    expect(await handle(batch(booking(1), poison(2), booking(3)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '200' }],
    });
  });

  test('is logged without its data', async () => {
    await handle(batch(poison(1)));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', message: 'change cannot be read', eventId: 'stream-1' }),
    ]);
    expect(lines.join()).not.toContain('canary');
  });
});

test('logs events without user input', async () => {
  await handle(
    batch(
      record(1, {
        NewImage: image(
          buildStoredRepair({ serialNumber: 'CANARY1', detailedDescription: 'CANARY2', storeRefNo: 'CANARY3' }),
        ),
      }),
    ),
  );
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', message: 'published', event: 'RepairBooked', eventId: 'stream-1' },
  ]);
});

test.each([[{}], [{ Records: [{ eventID: 'x' }] }], [null]])('rejects %j', async (event) => {
  await expect(handle(event)).rejects.toThrow();
});

describe('booking of a device with earlier repairs', () => {
  const repairedOn = (day: string, rma: string, facts: Partial<RepairRow> = {}) => {
    const at = `${day}T12:00:00.000Z`;
    return buildStoredRepair({
      storeRefNo: rma,
      timeline: [
        { type: 'rmaAssigned', at, eventId: 'e-1', rma },
        { type: 'status', at, eventId: 'e-2', status: 'repaired' },
        { type: 'status', at, eventId: 'e-3', status: 'dispatched' },
      ],
      ...facts,
    });
  };
  const find = (...rows: RepairRow[]) =>
    hits.push(
      ...(rows.flatMap(repairKind.toSearchItems).filter(({ owner }) => owner === 'repairs#nuk') as SearchHit[]),
    );

  test('has the longest warranty and its RMA number', async () => {
    find(repairedOn('2025-11-03', 'UK1'), repairedOn('2025-12-03', 'UK2'), repairedOn('2025-11-10', 'UK3'));
    await handle(batch(booking(1)));
    expect(published).toMatchObject([{ detail: { underWarrantyUntil: '2026-12-03', earlierRma: 'UK2' } }]);
  });

  test('omits expired warranties and those of other devices', async () => {
    find(repairedOn('2025-11-01', 'UK1'), repairedOn('2025-12-03', 'UK2', { serialNumber: 'OTHER1' }));
    await handle(batch(booking(1)));
    expect(published[0]?.detail).not.toHaveProperty('underWarrantyUntil');
  });
});
