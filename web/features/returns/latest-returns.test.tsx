import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { answerCalls, openPages, signedIn } from '#web/testing/page.tsx';
import { summaryWith } from '#web/testing/return.ts';
import { LatestReturns } from './latest-returns.tsx';
import { returnAddress } from './return-address.ts';

const place = { prefix: 'UK', region: 'nuk' } as const;
const open = () => openPages({ home: <LatestReturns /> }, paths.home(place));

beforeEach(() => sessionStore.clear('nuk'));

test('the latest five are asked for and shown, with the way to all of them; each leads to its details', async () => {
  const requests = answerCalls(() => ({ body: { items: [summaryWith({ kindsOfProducts: 3 })] } }));
  await open();
  const [entry] = await screen.findAllByRole('listitem');
  expect(entry).toHaveTextContent(
    'RET-1SubmittedSuper Mario Odyssey and 2 more02/11/2026, 09:30 · Products: 3 · RMA number: Pending',
  );
  expect(requests.map(({ url }) => url.pathname + url.search)).toEqual(['/api/returns/nuk?limit=5']);
  expect(screen.getByRole('link', { name: 'All submitted returns' })).toHaveAttribute(
    'href',
    paths.submittedReturns(place),
  );
  expect(screen.getByRole('link', { name: 'RET-1' })).toHaveAttribute('href', returnAddress(place, summaryWith()));
});

test('an admin, who sees the region’s, is told the store', async () => {
  signedIn('nuk', { isAdmin: true });
  answerCalls(() => ({ body: { items: [summaryWith()] } }));
  await open();
  const [entry] = await screen.findAllByRole('listitem');
  expect(entry).toHaveTextContent('RMA number: Pending · Oxford Street');
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
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('RET-1: the RMA number is RMA-77.'));
});

test('without returns it says what to do', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  await open();
  expect(await screen.findByText('No returns yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book a return' })).toHaveAttribute('href', paths.bookReturn(place));
});

test('a failure stays within the panel and can be tried again', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? { status: 500, body: '<html>' } : { body: { items: [summaryWith()] } },
  );
  const { user } = await open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Internal server error.');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('RET-1')).toBeVisible();
});
