import { renderHook } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Prefix } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import { setLanguage, useTexts } from '#web/language/i18n.ts';
import { summaryWith } from '#web/testing/repair.ts';
import { csvText } from '#web/ui/export/csv.ts';
import { repairExportColumns } from './repair-export.ts';

const items = [
  summaryWith({ storeRefNo: '007', accessories: ['dock-switch-2'] }),
  summaryWith({
    rma: 'RMA-77',
    state: 'received',
    storeRefNo: '=HYPERLINK("https://x.example")',
    serialNumber: '12345678901234567890',
  }),
];

const exported = async (prefix: Prefix, delimiter: string): Promise<string[][]> => {
  await setLanguage(prefix);
  const { result } = renderHook(useTexts);
  const { locale } = result.current;
  return parse(
    csvText({ columns: repairExportColumns(result.current), items, locale, timeZone: regions.nuk.timeZone }),
    { bom: true, delimiter },
  );
};

test('a list of repairs as a file: a row for each, in words', async () => {
  expect(await exported('UK', ',')).toEqual([
    [
      'RMA number',
      'State',
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
      'Nintendo Switch 2, accessories: 1',
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
  await setLanguage('UK');
  const { result } = renderHook(useTexts);
  const [rma] = repairExportColumns(result.current);
  expect(rma?.value(summaryWith({ state: 'withdrawn' }))).toBeNull();
});

test.each([
  ['DE', 'RMA-Nummer', 'Ausstehend', '02.11.2026 09:30'],
  ['FR', 'Numéro RMA', 'En attente', '02/11/2026 09:30'],
] as const)('%s: headers, states and dates in the language', async (prefix, header, pending, date) => {
  const [head, first] = await exported(prefix, ';');
  expect(head?.[0]).toBe(header);
  expect(first?.[0]).toBe(pending);
  expect(first?.[5]).toBe(date);
});
