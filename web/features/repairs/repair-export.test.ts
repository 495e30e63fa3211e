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
    storeRefNo: '=HYPERLINK("https://x.example")',
    serialNumber: '12345678901234567890',
  }),
];

test('a list of repairs as a file: a row for each, in words', async () => {
  expect(await exportedRows(repairColumns, items, 'UK')).toEqual([
    [
      'RMA number',
      'Status',
      'Store reference number',
      'Store ID',
      'Store name',
      'Submitted on',
      'Products',
      'Issue',
      'Serial number',
    ],
    [
      'Pending',
      'Submitted',
      "'007",
      'UK001',
      'Oxford Street',
      '02/11/2026 09:30',
      'Nintendo Switch 2 with 1 accessory',
      'Screen defect',
      'XKW10001234567',
    ],
    [
      'RMA-77',
      'Received',
      '\'=HYPERLINK("https://x.example")',
      'UK001',
      'Oxford Street',
      '02/11/2026 09:30',
      'Nintendo Switch 2',
      'Screen defect',
      "'12345678901234567890",
    ],
  ]);
});

test('a repair that was withdrawn waits for no RMA number', async () => {
  const [rma] = exportColumns(repairColumns(await textsOf('UK'), { prefix: 'UK', region: 'nuk' }));
  expect(rma?.value(summaryWith({ state: 'withdrawn' }))).toBeNull();
});

test.each([
  ['DE', 'RMA-Nummer', 'Ausstehend', '02.11.2026 09:30'],
  ['FR', 'Numéro RMA', 'En attente', '02/11/2026 09:30'],
] as const)('%s: headers, states and dates in the language', async (prefix, header, pending, date) => {
  const [head, first] = await exportedRows(repairColumns, items, prefix);
  expect(head?.[0]).toBe(header);
  expect(first?.[0]).toBe(pending);
  expect(first?.[5]).toBe(date);
});
