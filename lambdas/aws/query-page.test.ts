import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { mockedDb } from '#lambdas/testing/database.ts';
import { queryPage } from './dynamodb.ts';

const { db, mock } = mockedDb();
const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const ask = (limit: number) => queryPage(db, { TableName: 'things' }, limit, (item) => item);

describe('a page of a Query', () => {
  test.each([
    ['fewer than asked for', 3, undefined, 3, false],
    ['exactly as many as asked for', 5, undefined, 5, false],
    ['one more than asked for', 6, { id: 5 }, 5, true],
    ['ended early by DynamoDB, at its 1 MB', 2, { id: 1 }, 2, true],
    ['nothing', 0, undefined, 0, false],
  ])('%s', async (_, found, LastEvaluatedKey, count, hasMore) => {
    mock.on(QueryCommand).resolves({ Items: items(found), ...(LastEvaluatedKey && { LastEvaluatedKey }) });
    expect(await ask(5)).toEqual({ items: items(count), hasMore });
    expect(mock.commandCalls(QueryCommand)[0]?.args[0].input.Limit).toBe(6);
  });
});
