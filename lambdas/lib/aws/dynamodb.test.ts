import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { batchGet, queryPage } from './dynamodb.ts';

const { db, mock } = createMockedDb();
const buildKeys = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const getItems = (count: number) => batchGet(db, 'things', buildKeys(count), ['id', 'state']);
const readRequests = () => mock.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.['things']);

const givenBatchSizes = (toBatchSize: (call: number) => number) => {
  let call = 0;
  mock.on(BatchGetCommand).callsFake(({ RequestItems }: { RequestItems: { things: { Keys: object[] } } }) => {
    const { Keys } = RequestItems.things;
    const count = toBatchSize((call += 1));
    const unread = Keys.slice(count);
    return {
      Responses: { things: Keys.slice(0, count) },
      UnprocessedKeys: unread.length > 0 ? { things: { Keys: unread } } : {},
    };
  });
};

describe('batchGet', () => {
  test('reads 100 keys a call, consistently, with a projection', async () => {
    givenBatchSizes(() => 100);
    expect(await getItems(250)).toHaveLength(250);
    expect(readRequests().map((request) => request?.Keys?.length)).toEqual([100, 100, 50]);
    expect(readRequests()[0]).toMatchObject({
      ConsistentRead: true,
      ProjectionExpression: '#a0,#a1',
      ExpressionAttributeNames: { '#a0': 'id', '#a1': 'state' },
    });
  });

  test('retries unprocessed keys, six calls in total', async () => {
    givenBatchSizes((call) => (call < 6 ? 15 : 100));
    expect(await getItems(100)).toEqual(buildKeys(100));
    expect(readRequests().map((request) => request?.Keys?.length)).toEqual([100, 85, 70, 55, 40, 25]);
  });

  test('throws ServiceUnavailable when keys stay unprocessed', async () => {
    givenBatchSizes((call) => (call === 1 ? 60 : 0));
    await expect(getItems(100)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(readRequests()).toHaveLength(6);
  });
});

const buildItems = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const getPage = (limit: number) => queryPage(db, { TableName: 'things' }, limit, (item) => item);

describe('queryPage', () => {
  test.each([
    ['fewer items than the limit', 3, undefined, 3, false],
    ['exactly the limit', 5, undefined, 5, false],
    ['one item more than the limit', 6, { id: 5 }, 5, true],
    ['fewer items than the limit, cut at DynamoDB’s 1 MB', 2, { id: 1 }, 2, true],
    ['no items', 0, undefined, 0, false],
  ])('returns a page if the query finds %s', async (_, itemCount, LastEvaluatedKey, count, hasMore) => {
    mock.on(QueryCommand).resolves({ Items: buildItems(itemCount), ...(LastEvaluatedKey && { LastEvaluatedKey }) });
    expect(await getPage(5)).toEqual({ items: buildItems(count), hasMore });
    expect(mock.commandCalls(QueryCommand)[0]?.args[0].input.Limit).toBe(6);
  });
});
