import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { answerCalls, openPages } from './page-under-test.tsx';
import { repairWith } from './repair-for-test.ts';
import { SubmittedRepairsPage } from './submitted-repairs-page.tsx';

const place = { prefix: 'UK', region: 'nuk' } as const;
const open = () => openPages({ submittedRepairs: <SubmittedRepairsPage /> }, paths.submittedRepairs(place));
const table = () => screen.getByRole('table', { name: 'Submitted repairs' });
const texts = (cells: HTMLElement[]) => cells.map(({ textContent }) => textContent);

test('the columns are those of the specification, in its order', async () => {
  answerCalls(() => ({ body: { items: [repairWith()] } }));
  await open();
  await screen.findByText('REF-1');
  expect(texts(within(table()).getAllByRole('columnheader'))).toEqual([
    'RMA number',
    'Store reference number',
    'Store name',
    'Submitted on',
    'Products',
    'Issue',
    'Serial number',
  ]);
});

test('a repair without an RMA is pending, one with an RMA leads to its tracking', async () => {
  const assigned = repairWith({ id: '7d1e1c0e-8a3b-4f0e-b0a1-5a2f7a0c9b22', rma: 'RMA-77', storeRefNo: 'REF-2' });
  answerCalls(() => ({ body: { items: [repairWith(), assigned] } }));
  await open();
  const pending = (await screen.findByText('REF-1')).closest('tr');
  expect(pending).toHaveTextContent('Pending');
  expect(screen.getByText('REF-2').closest('tr')).toHaveTextContent('RMA-77');
  expect(screen.getByRole('link', { name: 'RMA-77' })).toHaveAttribute('href', paths.trackRepair(place, 'RMA-77'));
});

test('the time of submission is told on the region’s clocks, in the language’s writing', async () => {
  answerCalls(() => ({ body: { items: [repairWith({ createdAt: '2026-07-02T23:30:00.000Z' })] } }));
  await open();
  expect((await screen.findByText('REF-1')).closest('tr')).toHaveTextContent('03/07/2026, 00:30');
});

test('accessories alone are named, those beside a product are counted', async () => {
  const [dock, adapter] = ['dock-switch-2', 'unknown-accessory'];
  answerCalls(() => ({
    body: {
      items: [
        repairWith({ accessories: [dock, adapter] }),
        repairWith({ id: '7d1e1c0e-8a3b-4f0e-b0a1-5a2f7a0c9b22', storeRefNo: 'REF-2', isOnlyAccessories: true, accessories: [adapter] }),
      ],
    },
  }));
  await open();
  expect((await screen.findByText('REF-1')).closest('tr')).toHaveTextContent('Nintendo Switch 2, accessories: 2');
  expect(screen.getByText('REF-2').closest('tr')).toHaveTextContent('Accessories: unknown-accessory');
});

test('the next page asks with the cursor, the previous one without', async () => {
  const requests = answerCalls(({ url }) =>
    url.searchParams.get('cursor') === 'second'
      ? { body: { items: [repairWith({ storeRefNo: 'OLD' })] } }
      : { body: { items: [repairWith({ storeRefNo: 'NEW' })], cursor: 'second' } },
  );
  const { user } = await open();
  await screen.findByText('NEW');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('OLD');
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await screen.findByText('NEW');
  expect(requests.map(({ url }) => url.search)).toEqual(['?limit=25', '?limit=25&cursor=second', '?limit=25']);
});

test('other rows per page begin again at the first page', async () => {
  const requests = answerCalls(({ url }) => ({ body: { items: [repairWith()], ...(url.searchParams.has('cursor') ? {} : { cursor: 'second' }) } }));
  const { user } = await open();
  await screen.findByText('REF-1');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: /Rows per page/ }));
  await user.click(await screen.findByRole('option', { name: '50' }));
  await waitFor(() => expect(requests.at(-1)?.url.search).toBe('?limit=50'));
});

test('refreshing asks for the same page again', async () => {
  const requests = answerCalls(() => ({ body: { items: [repairWith({ rma: requests.length > 1 ? 'RMA-1' : null })] } }));
  const { user } = await open();
  await screen.findByText('Pending');
  await user.click(screen.getByRole('button', { name: 'Refresh the list' }));
  expect(await screen.findByText('RMA-1')).toBeVisible();
});

test('no repairs yet: it says so and leads to the booking', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  await open();
  expect(await screen.findByText('No repairs yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book a repair' })).toHaveAttribute('href', paths.bookRepair(place));
});

test('a failure is told and can be tried again', async () => {
  const requests = answerCalls(() =>
    requests.length === 1
      ? { status: 503, body: { error: { code: 'ServiceUnavailable', message: 'The service is busy.' } } }
      : { body: { items: [repairWith()] } },
  );
  const { user } = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy at the moment.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('REF-1')).toBeVisible();
});
