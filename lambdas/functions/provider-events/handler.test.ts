import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { buildProviderEvent, buildRmaAssigned, buildStatusChanged } from '#lambdas/testing/provider-event.ts';
import { buildStoredRepair } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/config/limits.ts';
import { addDays } from '#shared/dates/dates.ts';
import { createProviderEventsHandler } from './handler.ts';
import { toTimelineEntry, parseProviderEvent } from './provider-event.ts';

const { db, mock } = createMockedDb();
const logLines: string[] = [];
const table = new Map<string, Record<string, unknown>>();
const readStoredRow = () => repairKind.parse(table.get('ref-1'));

const handle = createProviderEventsHandler({
  records: {
    repairs: createRecordsStore(db, 'repairs', repairKind),
    returns: createRecordsStore(db, 'returns', returnKind),
  },
  now: () => new Date('2026-11-03T08:00:00.000Z'),
  log: jsonLog((line) => logLines.push(line)),
});

beforeEach(() => {
  logLines.length = 0;
  table.clear();
  const row = buildStoredRepair();
  table.set(row.reference, toItem('repairs', row));
  mock.on(GetCommand).callsFake(({ Key }) => ({ Item: table.get(Key.reference) }));
  mock.on(PutCommand).callsFake(({ Item, ExpressionAttributeValues }) => {
    if (table.get(Item.reference)?.['version'] !== ExpressionAttributeValues[':version'])
      throw new ConditionalCheckFailedException({ message: '', $metadata: {} });
    table.set(Item.reference, Item);
    return {};
  });
});

const buildBatch = (...bodies: string[]) => ({
  Records: bodies.map((body, index) => ({ messageId: `m${index}`, body, receiptHandle: 'r' })),
});
const buildFailures = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });
const parseLog = () => logLines.map((line) => JSON.parse(line));

describe('batch of provider events', () => {
  test('is applied in order', async () => {
    expect(await handle(buildBatch(buildStatusChanged(), buildRmaAssigned()))).toEqual(buildFailures());
    expect(readStoredRow()).toMatchObject({ rma: 'UK55500001', state: 'confirmed', version: 3 });
  });

  test('retries invalid messages without delaying the other messages', async () => {
    const eventOfUnknownRecord = buildRmaAssigned({ storeRefNo: 'NOBODY-KNOWS' });
    expect(
      await handle(buildBatch('{', eventOfUnknownRecord, buildRmaAssigned(), buildProviderEvent('Misspelled'))),
    ).toEqual(buildFailures('m0', 'm1', 'm3'));
    expect(readStoredRow().rma).toBe('UK55500001');
  });

  test('is retried while the table is unreachable', async () => {
    mock.on(GetCommand).rejects(new Error('canary: out of reach'));
    expect(await handle(buildBatch(buildRmaAssigned(), buildStatusChanged()))).toEqual(buildFailures('m0', 'm1'));
    expect(logLines.join()).not.toContain('canary');
  });

  test('fails for an event that is not a queue batch', () => expect(handle({ Records: [{}] })).rejects.toThrow());
});

describe('log', () => {
  test('contains the event and its outcome', async () => {
    await handle(
      buildBatch(
        buildRmaAssigned(),
        buildRmaAssigned(),
        buildStatusChanged({ storeRefNo: 'REF-9' }),
        buildProviderEvent('Misspelled'),
      ),
    );
    expect(parseLog()).toEqual([
      { level: 'info', message: 'report applied', event: 'RmaAssigned', eventId: 'e-1' },
      { level: 'info', message: 'report known already', event: 'RmaAssigned', eventId: 'e-1' },
      {
        level: 'error',
        message: 'report not applied',
        requestId: 'm2',
        event: 'RepairStatusChanged',
        eventId: 'e-2',
        code: 'UnknownRecord',
      },
      { level: 'error', message: 'report not applied', requestId: 'm3', code: 'UnknownType' },
    ]);
  });

  test('contains no other data of the event', async () => {
    await handle(
      buildBatch(
        buildRmaAssigned({ rma: 'CANARY', storeRefNo: 'CANARY' }),
        buildRmaAssigned({ rma: 'CANARY', region: 'CANARY' }),
        buildProviderEvent('CANARY'),
        'CANARY',
      ),
    );
    expect(logLines).toHaveLength(4);
    expect(logLines.join()).not.toContain('CANARY');
  });
});

const now = new Date('2026-11-03T08:00:00.000Z');
/** An event may be recorded long after it occurred. */
const recordedAt = new Date('2026-11-04T07:00:00.000Z');

