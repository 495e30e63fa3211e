import { describe, expect, test } from '@jest/globals';
import { inPart } from './in-part.ts';

/** Leaves every second one behind, beginning with the first. */
const everySecond = () => {
  let count = 0;
  return () => (count++ % 2 === 0 ? 0 : 0.9);
};
const never = () => 0.9;
const always = () => 0;

describe('a batch that is done in part', () => {
  test('of reads tells which keys are left, by table, in the shape in which they were asked for', () => {
    const RequestItems = {
      users: { Keys: [{ id: 1 }, { id: 2 }], ConsistentRead: true },
      sessions: { Keys: [{ id: 3 }] },
    };
    const part = inPart('BatchGetItem', { RequestItems }, everySecond());
    expect(part?.goesThrough).toEqual({ RequestItems: { users: { Keys: [{ id: 2 }], ConsistentRead: true } } });
    expect(part?.answer({ Responses: { users: ['two'] } })).toEqual({
      Responses: { users: ['two'] },
      UnprocessedKeys: { users: { Keys: [{ id: 1 }], ConsistentRead: true }, sessions: { Keys: [{ id: 3 }] } },
    });
  });

  test('of writes tells which are left', () => {
    const part = inPart('BatchWriteItem', { RequestItems: { search: ['a', 'b', 'c'] } }, everySecond());
    expect(part?.goesThrough).toEqual({ RequestItems: { search: ['b'] } });
    expect(part?.answer({ UnprocessedItems: {} })).toEqual({ UnprocessedItems: { search: ['a', 'c'] } });
  });

  test('of events answers each in its place', () => {
    const part = inPart('PutEvents', { Entries: ['a', 'b', 'c', 'd'] }, everySecond());
    expect(part?.goesThrough).toEqual({ Entries: ['b', 'd'] });
    const refused = { ErrorCode: 'ThrottlingException', ErrorMessage: expect.any(String) };
    expect(part?.answer({ FailedEntryCount: 0, Entries: [{ EventId: '1' }, { EventId: '2' }] })).toEqual({
      FailedEntryCount: 2,
      Entries: [refused, { EventId: '1' }, refused, { EventId: '2' }],
    });
  });

  test('leaves one at least, and perhaps all', () => {
    const RequestItems = { search: ['a', 'b'] };
    expect(inPart('BatchWriteItem', { RequestItems }, never)?.goesThrough).toEqual({ RequestItems: { search: ['b'] } });
    const nothing = inPart('BatchWriteItem', { RequestItems }, always);
    expect(nothing?.goesThrough).toBeUndefined();
    expect(nothing?.answer({})).toEqual({ UnprocessedItems: RequestItems });
  });

  test('is none of the calls that are done or not', () => {
    expect(inPart('PutItem', { TableName: 'users' }, always)).toBeUndefined();
  });
});
