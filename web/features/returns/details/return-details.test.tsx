import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Place } from '#shared/api/paths.ts';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { buildReturnLine, buildReturn } from '#shared/testing/return.ts';
import { parseCsvColumns } from '#web/testing/csv-columns.ts';
import { answerCalls, findFactValue, returnToPage, openPages, place, signInAs, readTexts } from '#web/testing/page.tsx';
import { assignRma } from '#web/testing/return.ts';
import { groupLines } from './line-groups.tsx';
import { toFileNamePart, ReturnDetails } from './return-details.tsx';

const saveFile = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>());
vi.mock('#web/components/export/save-file.ts', () => ({ saveFile }));

const record = buildReturn({
  lines: [
    buildReturnLine({ serialNumber: 'S1' }),
    buildReturnLine({
      product: 'mario-kart-world',
      productDescription: 'Mario Kart World',
      serialNumber: 'K1',
      purchaseDate: '2026-10-22',
    }),
    buildReturnLine({ serialNumber: 'S2', productDescription: 'SMO, box damaged' }),
  ],
});
const identity = { storeId: 'UK001', storeRefNo: 'RET-1', id: record.id };
const open = (pagePlace: Place = place) =>
  openPages(
    { submittedReturns: <ReturnDetails identity={identity} onBack={vi.fn()} /> },
    paths.submittedReturns(pagePlace),
    pagePlace,
  );

const getTable = () => screen.getByRole('table', { name: 'Products' });
const readRows = () =>
  within(getTable())
    .getAllByRole('row')
    .slice(1)
    .map((row) => readTexts(row.children));
const readItems = (list: string) =>
  readTexts(within(screen.getByRole('list', { name: list })).getAllByRole('listitem'));
const readSerials = (product: string) => readItems(`Serial numbers: ${product}`);

