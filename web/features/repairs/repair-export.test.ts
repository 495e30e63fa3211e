import { expect, test } from 'vitest';
import { exportedRows, textsOf } from '#web/testing/exported.ts';
import { summaryWith } from '#web/testing/repair.ts';
import { exportColumns } from '#web/ui/list/file-and-table.ts';
import { repairColumns } from './submitted-repairs-page.tsx';

const items = [
  summaryWith({ storeRefNo: '007', accessories: ['dock-switch-2'] }),
  summaryWith({
    rma: 'RMA-77',
    state: 'received',
    next: { promise: 'arrival', by: '2026-11-12', who: ['customer', 'store'] },
    storeRefNo: '=HYPERLINK("https://x.example")',
    serialNumber: '12345678901234567890',
  }),
];

test('a list of repairs as a file: a row for each, in words', async () => {
  expect(await exportedRows(repairColumns, items, 'UK')).toEqual([
    [
      'Products',
      'Status',
      'Next date',
      'Next date for',
      'Who has to act',
      'Store reference number',
      'RMA number',
      'Submitted on',
      'Serial number',
      'Issue',
      'Store ID',
      'Store name',
    ],
    [
      'Nintendo Switch 2 with 1 accessory',
      'Submitted',
      '',
      '',
      '',
      "'007",
      'Pending',
      '02/11/2026 09:30',
      'XKW10001234567',
      'Screen defect',
      'UK001',
      'Oxford Street',
    ],
    [
      'Nintendo Switch 2',
      'Received',
      '12/11/2026',
      'Arrival of the product',
      'Customer, Store',
      '\'=HYPERLINK("https://x.example")',
      'RMA-77',
      '02/11/2026 09:30',
      "'12345678901234567890",
      'Screen defect',
      'UK001',
      'Oxford Street',
    ],
  ]);
});

test('a repair that was withdrawn waits for no RMA number', async () => {
  const columns = exportColumns(repairColumns(await textsOf('UK'), { prefix: 'UK', region: 'nuk' }, '2026-11-02'));
  const rma = columns.find(({ id }) => id === 'rma');
  expect(rma?.value(summaryWith({ state: 'withdrawn' }))).toBeNull();
});
