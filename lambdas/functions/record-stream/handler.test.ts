import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { SearchHit } from '#lambdas/lib/records/search.ts';
import { buildStoredRepair, addRepairEntry } from '#lambdas/testing/rows.ts';
import { createRecordStreamHandler } from './handler.ts';
import type { PublishedEvent } from './portal-event.ts';
import type { SearchWrite } from './search-writes.ts';

const appliedWrites: SearchWrite[] = [];
const publishedEvents: PublishedEvent[] = [];
const countedRecords: unknown[] = [];
const logLines: string[] = [];
const hits: SearchHit[] = [];
let countRecords: (records: readonly unknown[]) => Promise<readonly Error[]>;
let writeSearchItems: (writes: readonly SearchWrite[]) => Promise<void>;
/** Number of events that the bus accepts per call. */
let acceptedPerCall: number;
/** Ids of events that the bus always rejects. */
const malformedEventIds = new Set<string>();
const deadLetters: unknown[] = [];
let putDeadLetter: (record: unknown) => Promise<void>;

const handle = createRecordStreamHandler({
  search: {
    write: (writes) => writeSearchItems(writes),
    find: async (_, prefix) => ({ items: hits.filter(({ term }) => term.startsWith(prefix)), hasMore: false }),
  },
  statistics: { update: (records) => countRecords(records) },
  bus: {
    publish: async (events) => {
      const malformedIndex = events.findIndex(({ detail }) => malformedEventIds.has(detail.eventId));
      const acceptedCount = Math.min(malformedIndex === -1 ? events.length : malformedIndex, acceptedPerCall);
      publishedEvents.push(...events.slice(0, acceptedCount));
      if (acceptedCount === events.length) return { publishedCount: acceptedCount };
      return { publishedCount: acceptedCount, rejection: acceptedCount === malformedIndex ? 'permanent' : 'temporary' };
    },
  },
  deadLetters: { put: (record) => putDeadLetter(record) },
  log: jsonLog((line) => logLines.push(line)),
});

beforeEach(() => {
  for (const list of [appliedWrites, countedRecords, publishedEvents, logLines, deadLetters, hits]) list.length = 0;
  malformedEventIds.clear();
  putDeadLetter = async (record) => void deadLetters.push(record);
  acceptedPerCall = Infinity;
  writeSearchItems = async (writes) => void appliedWrites.push(...writes);
  countRecords = async (records) => {
    countedRecords.push(...records);
    return [];
  };
});

const toImage = (row: RepairRow) => marshall(row, { removeUndefinedValues: true });
const buildRecord = (number: number, images: { OldImage?: object; NewImage?: object }) => ({
  eventID: `stream-${number}`,
  eventName: 'MODIFY',
  dynamodb: { SequenceNumber: `${number}00`, ...images },
});
const buildBooking = (number: number) =>
  buildRecord(number, { NewImage: toImage(buildStoredRepair({ storeRefNo: `REF-${number}` })) });
/** Builds a change that cannot be parsed. Its `canary` must not get into the log. */
const buildInvalidRecord = (number: number) =>
  buildRecord(number, { NewImage: { store: { S: 'nuk#UK001' }, secret: { S: 'canary@nuk.example' } } });
const buildBatch = (...Records: object[]) => ({ Records });

describe('batch of changes', () => {
  test('is published even if a stored record of its month cannot be counted', async () => {
    countRecords = async () => [new Error('unreadable')];
    expect(await handle(buildBatch(buildBooking(1)))).toEqual({ batchItemFailures: [] });
    expect(publishedEvents).toHaveLength(1);
    expect(logLines.join('')).toContain('statistics cannot be updated');
  });

  test('is published and retried if the statistics cannot be written', async () => {
    countRecords = () => Promise.reject(new Error('throttled'));
    await expect(handle(buildBatch(buildBooking(1)))).rejects.toThrow('the first change of the batch failed');
    expect(publishedEvents).toHaveLength(1);
  });

  test('is retried from the first change that the bus rejects', async () => {
    acceptedPerCall = 1;
    const row = buildStoredRepair();
    const unpublishedChange = buildRecord(2, {
      OldImage: toImage(row),
      NewImage: toImage(
        addRepairEntry(row, { type: 'rmaAssigned', at: '2026-11-03T08:00:00.000Z', eventId: 'e-1', rma: 'R1' }),
      ),
    });
    expect(await handle(buildBatch(buildBooking(1), unpublishedChange, buildBooking(3), buildBooking(4)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '300' }],
    });
  });

  test('fails if its first change is rejected', async () => {
    acceptedPerCall = 0;
    await expect(handle(buildBatch(buildBooking(1), buildBooking(2)))).rejects.toThrow();
  });

  test('fails without events if the search table is unreachable', async () => {
    writeSearchItems = async () => {
      throw new Error('canary@nuk.example');
    };
    await expect(handle(buildBatch(buildBooking(1)))).rejects.toThrow(/^the first change of the batch failed$/);
    expect(publishedEvents).toEqual([]);
  });
});

