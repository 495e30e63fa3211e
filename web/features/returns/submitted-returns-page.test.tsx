import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Place } from '#shared/api/paths.ts';
import { paths } from '#shared/api/paths.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import type { ReturnSummary } from '#shared/returns/return.ts';
import { exportToColumns } from '#web/testing/csv-columns.ts';
import { answerCalls, openPages, place, signInAs, readTexts } from '#web/testing/page.tsx';
import { buildReturnSummary } from '#web/testing/return.ts';
import { returnKind } from './return-kind.ts';
import { createReturnColumns, SubmittedReturnsPage } from './submitted-returns-page.tsx';

const open = (search = '', pagePlace: Place = place) =>
  openPages({ submittedReturns: <SubmittedReturnsPage /> }, paths.submittedReturns(pagePlace) + search, pagePlace);
const getTable = (name = 'Submitted returns') => screen.getByRole('table', { name });
const findRow = async (reference: string) => (await screen.findByText(reference)).closest('tr');
const readCells = async (reference: string) => readTexts((await findRow(reference))?.children ?? []);

/** Builds returns with unique ids, each an hour older than the previous one. */
const buildReturns = (...changes: Partial<ReturnSummary>[]) =>
  changes.map((change, index) =>
    buildReturnSummary({
      id: `7d1e1c0e-8a3b-4f0e-b0a1-${String(index).padStart(12, '0')}`,
      storeRefNo: `RET-${index}`,
      createdAt: new Date(Date.UTC(2026, 10, 20) - index * 3_600_000).toISOString(),
      ...change,
    }),
  );

describe('columns', () => {
  test('filters by state and sorts the number of products numerically', async () => {
    const requests = answerCalls(() => ({
      body: { items: buildReturns({ numberOfProducts: 9 }, { numberOfProducts: 1000 }, { numberOfProducts: 48 }) },
    }));
    const { user, router } = await open('?state=repaired');
    await screen.findByText('RET-0');
    await user.click(screen.getByRole('button', { name: /^Status:/ }));
    expect(readTexts(await screen.findAllByRole('option'))).toEqual([
      expect.stringMatching(/^All/),
      'Submitted',
      'Registered',
      'Withdrawn',
    ]);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Quantity' }));
    await waitFor(() => expect(readTexts(screen.getAllByRole('rowheader'))).toEqual(['RET-0', 'RET-2', 'RET-1']));
    expect(router.state.location.search).toContain('sort=numberOfProducts');
    expect(requests).toHaveLength(1);
  });

  test('shows the default columns, and the store name when chosen', async () => {
    signInAs('nuk');
    answerCalls(() => ({ body: { items: buildReturns({}) } }));
    const { user } = await open();
    await screen.findByText('RET-0');
    const readHeaders = () => readTexts(within(getTable()).getAllByRole('columnheader'));
    expect(readHeaders()).toEqual(['Products', 'Status', 'Reference', 'RMA', 'Date', 'Quantity', 'ID 400']);
    expect(screen.getByRole('button', { name: 'Reference' })).toHaveAttribute('title', 'Store return reference number');
    await user.click(screen.getByRole('button', { name: 'Preferences' }));
    const dialog = await screen.findByRole('dialog', { name: 'Preferences' });
    expect(within(dialog).getByRole('checkbox', { name: 'Store return reference number' })).toBeDisabled();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Number of products' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Store name' }));
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(readHeaders().slice(-2)).toEqual(['ID 400', 'Store name']);
    expect(readHeaders()).not.toContain('Quantity');
    expect(await findRow('RET-0')).toHaveTextContent('Oxford Street');
    const [savedPreferences] = Object.entries({ ...localStorage }).filter(([name]) => name.startsWith('list.returns.'));
    expect(savedPreferences?.[1]).toContain('storeName');
  });

  test('shows the state and the RMA number without a link', async () => {
    answerCalls(() => ({
      body: {
        items: buildReturns(
          { numberOfProducts: 1000, createdAt: '2024-07-02T23:30:00.000Z' },
          { rma: 'RMA-77', state: 'registered' },
        ),
      },
    }));
    await open();
    expect(await readCells('RET-0')).toEqual([
      'Super Mario Odyssey',
      'Submitted',
      'RET-0',
      'Pending',
      '03/07/24',
      '1,000',
      'UK001',
    ]);
    expect((await readCells('RET-1')).slice(1, 4)).toEqual(['Registered', 'RET-1', 'RMA-77']);
    expect(screen.queryByRole('link', { name: 'RMA-77' })).not.toBeInTheDocument();
    // The tooltip shows the time in the region's time zone.
    expect(screen.getByText('03/07/24')).toHaveAttribute('title', '03/07/2024, 00:30');
  });

  test('names the product with the most lines and counts the others', async () => {
    const products = ['mario-kart-world', 'super-mario-odyssey', 'gone-since'];
    answerCalls(() => ({
      body: {
        items: buildReturns(
          { products, kindsOfProducts: 3 },
          { products, kindsOfProducts: 4 },
          { products, kindsOfProducts: 12 },
        ),
      },
    }));
    await open();
    expect(await findRow('RET-0')).toHaveTextContent(/^Mario Kart World \+ 2Submitted/);
    expect(await findRow('RET-2')).toHaveTextContent(/^Mario Kart World \+ 11Submitted/);
    const tooltips = screen.getAllByTitle(/^Mario Kart World/).map(({ title }) => title);
    expect(tooltips).toEqual([
      'Mario Kart World, Super Mario Odyssey, gone-since',
      'Mario Kart World, Super Mario Odyssey, gone-since and 1 more',
      'Mario Kart World, Super Mario Odyssey, gone-since and 9 more',
    ]);
  });
});

test('links to the booking page when there are no returns', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  await open();
  expect(await screen.findByText('No returns yet')).toBeVisible();
  const links = screen.getAllByRole('link', { name: 'Book a return' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([paths.bookReturn(place), paths.bookReturn(place)]);
});

test('exports the list as text and escapes formulas', async () => {
  const items = [
    buildReturnSummary({ storeRefNo: '007', kindsOfProducts: 5, numberOfProducts: 1000 }),
    buildReturnSummary({ rma: 'RMA-77', state: 'registered', storeRefNo: '=HYPERLINK("https://x.example")' }),
  ];
  expect(await exportToColumns(createReturnColumns, items)).toEqual([
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

test.each([
  ['game', 'game'],
  ['console', 'console'],
  ['bundle', 'console'],
  ['accessory', 'accessory'],
  ['product that is no longer in the catalogue', undefined],
] as const)('shows for a return of a %s the pictogram %s', (category, pictogram) => {
  const product = returnItems.find((item) => item.category === category)?.key ?? 'gone-since';
  expect(returnKind.findPictogram(buildReturnSummary({ products: [product, 'gone-since'] }))).toBe(pictogram);
});