test('shows the return’s data, with its number of products as heading', async () => {
  const requests = answerCalls(() => ({ body: record }));
  await open();
  await screen.findByText('UK001');
  expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([
    `/api/returns/nuk/return?storeId=UK001&storeRefNo=RET-1&id=${record.id}`,
  ]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Return of 3 products');
  expect(document.title).toMatch(/^Return RET-1 –/);
  const expectedFacts = {
    'RMA number': 'Pending',
    Status: 'Submitted',
    'Store return reference number': 'RET-1',
    'Store ID (ID 400)': 'UK001',
    'Number of products': '3',
    'Submitted on': '02/11/2026, 09:30',
    'Booked by': 'sam@nuk.example',
  };
  for (const [label, value] of Object.entries(expectedFacts)) expect(findFactValue(label)).toHaveTextContent(value);
  expect(readItems('Timeline')).toEqual(['Booked 02/11/2026, 09:30sam@nuk.example']);
});

describe('lines', () => {
  test('groups equal lines and expands one group or all', async () => {
    answerCalls(() => ({ body: record }));
    const { user } = await open();
    await screen.findByText('UK001');
    expect(readTexts(within(getTable()).getAllByRole('columnheader'))).toEqual([
      'Product',
      'Quantity',
      'EAN code',
      'Purchase date',
      'Return date',
    ]);
    expect(readRows()).toEqual([
      ['Super Mario Odyssey', '2', '9520001000072', '20/10/2026', '01/11/2026'],
      ['Mario Kart World', '1', '9520001001055', '22/10/2026', '01/11/2026'],
    ]);
    const group = screen.getByRole('button', { name: 'Super Mario Odyssey' });
    expect(group).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('S1')).not.toBeInTheDocument();
    group.focus();
    await user.keyboard('{Enter}');
    expect(group).toHaveAttribute('aria-expanded', 'true');
    expect(group).toHaveFocus();
    // The description is shown only if it differs from the product's name.
    expect(readSerials('Super Mario Odyssey')).toEqual(['S1', 'S2SMO, box damaged']);
    expect(screen.queryByText('K1')).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(screen.queryByText('S1')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all serial numbers' }));
    expect(readSerials('Super Mario Odyssey')).toHaveLength(2);
    expect(readSerials('Mario Kart World')).toEqual(['K1']);
    await user.click(screen.getByRole('button', { name: 'Hide all serial numbers' }));
    expect(screen.queryByText('K1')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Show all serial numbers' })).toHaveFocus();
  });

  test('shows the booked description of a product that is no longer in the catalogue', async () => {
    answerCalls(() => ({
      body: buildReturn({ lines: [buildReturnLine({ product: 'gone-since', productDescription: 'An old game' })] }),
    }));
    await open();
    expect(await screen.findByRole('button', { name: 'An old game' })).toBeVisible();
  });

  test('translates product names and omits descriptions that equal them', async () => {
    const lines = [
      buildReturnLine({
        product: 'mario-kart-8-deluxe-plus-booster-course-pass',
        productDescription: 'Mario Kart 8 Deluxe + Booster Course Pass',
      }),
    ];
    answerCalls(() => ({ body: buildReturn({ lines }) }));
    const { user } = await open({ prefix: 'FR', region: 'nuk' });
    await user.click(await screen.findByRole('button', { name: 'Mario Kart 8 Deluxe + Pass circuits additionnels' }));
    expect(screen.getByText('S1').textContent).toBe('S1');
    expect(screen.queryByText(/Booster Course Pass/)).not.toBeInTheDocument();
  });
});

test('exports the lines to a file named after the return', async () => {
  answerCalls(() => ({ body: { ...assignRma(record), storeRefNo: 'RET-1' } }));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  const [file, name] = saveFile.mock.calls[0] ?? [];
  expect(name).toMatch(/^return-RET-1-nuk-\d{4}-\d\d-\d\d\.csv$/);
  expect(parseCsvColumns((await file?.text()) ?? '')).toEqual([
    ['RMA number', 'RMA-77', 'RMA-77', 'RMA-77'],
    ['Store ID (ID 400)', 'UK001', 'UK001', 'UK001'],
    ['Store return reference number', 'RET-1', 'RET-1', 'RET-1'],
    ['Product', 'Super Mario Odyssey', 'Mario Kart World', 'Super Mario Odyssey'],
    ['EAN code', '9520001000072', '9520001001055', '9520001000072'],
    ['Product description', 'Super Mario Odyssey', 'Mario Kart World', 'SMO, box damaged'],
    ['Purchase date', '20/10/2026', '22/10/2026', '20/10/2026'],
    ['Return date', '01/11/2026', '01/11/2026', '01/11/2026'],
    ['Serial number', 'S1', 'K1', 'S2'],
  ]);
});

test.each([
  [0, /^Please pack and send the products: .* The RMA number must be shown on the parcel\.$/],
  [limits.home.sendReturnDays + 1, /^The products can be sent to the returns service/],
])('says what happens next to a return registered %i days ago', async (days, task) => {
  const today = toCalendarDate(new Date(), 'Europe/London');
  answerCalls(() => ({ body: { ...assignRma(record), sendFrom: addDays(today, -days) } }));
  await open();
  const followUp = (await screen.findByText('What happens next:')).parentElement;
  expect(followUp).toHaveTextContent(/^What happens next: Once the parcel is sent, there is nothing more to do\./);
  expect(followUp?.previousElementSibling).toHaveTextContent(task);
});

test('names the products below the heading', async () => {
  answerCalls(() => ({ body: record }));
  await open();
  expect(await screen.findByText('Super Mario Odyssey, Mario Kart World')).toBeVisible();
});

test('refreshes a pending return and keeps groups expanded', async () => {
  signInAs('nuk');
  const requests = answerCalls(() => ({ body: requests.length < 3 ? record : assignRma(record) }));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Mario Kart World' }));
  await returnToPage(requests);
  await returnToPage(requests);
  await waitFor(() => expect(findFactValue('RMA number')).toHaveTextContent('RMA-77'));
  expect(readSerials('Mario Kart World')).toEqual(['K1']);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(requests).toHaveLength(3);
});

test.each([
  [0, /appear here\.$/],
  [1, 'No RMA number for 1 day.'],
  [3, 'No RMA number for 3 days.'],
])('shows the days without an RMA number after %i days', async (days, words) => {
  const createdAt = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  answerCalls(() => ({ body: buildReturn({ createdAt }) }));
  await open();
  expect(await screen.findByText(words)).toBeVisible();
});

test.each([
  ['purchase date', { purchaseDate: '2026-10-21' }],
  ['return date', { returnDate: '2026-11-02' }],
  ['product', { product: 'mario-kart-world' }],
])('groups lines separately by %s', (_, change) =>
  expect(
    groupLines([buildReturnLine({ serialNumber: 'S1' }), buildReturnLine({ serialNumber: 'S2', ...change })]),
  ).toHaveLength(2),
);

test.each([
  ['RET-1', 'RET-1'],
  ['A/B: C?', 'A-B-C'],
  ['../../etc', 'etc'],
  ['Rückgabe №7', 'Rückgabe-7'],
  ['***', ''],
])('converts the reference %s to the part %j of a file name', (reference, name) =>
  expect(toFileNamePart(reference)).toBe(name),
);

test('converts no reference to a path or to the name of a hidden file', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (reference) => {
      expect(toFileNamePart(reference)).not.toMatch(/[\\/:*?"<>|\s]|^\./u);
    }),
    { numRuns: 1000 },
  );
});