test('counts the months of all readable changes that have a row', async () => {
  const removal = buildRecord(3, { OldImage: toImage(buildStoredRepair({ storeRefNo: 'REF-3' })) });
  await handle(buildBatch(buildBooking(1), buildInvalidRecord(2), removal));
  expect(countedRecords).toMatchObject([{ kind: 'repairs', storeRefNo: 'REF-1' }]);
});

describe('change that can never succeed', () => {
  test('goes to the dead letter queue without delaying other changes', async () => {
    const records = Array.from({ length: 20 }, (_, index) =>
      [0, 7, 19].includes(index) ? buildInvalidRecord(index) : buildBooking(index),
    );
    malformedEventIds.add('stream-5');
    expect(await handle(buildBatch(...records))).toEqual({ batchItemFailures: [] });
    expect(deadLetters).toEqual([
      buildInvalidRecord(0),
      buildBooking(5),
      buildInvalidRecord(7),
      buildInvalidRecord(19),
    ]);
    expect(publishedEvents.map(({ detail }) => detail.eventId)).toEqual(
      [1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map((number) => `stream-${number}`),
    );
    // The change of the rejected event is still written to the search table.
    expect(JSON.stringify(appliedWrites)).toContain('ref-5');
  });

  test('goes to the dead letter queue only after the events of earlier changes are published', async () => {
    acceptedPerCall = 1;
    expect(
      await handle(buildBatch(buildInvalidRecord(1), buildBooking(2), buildBooking(3), buildInvalidRecord(4))),
    ).toEqual({
      batchItemFailures: [{ itemIdentifier: '300' }],
    });
    expect(deadLetters).toEqual([buildInvalidRecord(1)]);
  });

  test('is retried if the dead letter queue fails', async () => {
    putDeadLetter = async () => {
      throw new Error('no queue');
    };
    expect(await handle(buildBatch(buildBooking(1), buildInvalidRecord(2), buildBooking(3)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '200' }],
    });
  });

  test('is logged without its data', async () => {
    await handle(buildBatch(buildInvalidRecord(1)));
    expect(logLines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', message: 'change cannot be read', eventId: 'stream-1' }),
    ]);
    expect(logLines.join()).not.toContain('canary');
  });
});

test('logs events without user input', async () => {
  await handle(
    buildBatch(
      buildRecord(1, {
        NewImage: toImage(
          buildStoredRepair({ serialNumber: 'CANARY1', detailedDescription: 'CANARY2', storeRefNo: 'CANARY3' }),
        ),
      }),
    ),
  );
  expect(logLines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', message: 'published', event: 'RepairBooked', eventId: 'stream-1' },
  ]);
});

test.each([[{}], [{ Records: [{ eventID: 'x' }] }], [null]])('rejects the event %j', async (event) => {
  await expect(handle(event)).rejects.toThrow();
});

describe('booking of a device with earlier repairs', () => {
  const buildRepairOfDay = (day: string, rma: string, overrides: Partial<RepairRow> = {}) => {
    const at = `${day}T12:00:00.000Z`;
    return buildStoredRepair({
      storeRefNo: rma,
      timeline: [
        { type: 'rmaAssigned', at, eventId: 'e-1', rma },
        { type: 'status', at, eventId: 'e-2', status: 'repaired' },
        { type: 'status', at, eventId: 'e-3', status: 'dispatched' },
      ],
      ...overrides,
    });
  };
  const addHits = (...rows: RepairRow[]) =>
    hits.push(
      ...(rows.flatMap(repairKind.toSearchItems).filter(({ owner }) => owner === 'repairs#nuk') as SearchHit[]),
    );

  test('has the longest warranty and its RMA number', async () => {
    addHits(
      buildRepairOfDay('2025-11-03', 'UK1'),
      buildRepairOfDay('2025-12-03', 'UK2'),
      buildRepairOfDay('2025-11-10', 'UK3'),
    );
    await handle(buildBatch(buildBooking(1)));
    expect(publishedEvents).toMatchObject([{ detail: { underWarrantyUntil: '2026-12-03', earlierRma: 'UK2' } }]);
  });

  test('omits expired warranties and those of other devices', async () => {
    addHits(buildRepairOfDay('2025-11-01', 'UK1'), buildRepairOfDay('2025-12-03', 'UK2', { serialNumber: 'OTHER1' }));
    await handle(buildBatch(buildBooking(1)));
    expect(publishedEvents[0]?.detail).not.toHaveProperty('underWarrantyUntil');
  });
});
