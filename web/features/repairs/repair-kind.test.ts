import { expect, test } from 'vitest';
import { bookableProducts } from '#shared/catalogue/repairs.ts';
import { exportToColumns } from '#web/testing/csv-columns.ts';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { repairKind } from './repair-kind.ts';
import { createRepairColumns } from './submitted-repairs-page.tsx';

test('has a pictogram for every bookable product', () => {
  expect(bookableProducts.filter(({ pictogram }) => pictogram === undefined)).toEqual([]);
});

test('finds the pictogram of the product, or of the first accessory if no product is handed in', () => {
  const accessories = ['pro-controller-switch-2', 'ac-adapter-switch-2'];
  expect(repairKind.findPictogram(buildRepairSummary({ product: 'switch-2', accessories }))).toBe('console');
  expect(
    repairKind.findPictogram(buildRepairSummary({ product: 'switch-2', accessories, isOnlyAccessories: true })),
  ).toBe('controller');
  expect(repairKind.findPictogram(buildRepairSummary({ product: 'gone-since' }))).toBeUndefined();
});

test('exports the list as text, with an empty RMA number for a withdrawn repair', async () => {
  const items = [
    buildRepairSummary({ storeRefNo: '007', accessories: ['dock-switch-2'] }),
    buildRepairSummary({
      rma: 'RMA-77',
      state: 'received',
      next: { promise: 'arrival', by: '2026-11-12', who: ['customer', 'store'] },
      storeRefNo: '=HYPERLINK("https://x.example")',
      serialNumber: '12345678901234567890',
    }),
    buildRepairSummary({ state: 'withdrawn' }),
  ];
  expect(await exportToColumns(createRepairColumns, items)).toEqual([
    ['Products', 'Nintendo Switch 2 with 1 accessory', 'Nintendo Switch 2', 'Nintendo Switch 2'],
    ['Status', 'Submitted', 'Received', 'Withdrawn'],
    ['Next date', '', '12/11/2026', ''],
    ['Next date for', '', 'Arrival of the product', ''],
    ['Who has to act', '', 'Customer, Store', ''],
    ['Store reference number', "'007", '\'=HYPERLINK("https://x.example")', 'REF-1'],
    ['RMA number', 'Pending', 'RMA-77', ''],
    ['Submitted on', '02/11/2026 09:30', '02/11/2026 09:30', '02/11/2026 09:30'],
    ['Serial number', 'XKW10001234567', "'12345678901234567890", 'XKW10001234567'],
    ['Issue', 'Screen defect', 'Screen defect', 'Screen defect'],
    ['Store ID', 'UK001', 'UK001', 'UK001'],
    ['Store name', 'Oxford Street', 'Oxford Street', 'Oxford Street'],
  ]);
});
