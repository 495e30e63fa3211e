import { expect, test } from 'vitest';
import { exportedRows } from '#web/testing/exported.ts';
import { summaryWith } from '#web/testing/return.ts';
import { returnColumns } from './submitted-returns-page.tsx';

const items = [
  summaryWith({ storeRefNo: '007', kindsOfProducts: 5, numberOfProducts: 1000 }),
  summaryWith({ rma: 'RMA-77', state: 'registered', storeRefNo: '=HYPERLINK("https://x.example")' }),
];

test('a list of returns as a file: a row for each, in words, and nothing that computes', async () => {
  expect(await exportedRows(returnColumns, items, 'UK')).toEqual([
    [
      'RMA number',
      'Status',
      'Store return reference number',
      'Store ID (ID 400)',
      'Store name',
      'Submitted on',
      'Products',
      'Number of products',
    ],
    [
      'Pending',
      'Submitted',
      "'007",
      'UK001',
      'Oxford Street',
      '02/11/2026 09:30',
      'Super Mario Odyssey and 4 more',
      '1000',
    ],
    [
      'RMA-77',
      'Registered',
      '\'=HYPERLINK("https://x.example")',
      'UK001',
      'Oxford Street',
      '02/11/2026 09:30',
      'Super Mario Odyssey',
      '3',
    ],
  ]);
});

test.each([
  [
    'DE',
    [
      'Ausstehend',
      'Gebucht',
      "'007",
      'UK001',
      'Oxford Street',
      '02.11.2026 09:30',
      'Super Mario Odyssey und 4 weitere',
      '1000',
    ],
  ],
  [
    'FR',
    [
      'En attente',
      'Enregistré',
      "'007",
      'UK001',
      'Oxford Street',
      '02/11/2026 09:30',
      'Super Mario Odyssey et 4 autres',
      '1000',
    ],
  ],
] as const)('%s: in the words of the language', async (prefix, row) =>
  expect((await exportedRows(returnColumns, items, prefix))[1]).toEqual(row),
);
