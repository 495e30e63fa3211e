import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { mockedDb } from '#lambdas/testing/database.ts';
import { batchGet, queryPage } from './dynamodb.ts';

const { db, mock } = mockedDb();
const keys = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const ask = (count: number) => batchGet(db, 'things', keys(count), ['id', 'state']);
const asked = () => mock.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.['things']);

const reads = (most: (call: number) => number) => {
  let call = 0;
  mock.on(BatchGetCommand).callsFake(({ RequestItems }: { RequestItems: { things: { Keys: object[] } } }) => {
    const { Keys } = RequestItems.things;
    const count = most((call += 1));
    const unread = Keys.slice(count);
    return {
      Responses: { things: Keys.slice(0, count) },
      UnprocessedKeys: unread.length > 0 ? { things: { Keys: unread } } : {},
    };
  });
};

describe('reading many items', () => {
  test('asks for a hundred at once, consistently, and only for what is needed', async () => {
    reads(() => 100);
    expect(await ask(250)).toHaveLength(250);
    expect(asked().map((request) => request?.Keys?.length)).toEqual([100, 100, 50]);
    expect(asked()[0]).toMatchObject({
      ConsistentRead: true,
      ProjectionExpression: '#a0,#a1',
      ExpressionAttributeNames: { '#a0': 'id', '#a1': 'state' },
    });
  });

  test('asks six times, as long as something is left unread', async () => {
    reads((call) => (call < 6 ? 15 : 100));
    expect(await ask(100)).toEqual(keys(100));
    expect(asked().map((request) => request?.Keys?.length)).toEqual([100, 85, 70, 55, 40, 25]);
  });

  test('says that it cannot, rather than showing half', async () => {
    reads((call) => (call === 1 ? 60 : 0));
    await expect(ask(100)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(asked()).toHaveLength(6);
  });
});

const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const askPage = (limit: number) => queryPage(db, { TableName: 'things' }, limit, (item) => item);

describe('a page of a Query', () => {
  test.each([
    ['fewer than asked for', 3, undefined, 3, false],
    ['exactly as many as asked for', 5, undefined, 5, false],
    ['one more than asked for', 6, { id: 5 }, 5, true],
    ['ended early by DynamoDB, at its 1 MB', 2, { id: 1 }, 2, true],
    ['nothing', 0, undefined, 0, false],
  ])('%s', async (_, found, LastEvaluatedKey, count, hasMore) => {
    mock.on(QueryCommand).resolves({ Items: items(found), ...(LastEvaluatedKey && { LastEvaluatedKey }) });
    expect(await askPage(5)).toEqual({ items: items(count), hasMore });
    expect(mock.commandCalls(QueryCommand)[0]?.args[0].input.Limit).toBe(6);
  });
});
