import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/http/log.ts';
import { itemOf } from '#lambdas/records/item.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { mockedDb } from '#lambdas/testing/database.ts';
import { eventOf, rmaAssigned, statusChanged } from '#lambdas/testing/provider-event.ts';
import { bookedRow } from '#lambdas/testing/repair-row.ts';
import { backOfficeHandler } from './handler.ts';

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
