import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/http/log.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import type { SearchHit } from '#lambdas/records/search.ts';
import { bookedRow, later } from '#lambdas/testing/rows.ts';
import { changesHandler } from './handler.ts';
import type { PublishedEvent } from './portal-event.ts';
import type { SearchWrite } from './search-writes.ts';

const written: SearchWrite[] = [];
const told: PublishedEvent[] = [];
const lines: string[] = [];
const hits: SearchHit[] = [];
let search: (writes: readonly SearchWrite[]) => Promise<void>;
/** How many events the bus takes in one go. */
let takes: number;
/** Ids of events that it never takes. */
const malformed = new Set<string>();
const aside: unknown[] = [];
let put: (record: unknown) => Promise<void>;

const handle = changesHandler({
  search: {
    write: (writes) => search(writes),
    find: async (_, prefix) => ({ items: hits.filter(({ term }) => term.startsWith(prefix)), hasMore: false }),
  },
  bus: {
    publish: async (events) => {
      const bad = events.findIndex(({ detail }) => malformed.has(detail.eventId));
      const there = Math.min(bad === -1 ? events.length : bad, takes);
      told.push(...events.slice(0, there));
      if (there === events.length) return { there };
      return { there, refused: there === bad ? 'for good' : 'for now' };
    },
  },
  lost: { put: (record) => put(record) },
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  for (const list of [written, told, lines, aside, hits]) list.length = 0;
  malformed.clear();
  put = async (record) => void aside.push(record);
  takes = Infinity;
  search = async (writes) => void written.push(...writes);
});

const image = (row: RepairRow) => marshall(row, { removeUndefinedValues: true });
const record = (number: number, images: { OldImage?: object; NewImage?: object }) => ({
  eventID: `stream-${number}`,
  eventName: 'MODIFY',
  dynamodb: { SequenceNumber: `${number}00`, ...images },
});
const booking = (number: number) => record(number, { NewImage: image(bookedRow({ storeRefNo: `REF-${number}` })) });
const poison = (number: number) =>
  record(number, { NewImage: { store: { S: 'nuk#UK001' }, secret: { S: 'canary@nuk.example' } } });
const batch = (...Records: object[]) => ({ Records });

describe('a batch of changes', () => {
  test('is handed out again from the first change that the bus refused', async () => {
    takes = 1;
    const row = bookedRow();
    const silent = record(2, {
      OldImage: image(row),
      NewImage: image(later(row, { type: 'rmaAssigned', at: '2026-11-03T08:00:00.000Z', eventId: 'e-1', rma: 'R1' })),
    });
    expect(await handle(batch(booking(1), silent, booking(3), booking(4)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '300' }],
    });
  });

  test('fails as a whole when its first change is refused, so that Lambda halves it', async () => {
    takes = 0;
    await expect(handle(batch(booking(1), booking(2)))).rejects.toThrow();
  });

  test('fails as a whole when the search table is out of reach, and tells nobody yet', async () => {
    search = async () => {
      throw new Error('canary@nuk.example');
    };
    await expect(handle(batch(booking(1)))).rejects.toThrow(/^the first change of the batch failed$/);
    expect(told).toEqual([]);
  });
});

describe('a change that no further try would help', () => {
  test('is put aside at once, and the others go on', async () => {
    const records = Array.from({ length: 20 }, (_, index) =>
      [0, 7, 19].includes(index) ? poison(index) : booking(index),
    );
    malformed.add('stream-5');
    expect(await handle(batch(...records))).toEqual({ batchItemFailures: [] });
    expect(aside).toEqual([poison(0), booking(5), poison(7), poison(19)]);
    expect(told.map(({ detail }) => detail.eventId)).toEqual(
      [1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map((number) => `stream-${number}`),
    );
    // It can be found all the same: the search table has nothing against it.
    expect(JSON.stringify(written)).toContain('ref-5');
  });

  test('waits where the bus is away, too: nothing is put aside before its turn', async () => {
    takes = 1;
    expect(await handle(batch(poison(1), booking(2), booking(3), poison(4)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '300' }],
    });
    expect(aside).toEqual([poison(1)]);
  });

  test('comes again where it could not be put aside', async () => {
    put = async () => {
      throw new Error('no queue');
    };
    expect(await handle(batch(booking(1), poison(2), booking(3)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '200' }],
    });
  });

  test('is logged by its event alone', async () => {
    await handle(batch(poison(1)));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', message: 'change cannot be read', eventId: 'stream-1' }),
    ]);
    expect(lines.join()).not.toContain('canary');
  });
});

test('the log names events, and nothing that somebody typed', async () => {
  await handle(
    batch(
      record(1, {
        NewImage: image(bookedRow({ serialNumber: 'CANARY1', detailedDescription: 'CANARY2', storeRefNo: 'CANARY3' })),
      }),
    ),
  );
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', message: 'published', event: 'RepairBooked', eventId: 'stream-1' },
  ]);
});

test.each([[{}], [{ Records: [{ eventID: 'x' }] }], [null]])('%j is no batch', async (event) => {
  await expect(handle(event)).rejects.toThrow();
});

describe('a booking of a device that was repaired before', () => {
  const repairedOn = (day: string, rma: string, facts: Partial<RepairRow> = {}) => {
    const at = `${day}T12:00:00.000Z`;
    return bookedRow({
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
    hits.push(...(rows.flatMap(repairKind.searchItems).filter(({ owner }) => owner === 'repairs#nuk') as SearchHit[]));

  test('names the warranty that runs longest and its RMA number', async () => {
    find(repairedOn('2025-11-03', 'UK1'), repairedOn('2025-12-03', 'UK2'), repairedOn('2025-11-10', 'UK3'));
    await handle(batch(booking(1)));
    expect(told).toMatchObject([{ detail: { underWarrantyUntil: '2026-12-03', earlierRma: 'UK2' } }]);
  });

  test('names none that has ended, and none of another device', async () => {
    find(repairedOn('2025-11-01', 'UK1'), repairedOn('2025-12-03', 'UK2', { serialNumber: 'OTHER1' }));
    await handle(batch(booking(1)));
    expect(told[0]?.detail).not.toHaveProperty('underWarrantyUntil');
  });
});
