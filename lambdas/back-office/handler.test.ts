import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonLog } from '#lambdas/http/log.ts';
import { itemOf } from '#lambdas/records/item.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { mockedDb } from '#lambdas/testing/database.ts';
import { eventOf, rmaAssigned, statusChanged } from '#lambdas/testing/provider-event.ts';
import { bookedRow } from '#lambdas/testing/rows.ts';
import { addDays } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import { backOfficeHandler } from './handler.ts';
import { entryOf, parseReport } from './report.ts';

const { db, mock } = mockedDb();
const lines: string[] = [];
const table = new Map<string, Record<string, unknown>>();
const storedRow = () => repairKind.parse(table.get('ref-1'));

const handle = backOfficeHandler({
  records: { repairs: recordsStore(db, 'repairs', repairKind), returns: recordsStore(db, 'returns', returnKind) },
  now: () => new Date('2026-11-03T08:00:00.000Z'),
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  lines.length = 0;
  table.clear();
  const row = bookedRow();
  table.set(row.reference, itemOf('repairs', row));
  mock.on(GetCommand).callsFake(({ Key }) => ({ Item: table.get(Key.reference) }));
  mock.on(PutCommand).callsFake(({ Item, ExpressionAttributeValues }) => {
    if (table.get(Item.reference)?.['version'] !== ExpressionAttributeValues[':version'])
      throw new ConditionalCheckFailedException({ message: '', $metadata: {} });
    table.set(Item.reference, Item);
    return {};
  });
});

const queued = (...bodies: string[]) => ({
  Records: bodies.map((body, index) => ({ messageId: `m${index}`, body, receiptHandle: 'r' })),
});
const failures = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });
const logged = () => lines.map((line) => JSON.parse(line));

describe('a batch of reports', () => {
  test('is entered, report after report', async () => {
    expect(await handle(queued(statusChanged(), rmaAssigned()))).toEqual(failures());
    expect(storedRow()).toMatchObject({ rma: 'UK55500001', state: 'confirmed', version: 3 });
  });

  test('one that cannot be entered is handed out again, and holds up no other', async () => {
    const unknown = rmaAssigned({ storeRefNo: 'NOBODY-KNOWS' });
    expect(await handle(queued('{', unknown, rmaAssigned(), eventOf('Misspelled')))).toEqual(
      failures('m0', 'm1', 'm3'),
    );
    expect(storedRow().rma).toBe('UK55500001');
  });

  test('waits in the queue while the table is out of reach', async () => {
    mock.on(GetCommand).rejects(new Error('canary: out of reach'));
    expect(await handle(queued(rmaAssigned(), statusChanged()))).toEqual(failures('m0', 'm1'));
    expect(lines.join()).not.toContain('canary');
  });

  test('what is no batch of a queue fails', () => expect(handle({ Records: [{}] })).rejects.toThrow());
});

