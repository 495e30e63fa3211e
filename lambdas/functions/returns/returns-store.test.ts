import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { toItem } from '#lambdas/lib/records/item.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { buildStoredReturn } from '#lambdas/testing/rows.ts';
import { tables } from '#shared/config/tables.ts';
import { findProjectedAttributes } from '#shared/records/summaries.ts';
import { createReturnsStore } from './returns-store.ts';

const { db, mock } = createMockedDb();
const store = createReturnsStore(db, 'returns', 'attempts');
const bookedReturn = buildStoredReturn({ files: ['a1'.repeat(32)] });

test('book passes a throttling error through', async () => {
  mock.on(TransactWriteCommand).rejects(Object.assign(new Error('busy'), { name: 'ThrottlingException' }));
  await expect(store.book(bookedReturn)).rejects.toMatchObject({ name: 'ThrottlingException' });
});

describe('readSummaries', () => {
  const { byStore } = tables.returns.indexes;
  const indexAttributes = new Set<string>([
    ...findProjectedAttributes(byStore),
    byStore.partition,
    byStore.sort,
    ...Object.values(tables.returns.key),
  ]);
  const toIndexItem = (row: ReturnRow) =>
    Object.fromEntries(Object.entries(toItem('returns', row)).filter(([name]) => indexAttributes.has(name)));
  const otherReturns = [
    buildStoredReturn({ storeRefNo: 'Ret 2' }),
    buildStoredReturn({ storeRefNo: 'Ret 3', storeId: 'UK-2' }),
  ];

  test('reads from the index, without lines, in the requested order', async () => {
    mock.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values }) => ({
      Items: [bookedReturn, ...otherReturns]
        .filter((row) => row.store === values[':store'] && row.createdAt === values[':createdAt'])
        .map(toIndexItem),
    }));
    const missingReturn = buildStoredReturn({ storeRefNo: 'Ret 4' });
    const summaries = await store.readSummaries([...otherReturns.toReversed(), missingReturn, bookedReturn]);
    expect(summaries.map(({ storeRefNo }) => storeRefNo)).toEqual(['Ret 3', 'Ret 2', 'Ret 1']);
    for (const summary of summaries) expect(summary).not.toHaveProperty('lines');
    for (const { args } of mock.commandCalls(QueryCommand))
      expect(args[0].input).toMatchObject({ IndexName: 'byStore', ConsistentRead: true });
  });

  test('makes no call without keys', async () => {
    expect(await store.readSummaries([])).toEqual([]);
    expect(mock.calls()).toEqual([]);
  });
});
