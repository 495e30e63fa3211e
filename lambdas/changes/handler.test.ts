import { unmarshall, marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/http/log.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { bookedRow, later } from '#lambdas/testing/repair-row.ts';
import { bookedReturn } from '#lambdas/testing/return-row.ts';
import { changesHandler } from './handler.ts';
import type { PublishedEvent } from './portal-event.ts';
import type { SearchWrite } from './search-writes.ts';

const written: SearchWrite[] = [];
const told: PublishedEvent[] = [];
const lines: string[] = [];
let search: (writes: readonly SearchWrite[]) => Promise<void>;
/** How many events the bus takes in one go. */
let takes: number;

const handle = changesHandler({
  search: { write: (writes) => search(writes) },
  bus: {
    publish: async (events) => {
      told.push(...events.slice(0, takes));
      return Math.min(events.length, takes);
    },
  },
  plain: (image) => unmarshall(image as Parameters<typeof unmarshall>[0]),
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  for (const list of [written, told, lines]) list.length = 0;
  takes = Infinity;
  search = async (writes) => void written.push(...writes);
});

const image = (row: RepairRow) => marshall(row, { removeUndefinedValues: true });
const record = (number: number, images: { OldImage?: object; NewImage?: object }) => ({
  eventID: `stream-${number}`,
  eventName: 'MODIFY',
  dynamodb: { SequenceNumber: `${number}00`, ...images },
});
const returned = (number: number) =>
  record(number, {
    NewImage: marshall(bookedReturn({ storeRefNo: `RET-${number}` }), { removeUndefinedValues: true }),
  });
const booking = (number: number) => record(number, { NewImage: image(bookedRow({ storeRefNo: `REF-${number}` })) });
const poison = (number: number) =>
  record(number, { NewImage: { store: { S: 'nuk#UK001' }, secret: { S: 'canary@nuk.example' } } });
const batch = (...Records: object[]) => ({ Records });

describe('a batch of changes', () => {
  test('reaches the search table and the bus, and nothing is handed out again', async () => {
    expect(await handle(batch(booking(1), booking(2)))).toEqual({ batchItemFailures: [] });
    expect(written).toHaveLength(8);
    expect(told.map(({ type, detail }) => [type, detail.storeRefNo, detail.eventId])).toEqual([
      ['RepairBooked', 'REF-1', 'stream-1'],
      ['RepairBooked', 'REF-2', 'stream-2'],
    ]);
  });

  test('of returns reaches both too', async () => {
    expect(await handle(batch(returned(1), returned(2)))).toEqual({ batchItemFailures: [] });
    expect(written).toHaveLength(2 * 2 * 4);
    expect(told.map(({ type, detail }) => [type, detail.storeRefNo])).toEqual([
      ['ReturnBooked', 'RET-1'],
      ['ReturnBooked', 'RET-2'],
    ]);
  });

  test('that comes twice is told under the same ids', async () => {
    await handle(batch(booking(1), booking(2)));
    const [writes, events] = [[...written], [...told]];
    await handle(batch(booking(1), booking(2)));
    expect(written).toEqual([...writes, ...writes]);
    expect(told).toEqual([...events, ...events]);
  });

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

describe('a change that nobody can read', () => {
  test('does not hold up those before it, and comes again first', async () => {
    expect(await handle(batch(booking(1), booking(2), poison(3), booking(4)))).toEqual({
      batchItemFailures: [{ itemIdentifier: '300' }],
    });
    expect(told.map(({ detail }) => detail.storeRefNo)).toEqual(['REF-1', 'REF-2']);
  });

  // As Lambda does it: a batch that fails is halved, one that fails in part begins again there, one that fails alone is given up.
  const deliver = async (records: readonly object[]): Promise<object[]> => {
    if (records.length === 0) return [];
    const failed = await handle(batch(...records)).then(
      ({ batchItemFailures: [first] }) =>
        records.findIndex((each) => JSON.stringify(each).includes(`"SequenceNumber":"${first?.itemIdentifier}"`)),
      () => 0,
    );
    if (failed === -1) return [];
    if (failed > 0) return deliver(records.slice(failed));
    if (records.length === 1) return [...records];
    const half = Math.ceil(records.length / 2);
    return [...(await deliver(records.slice(0, half))), ...(await deliver(records.slice(half)))];
  };

  test('ends alone among the lost ones; all others are told', async () => {
    const records = Array.from({ length: 20 }, (_, index) =>
      [0, 7, 19].includes(index) ? poison(index) : booking(index),
    );
    expect(await deliver(records)).toEqual([poison(0), poison(7), poison(19)]);
    const heard = new Set(told.map(({ detail }) => detail.storeRefNo));
    expect(heard.size).toBe(17);
  });

  test('leaves nothing of itself in the log', async () => {
    await expect(handle(batch(poison(1)))).rejects.toThrow();
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
