import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Place } from '#shared/paths.ts';
import { paths } from '#shared/paths.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { openPages } from '#web/testing/page.tsx';
import { assigned, lineWith, returnWith } from '#web/testing/return.ts';
import { code128 } from '#web/ui/print/code-128.ts';
import { PackingList } from './packing-list.tsx';

const print = vi.fn();
const sheets = () => [...document.querySelectorAll<HTMLElement>('body > .packing-sheet')];
const record = returnWith({
  lines: [
    lineWith({ serialNumber: 'S1' }),
    lineWith({ product: 'mario-kart-world', productDescription: 'Mario Kart World', serialNumber: 'K1' }),
    lineWith({ serialNumber: 'S2', productDescription: 'SMO, box damaged' }),
  ],
});

const printed = async (fields: ReturnRecord = record, where: Place = { prefix: 'UK', region: 'nuk' }) => {
  const { user } = await openPages(
    { submittedReturns: <PackingList record={fields} /> },
    paths.submittedReturns(where),
    where,
  );
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const [sheet] = sheets();
  if (!sheet) throw new Error('No packing list');
  return { sheet, user };
};
const facts = (sheet: HTMLElement) =>
  Object.fromEntries(
    [...sheet.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const rows = (sheet: HTMLElement) =>
  [...sheet.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));
/** The modules that the drawn code has: a bar's are 1. */
const drawnCode = (sheet: HTMLElement) => {
  const code = sheet.querySelector('.print-code');
  const modules = Array.from({ length: Number(code?.getAttribute('viewBox')?.split(' ')[2]) }, () => '0');
  for (const bar of code?.querySelectorAll('rect') ?? [])
    modules.fill('1', Number(bar.getAttribute('x')), Number(bar.getAttribute('x')) + Number(bar.getAttribute('width')));
  return modules.join('').replaceAll(/^0+|0+$/g, '');
};

beforeEach(() => {
  print.mockReset();
  vi.stubGlobal('print', print);
});

test('a packing list says whose it is and what goes into the parcel', async () => {
  const { sheet } = await printed();
  expect(within(sheet).getByText('Packing list', { selector: 'h1' })).toBeInTheDocument();
  expect(facts(sheet)).toEqual({
    'Store return reference number': 'RET-1',
    Store: 'Oxford Street',
    'Store ID (ID 400)': 'UK001',
    'Submitted on': '02/11/2026, 09:30',
    'Number of products': '3',
  });
  expect(sheet).toHaveTextContent('Tick off each product as you pack it');
});

test('each line is there to tick, those of one product together, behind their dates', async () => {
  const { sheet } = await printed();
  expect([...sheet.querySelectorAll('thead tr:last-child th')].map(({ textContent }) => textContent)).toEqual([
    'Product · EAN code',
    'Purchase date – Return date · Serial number',
  ]);
  expect(rows(sheet)).toEqual([
    ['Super Mario Odyssey 9520001000072 × 2', '20/10/2026\u00A0–\u00A001/11/2026', 'S1'],
    ['20/10/2026\u00A0–\u00A001/11/2026\nSMO, box damaged', 'S2'],
    ['Mario Kart World 9520001001055 × 1', '20/10/2026\u00A0–\u00A001/11/2026', 'K1'],
  ]);
  expect(sheet.querySelectorAll('.packing-tick')).toHaveLength(3);
});

test('the reference is there to scan as long as there is no RMA number', async () => {
  const { sheet } = await printed();
  expect(drawnCode(sheet)).toBe(code128('RET-1'));
  expect(sheet.querySelectorAll('.print-code')).toHaveLength(1);
});

test('then the RMA number is, and the head of every page names both', async () => {
  const { sheet } = await printed(assigned(record));
  expect(drawnCode(sheet)).toBe(code128('RMA-77'));
  expect(facts(sheet)).toMatchObject({ 'RMA number': 'RMA-77', 'Store return reference number': 'RET-1' });
  expect(sheet.querySelector('thead')).toHaveTextContent('Packing list · RET-1 · RMA-77');
});

test('a reference that the code cannot hold is there to read only', async () => {
  const { sheet } = await printed({ ...record, storeRefNo: 'Réf 7' });
  expect(sheet.querySelector('.print-code')).toBeNull();
  expect(facts(sheet)).toMatchObject({ 'Store return reference number': 'Réf 7' });
});

test('printed or called off, it leaves the page; asked again, it prints again', async () => {
  const { user } = await printed();
  await user.click(screen.getByRole('button', { name: 'Print packing list' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  expect(sheets()).toHaveLength(1);
  act(() => void dispatchEvent(new Event('afterprint')));
  await waitFor(() => expect(sheets()).toEqual([]));
});

test('nothing on it carries a style of its own: the content policy refuses that', async () => {
  const { sheet } = await printed();
  expect(sheet.querySelectorAll('[style], style, script')).toHaveLength(0);
});