describe('the log', () => {
  test('names the event, and says what became of it', async () => {
    await handle(queued(rmaAssigned(), rmaAssigned(), statusChanged({ storeRefNo: 'REF-9' }), eventOf('Misspelled')));
    expect(logged()).toEqual([
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

  test('repeats nothing else that a report says', async () => {
    await handle(
      queued(
        rmaAssigned({ rma: 'CANARY', storeRefNo: 'CANARY' }),
        rmaAssigned({ rma: 'CANARY', region: 'CANARY' }),
        eventOf('CANARY'),
        'CANARY',
      ),
    );
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain('CANARY');
  });
});

const now = new Date('2026-11-03T08:00:00.000Z');

describe('a report', () => {
  const told = { at: '2026-11-03T08:00:00.000Z' };

  test.each([
    [rmaAssigned(), { type: 'rmaAssigned', ...told, eventId: 'e-1', rma: 'UK55500001' }],
    [
      statusChanged({ status: 'returnedUnrepaired' }),
      { type: 'status', ...told, eventId: 'e-2', status: 'returnedUnrepaired' },
    ],
  ])('becomes an entry of the timeline', (body, entry) => expect(entryOf(parseReport(body, now))).toEqual(entry));

  test('of a status may bring the provider’s own day, and that the device is another', () =>
    expect(
      entryOf(parseReport(statusChanged({ status: 'dispatched', dueAt: '2026-12-24', isReplacement: true }), now)),
    ).toMatchObject({ status: 'dispatched', dueAt: '2026-12-24', isReplacement: true }));

  test.each([
    ['nuk', '2026-11-02'],
    ['ndach', '2026-11-03'],
  ])('of the last hour of a day (UTC) may be due on its day in %s', (region, dueAt) => {
    const occurredAt = '2026-11-02T23:30:00Z';
    expect(parseReport(statusChanged({ region, occurredAt, dueAt }), now).detail).toMatchObject({ dueAt });
    const dayBefore = statusChanged({ region, occurredAt, dueAt: addDays(dueAt, -1) });
    expect(() => parseReport(dayBefore, now)).toThrow(expect.objectContaining({ reason: 'InvalidDetail' }));
  });

  test('may be due 366 days after its own day', () => {
    const detail = { dueAt: addDays('2026-11-03', limits.dueAtDays) };
    expect(parseReport(statusChanged(detail), now).detail).toMatchObject(detail);
  });

  test('may hold more than is read', () =>
    expect(parseReport(rmaAssigned({ clerk: 'somebody' }), now).detail).not.toHaveProperty('clerk'));

  test.each([
    ['2026-11-03T07:00:00Z', '2026-11-03T07:00:00.000Z'],
    ['2026-11-03T07:00:00.123456Z', '2026-11-03T07:00:00.123Z'],
  ])('of %s is kept in the one form in which instants sort', (occurredAt, at) =>
    expect(entryOf(parseReport(rmaAssigned({ occurredAt }), now)).at).toBe(at),
  );

  test('may come from a clock that is five minutes ahead', () =>
    expect(parseReport(rmaAssigned({ occurredAt: '2026-11-03T08:05:00.000Z' }), now).type).toBe('RmaAssigned'));
});

describe('refused is', () => {
  test.each([
    ['what is no JSON', '{', 'NotAnEvent'],
    ['what is no event', '[]', 'NotAnEvent'],
    ["an event of somebody else's", eventOf('RmaAssigned', {}, { source: 'retailer-support-portal' }), 'NotAnEvent'],
    ['a type that nobody knows', eventOf('RMAAssigned'), 'UnknownType'],
    ["a type of the portal's own", eventOf('RepairBooked'), 'UnknownType'],
    ['a type that every object has', eventOf('constructor'), 'UnknownType'],
    ['an RMA number without a number', rmaAssigned({ rma: '  ' }), 'InvalidDetail'],
    ['an RMA number with a control character', rmaAssigned({ rma: 'R\u001F1' }), 'InvalidDetail'],
    ['an RMA number that is too long', rmaAssigned({ rma: 'R'.repeat(41) }), 'InvalidDetail'],
    ['a day that does not exist', statusChanged({ dueAt: '2026-02-30' }), 'InvalidDetail'],
    ['a day 367 days after its own', statusChanged({ dueAt: '2027-11-05' }), 'InvalidDetail'],
    ['a day before its own', statusChanged({ dueAt: '2026-11-02' }), 'InvalidDetail'],
    [
      'a day before its own, of any status',
      statusChanged({ status: 'repaired', dueAt: '2026-11-02' }),
      'InvalidDetail',
    ],
    ['a status of the portal', statusChanged({ status: 'withdrawn' }), 'InvalidDetail'],
    ['an event without an id', rmaAssigned({ eventId: '' }), 'InvalidDetail'],
    ['a store id that would end its key', rmaAssigned({ storeId: 'UK001#' }), 'InvalidDetail'],
    ['a region that there is not', rmaAssigned({ region: 'nit' }), 'InvalidDetail'],
    ['another version', rmaAssigned({ version: 2 }), 'InvalidDetail'],
    ['a time without a zone', rmaAssigned({ occurredAt: '2026-11-03T08:00:00' }), 'InvalidDetail'],
    ['what happens later than in five minutes', rmaAssigned({ occurredAt: '2026-11-03T08:05:00.001Z' }), 'InTheFuture'],
  ])('%s', (_, body, reason) =>
    expect(() => parseReport(body, now)).toThrow(expect.objectContaining({ name: 'RefusedReport', reason })),
  );

  test('whatever else comes, without breaking down', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((detail) => eventOf('RmaAssigned', detail)),
        ),
        (body) => {
          expect(() => parseReport(body, now)).toThrow(expect.objectContaining({ name: 'RefusedReport' }));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
