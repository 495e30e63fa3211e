import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { mockedDb } from '#lambdas/testing/database.ts';
import { bookedRow, later } from '#lambdas/testing/repair-row.ts';
import { bookedReturn } from '#lambdas/testing/return-row.ts';
import { itemOf } from './item.ts';
import { repairKind } from './repair.ts';
import { returnKind } from './return.ts';
import { recordsStore } from './store.ts';

const { db, mock } = mockedDb();
const store = recordsStore(db, 'repairs', repairKind);

const booked = bookedRow();
const another = bookedRow({ id: '9b1c7a52-6f0e-4a57-9a83-0c1f6a2d9a22' });

describe('a repair is found', () => {
  test.each([
    ['under another id', 'nuk', { ...booked, id: another.id }],
    ['in another store', 'nuk', { ...booked, storeId: 'UK002' }],
    ['in another region', 'ndach', booked],
    ['under another reference', 'nuk', { ...booked, storeRefNo: 'REF-2' }],
  ] as const)('not %s', async (_, region, identity) => {
    mock
      .on(GetCommand, { Key: { store: booked.store, reference: booked.reference } })
      .resolves({ Item: booked })
      .on(GetCommand)
      .resolves({});
    expect(await store.find(region, identity)).toBeUndefined();
  });
});

describe('a repair is replaced', () => {
  test('only as the version that was read, of the booking that was read: one that was withdrawn may be booked anew under its id', async () => {
    mock.on(PutCommand).resolves({});
    const changed = later(booked, { type: 'rmaAssigned', at: '2026-11-03T08:00:00.000Z', eventId: 'e-1', rma: 'R1' });
    expect(await store.replace(booked, changed)).toBe(true);
    expect(mock.commandCalls(PutCommand)[0]?.args[0].input).toMatchObject({
      Item: itemOf('repairs', changed),
      ConditionExpression: '#id = :id AND #version = :version AND #createdAt = :createdAt',
      ExpressionAttributeValues: { ':id': booked.id, ':version': 1, ':createdAt': booked.createdAt },
    });
  });
});

describe('a return', () => {
  const returns = recordsStore(db, 'returns', returnKind);
  const returned = bookedReturn();

  test.each(['Ret 1', ' RET 1'])('is found at its reference, spelled %j, with one read', async (storeRefNo) => {
    mock.on(GetCommand).resolves({ Item: returned });
    expect(await returns.find('nuk', { ...returned, storeRefNo })).toEqual(returned);
    expect(mock.commandCalls(GetCommand).map(({ args }) => args[0].input)).toEqual([
      { TableName: 'returns', Key: { store: 'nuk#UK-1', reference: 'ret 1' }, ConsistentRead: true },
    ]);
  });

  test('is not found under another id, after the same two reads as one that does not exist', async () => {
    mock.on(GetCommand).resolves({ Item: returned });
    expect(await returns.find('nuk', { ...returned, id: another.id })).toBeUndefined();
    expect(mock.commandCalls(GetCommand)).toHaveLength(2);
  });
});
