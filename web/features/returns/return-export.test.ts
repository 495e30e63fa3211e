import { expect, test } from 'vitest';
import { exportedRows } from '#web/testing/exported.ts';
import { summaryWith } from '#web/testing/return.ts';
import { returnColumns } from './submitted-returns-page.tsx';

const items = [summaryWith({ kindsOfProducts: 5, numberOfProducts: 1000 })];

test('a list of returns as a file: a row for each, in words', async () => {
  expect(await exportedRows(returnColumns, items, 'UK')).toEqual([
    [
      'Products',
      'Status',
      'Store return reference number',
      'RMA number',
      'Submitted on',
      'Number of products',
      'Store ID (ID 400)',
      'Store name',
    ],
    [
      'Super Mario Odyssey and 4 more',
      'Submitted',
      'RET-1',
      'Pending',
      '02/11/2026 09:30',
      '1000',
      'UK001',
      'Oxford Street',
    ],
  ]);
});
