import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toCalendarDate } from '#shared/dates/dates.ts';
import en from '#shared/locales/en.json';
import { contentFields } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { readTexts } from '#web/testing/page.tsx';
import { readBarcodeModules, readFacts, renderAndPrint, pressPrint, getPrintSheets } from '#web/testing/print-sheet.ts';
import { encodeCode128 } from '#web/ui/print/code-128.ts';
import { PrintLabel, PrintSlip } from './print-slip.tsx';

const buildPrintButtons = (fields: Partial<Repair> = {}) => {
  const repair = buildRepair({ product: 'switch', serialNumber: 'XAW10075273452', ...fields });
  return (
    <>
      <PrintSlip repair={repair} />
      <PrintLabel repair={repair} />
    </>
  );
};
const printSlip = async (fields?: Partial<Repair>) => (await renderAndPrint(buildPrintButtons(fields))).sheet;
const readChecklist = (sheet: HTMLElement) => readTexts(sheet.querySelectorAll('li'));

test('prints the same content on A4 and as a label', async () => {
  const { user, sheet } = await renderAndPrint(
    buildPrintButtons({ detailedDescription: 'Screen stays black,\nfan is loud', purchaseDate: '2026-01-15' }),
  );
  expect(within(sheet).getByText('Repair slip')).toBeInTheDocument();
  const content = {
    'RMA number': '',
    'Store reference number': 'REF-1',
    'Serial number': 'XAW10075273452',
    Product: 'Nintendo Switch',
    'Purchase date': '15/01/2026',
    Issue: 'Screen defect',
    'Submitted on': '02/11/2026, 09:30',
    'Detailed description': 'Screen stays black,\nfan is loud',
  };
  expect(readFacts(sheet)).toEqual(content);
  expect(readChecklist(sheet)).toEqual([
    'The product only, without charger or other accessories',
    'Proof of purchase: printed receipt or bank statement',
    'This slip',
  ]);
  expect(sheet).toHaveTextContent('The RMA number follows by email');
  expect(sheet).toHaveTextContent('Send back toOxford Street (UK001)Address or stamp of the store');
  // The Content Security Policy blocks inline styles.
  expect(sheet.querySelectorAll('[style], style, script')).toHaveLength(0);
  // A bar code has a quiet zone on both sides.
  const quietZone = '0'.repeat(10);
  expect(readBarcodeModules(sheet)).toEqual(
    ['REF-1', 'XAW10075273452'].map((text) => `${quietZone}${encodeCode128(text)}${quietZone}`),
  );
  const label = await pressPrint(user, screen.getByRole('button', { name: 'Print label (62\u00A0mm)' }));
  expect(label).toHaveClass('is-62');
  expect(readFacts(label)).toEqual(content);
  act(() => void dispatchEvent(new Event('afterprint')));
  await waitFor(() => expect(getPrintSheets()).toEqual([]));
});

test('prints every field of the content that is not part of the checklist', async () => {
  const facts = readFacts(await printSlip({ detailedDescription: 'Fan is loud' }));
  const checklistFields = new Set(['isOnlyAccessories', 'accessories']);
  for (const name of contentFields.filter((field) => !checklistFields.has(field)))
    expect(facts).toHaveProperty([en.repairs.fields[name]]);
});

test('prints what the customer can expect, and the RMA deadline until it has passed', async () => {
  const by = toCalendarDate(new Date(), 'Europe/London');
  const sheet = await printSlip({ next: { promise: 'rma', by, who: ['provider'] } });
  expect(sheet).toHaveTextContent(/It usually comes by \p{L}+ \d+ \p{L}+\./u);
  expect(within(sheet).getByText('What the customer can expect')).toBeInTheDocument();
  expect(sheet).toHaveTextContent('A repair usually takes 10 days from receipt; this is a target');
  expect(sheet).toHaveTextContent('please reply within 30 days, or the product comes back unrepaired');
  expect(sheet).toHaveTextContent('The customer may cancel within 14 days');
  cleanup();
  const sheetAfterDeadline = await printSlip({ next: { promise: 'rma', by: '2026-11-04', who: ['provider'] } });
  expect(sheetAfterDeadline).not.toHaveTextContent('It usually comes by');
});

test('lists accessories handed in without their product', async () => {
  const sheet = await printSlip({
    isOnlyAccessories: true,
    accessories: ['dock-switch', 'poke-ball-plus'],
    serialNumber: '',
  });
  expect(readChecklist(sheet)).toEqual([
    'The accessories listed here, without the product',
    'Nintendo Switch dock',
    'Poké Ball Plus',
    'Proof of purchase: printed receipt or bank statement',
    'This slip',
  ]);
  expect(readFacts(sheet)).not.toHaveProperty('Serial number');
});

test('prints the RMA number, and no bar code for unsupported characters', async () => {
  const sheet = await printSlip({ rma: 'RMA-77', storeRefNo: 'Réf 7' });
  expect(readFacts(sheet)).toMatchObject({ 'RMA number': 'RMA-77', 'Store reference number': 'Réf 7' });
  expect(sheet.querySelectorAll('.print-code')).toHaveLength(2);
  expect(sheet).not.toHaveTextContent('follows by email');
});
