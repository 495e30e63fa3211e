import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { answerCalls, openPages, signedIn } from '#web/testing/page.tsx';
import { summaryWith } from '#web/testing/repair.ts';
import { LatestRepairs } from './latest-repairs.tsx';
import { repairAddress } from './repair-address.ts';

const place = { prefix: 'UK', region: 'nuk' } as const;
beforeEach(() => sessionStore.signOut('nuk'));

const open = () => openPages({ home: <LatestRepairs /> }, paths.home(place));

test('the latest five are asked for and shown, with the way to all of them', async () => {
  const requests = answerCalls(() => ({ body: { items: [summaryWith()] } }));
  await open();
  const [entry] = await screen.findAllByRole('listitem');
  expect(entry).toHaveTextContent('REF-1');
  expect(entry).toHaveTextContent('Nintendo Switch 2');
  expect(entry).toHaveTextContent('Submitted');
  expect(entry).toHaveTextContent('RMA number: Pending');
  expect(requests.map(({ url }) => url.search)).toEqual(['?limit=5']);
  expect(screen.getByRole('link', { name: 'All submitted repairs' })).toHaveAttribute(
    'href',
    paths.submittedRepairs(place),
  );
});

test('each leads to its details', async () => {
  const other = summaryWith({
    id: '7d1e1c0e-8a3b-4f0e-b0a1-5a2f7a0c9b22',
    storeRefNo: 'A & B/7',
    rma: 'RMA-77',
    state: 'repaired',
  });
  answerCalls(() => ({ body: { items: [summaryWith(), other] } }));
  await open();
  expect(await screen.findByRole('link', { name: 'A & B/7' })).toHaveAttribute('href', repairAddress(place, other));
  const [, second] = screen.getAllByRole('listitem');
  expect(second).toHaveTextContent('Repaired');
  expect(second).toHaveTextContent('RMA number: RMA-77');
});

test('an admin, who sees the region’s, is told the store; what was withdrawn waits for nothing', async () => {
  signedIn('nuk', { isAdmin: true });
  const requests = answerCalls(() => ({ body: { items: [summaryWith({ state: 'withdrawn' })] } }));
  await open();
  const [entry] = await screen.findAllByRole('listitem');
  expect(entry).toHaveTextContent('RMA number: – · Oxford Street');
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Withdrawn');
  expect(requests).toHaveLength(1);
});

test('an RMA number appears by itself, and is said', async () => {
  signedIn('nuk');
  const requests = answerCalls(() => ({
    body: { items: [requests.length === 1 ? summaryWith() : summaryWith({ rma: 'RMA-77', state: 'registered' })] },
  }));
  await open();
  await screen.findByText('Submitted');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/RMA number: RMA-77/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('REF-1: the RMA number is RMA-77.'));
  // There is nothing more to wait for.
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Registered');
  expect(requests).toHaveLength(2);
});

test('without repairs it says what to do', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  await open();
  expect(await screen.findByText('No repairs yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book a repair' })).toHaveAttribute('href', paths.bookRepair(place));
});

test('a failure stays within the panel and can be tried again', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? { status: 500, body: '<html>' } : { body: { items: [summaryWith()] } },
  );
  const { user } = await open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Internal server error.');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('REF-1')).toBeVisible();
});

test('its spinner stays a moment, however fast the answer, so that nothing flickers', async () => {
  answerCalls(() => ({ body: { items: [summaryWith()] } }));
  const begun = performance.now();
  await open();
  expect(screen.getByText('Loading repairs…')).toBeVisible();
  await screen.findByText('REF-1');
  // Timers may be a moment early.
  expect(performance.now() - begun).toBeGreaterThan(limits.web.spinnerMinimumMs - 5);
});
