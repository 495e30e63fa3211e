import { expect, test } from 'vitest';
import { exportedColumns } from '#web/testing/exported.ts';
import { summaryWith } from '#web/testing/return.ts';
import { returnColumns } from './submitted-returns-page.tsx';

test('a list of returns as a file: a row for each, in words, and nothing that computes', async () => {
  const items = [
    summaryWith({ storeRefNo: '007', kindsOfProducts: 5, numberOfProducts: 1000 }),
    summaryWith({ rma: 'RMA-77', state: 'registered', storeRefNo: '=HYPERLINK("https://x.example")' }),
  ];
  expect(await exportedColumns(returnColumns, items)).toEqual([
    ['Products', 'Super Mario Odyssey and 4 more', 'Super Mario Odyssey'],
    ['Status', 'Submitted', 'Registered'],
    ['Store return reference number', "'007", '\'=HYPERLINK("https://x.example")'],
    ['RMA number', 'Pending', 'RMA-77'],
    ['Submitted on', '02/11/2026 09:30', '02/11/2026 09:30'],
    ['Number of products', '1000', '3'],
    ['Store ID (ID 400)', 'UK001', 'UK001'],
    ['Store name', 'Oxford Street', 'Oxford Street'],
  ]);
});