describe('provider event', () => {
  const entryTime = { at: '2026-11-03T08:00:00.000Z', recordedAt: recordedAt.toISOString() };

  test.each([
    [buildRmaAssigned(), { type: 'rmaAssigned', ...entryTime, eventId: 'e-1', rma: 'UK55500001' }],
    [
      buildStatusChanged({ status: 'returnedUnrepaired' }),
      { type: 'status', ...entryTime, eventId: 'e-2', status: 'returnedUnrepaired' },
    ],
  ])('becomes a timeline entry with the time at which it was recorded', (body, entry) =>
    expect(toTimelineEntry(parseProviderEvent(body, now), recordedAt)).toEqual(entry),
  );

  test('may have a deadline and mark a replacement', () =>
    expect(
      toTimelineEntry(
        parseProviderEvent(buildStatusChanged({ status: 'dispatched', dueAt: '2026-12-24', isReplacement: true }), now),
        now,
      ),
    ).toMatchObject({ status: 'dispatched', dueAt: '2026-12-24', isReplacement: true }));

  test.each([
    ['nuk', '2026-11-02'],
    ['ndach', '2026-11-03'],
  ])('may have a deadline on its local day in %s', (region, dueAt) => {
    const occurredAt = '2026-11-02T23:30:00Z';
    expect(parseProviderEvent(buildStatusChanged({ region, occurredAt, dueAt }), now).detail).toMatchObject({ dueAt });
    const dayBefore = buildStatusChanged({ region, occurredAt, dueAt: addDays(dueAt, -1) });
    expect(() => parseProviderEvent(dayBefore, now)).toThrow(expect.objectContaining({ reason: 'InvalidDetail' }));
  });

  test('may have a deadline 366 days later', () => {
    const detail = { dueAt: addDays('2026-11-03', limits.dueAtDays) };
    expect(parseProviderEvent(buildStatusChanged(detail), now).detail).toMatchObject(detail);
  });

  test('may have unknown fields, which are dropped', () =>
    expect(parseProviderEvent(buildRmaAssigned({ clerk: 'somebody' }), now).detail).not.toHaveProperty('clerk'));

  test.each([
    ['2026-11-03T07:00:00Z', '2026-11-03T07:00:00.000Z'],
    ['2026-11-03T07:00:00.123456Z', '2026-11-03T07:00:00.123Z'],
  ])('of %s is stored in a sortable format', (occurredAt, at) =>
    expect(toTimelineEntry(parseProviderEvent(buildRmaAssigned({ occurredAt }), now), now).at).toBe(at),
  );

  test('may be up to five minutes in the future', () =>
    expect(parseProviderEvent(buildRmaAssigned({ occurredAt: '2026-11-03T08:05:00.000Z' }), now).type).toBe(
      'RmaAssigned',
    ));
});

describe('provider event validation', () => {
  test.each([
    ['invalid JSON', '{', 'NotAnEvent'],
    ['anything but an event', '[]', 'NotAnEvent'],
    [
      'an event from another source',
      buildProviderEvent('RmaAssigned', {}, { source: 'retailer-support-portal' }),
      'NotAnEvent',
    ],
    ['an unknown type', buildProviderEvent('RMAAssigned'), 'UnknownType'],
    ['an event type of the portal', buildProviderEvent('RepairBooked'), 'UnknownType'],
    ['the name of an object property as type', buildProviderEvent('constructor'), 'UnknownType'],
    ['a blank RMA number', buildRmaAssigned({ rma: '  ' }), 'InvalidDetail'],
    ['an RMA number with a control character', buildRmaAssigned({ rma: 'R\u001F1' }), 'InvalidDetail'],
    ['an RMA number that is too long', buildRmaAssigned({ rma: 'R'.repeat(41) }), 'InvalidDetail'],
    ['a day that does not exist', buildStatusChanged({ dueAt: '2026-02-30' }), 'InvalidDetail'],
    ['a deadline 367 days later', buildStatusChanged({ dueAt: '2027-11-05' }), 'InvalidDetail'],
    ['a deadline before the event', buildStatusChanged({ dueAt: '2026-11-02' }), 'InvalidDetail'],
    [
      'a deadline before the event for another status',
      buildStatusChanged({ status: 'repaired', dueAt: '2026-11-02' }),
      'InvalidDetail',
    ],
    ['a status of the portal', buildStatusChanged({ status: 'withdrawn' }), 'InvalidDetail'],
    ['an event without an id', buildRmaAssigned({ eventId: '' }), 'InvalidDetail'],
    ['a store id with the key separator', buildRmaAssigned({ storeId: 'UK001#' }), 'InvalidDetail'],
    ['an unknown region', buildRmaAssigned({ region: 'nit' }), 'InvalidDetail'],
    ['another version', buildRmaAssigned({ version: 2 }), 'InvalidDetail'],
    ['a time without a zone', buildRmaAssigned({ occurredAt: '2026-11-03T08:00:00' }), 'InvalidDetail'],
    [
      'an event more than five minutes in the future',
      buildRmaAssigned({ occurredAt: '2026-11-03T08:05:00.001Z' }),
      'InTheFuture',
    ],
  ])('rejects %s', (_, body, reason) =>
    expect(() => parseProviderEvent(body, now)).toThrow(
      expect.objectContaining({ name: 'RejectedEventError', reason }),
    ),
  );

  test('rejects any other input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((detail) => buildProviderEvent('RmaAssigned', detail)),
        ),
        (body) => {
          expect(() => parseProviderEvent(body, now)).toThrow(expect.objectContaining({ name: 'RejectedEventError' }));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
