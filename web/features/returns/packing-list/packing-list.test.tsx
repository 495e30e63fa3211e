import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildReturnLine, buildReturn } from '#shared/testing/return.ts';
import { readTexts } from '#web/testing/page.tsx';
import { readBarcodeModules, readFacts, renderAndPrint } from '#web/testing/print-sheet.ts';
import { assignRma } from '#web/testing/return.ts';
import { encodeCode128 } from '#web/ui/print/code-128.ts';
import { PackingList } from './packing-list.tsx';

const record = buildReturn({
  lines: [
    buildReturnLine({ serialNumber: 'S1' }),
    buildReturnLine({ product: 'mario-kart-world', productDescription: 'Mario Kart World', serialNumber: 'K1' }),
    buildReturnLine({ serialNumber: 'S2', productDescription: 'SMO, box damaged' }),
  ],
});
const printPackingList = async (printedRecord = record) =>
  (await renderAndPrint(<PackingList record={printedRecord} />)).sheet;
const readRows = (sheet: HTMLElement) => [...sheet.querySelectorAll('tbody tr')].map((row) => readTexts(row.children));
/** Blank modules on both sides of a bar code. */
const quietZone = '0'.repeat(10);
const toModules = (text: string) => [`${quietZone}${encodeCode128(text)}${quietZone}`];

test('lists the lines by product and dates', async () => {
  const sheet = await printPackingList();
  expect(within(sheet).getByText('Packing list', { selector: 'h1' })).toBeInTheDocument();
  expect(readFacts(sheet)).toEqual({
    // The box is empty, so that the number can be written in.
    'RMA number': '',
    'Store return reference number': 'RET-1',
    Store: 'Oxford Street',
    'Store ID (ID 400)': 'UK001',
    'Submitted on': '02/11/2026, 09:30',
    'Number of products': '3',
  });
  expect(sheet).toHaveTextContent('Tick off each product as you pack it');
  expect(readTexts(sheet.querySelectorAll('thead tr:last-child th'))).toEqual([
    'Product · EAN code · Purchase date – Return date · Serial number',
  ]);
  expect(readRows(sheet)).toEqual([
    ['Super Mario Odyssey 9520001000072 × 2'],
    ['20/10/2026\u00A0–\u00A001/11/2026', 'S1', '20/10/2026\u00A0–\u00A001/11/2026\nSMO, box damaged', 'S2'],
    ['Mario Kart World 9520001001055 × 1'],
    ['20/10/2026\u00A0–\u00A001/11/2026', 'K1'],
  ]);
  expect(sheet.querySelectorAll('.packing-tick')).toHaveLength(3);
  expect(readBarcodeModules(sheet)).toEqual(toModules('RET-1'));
});

test('prints the RMA number as bar code and in the header', async () => {
  const sheet = await printPackingList(assignRma(record));
  expect(readBarcodeModules(sheet)).toEqual(toModules('RMA-77'));
  expect(readFacts(sheet)).toMatchObject({ 'RMA number': 'RMA-77', 'Store return reference number': 'RET-1' });
  expect(sheet.querySelector('thead')).toHaveTextContent('Packing list · RET-1 · RMA-77');
});
