import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { LatestRepairs } from './latest-repairs.tsx';
import { answerCalls, openPages } from './page-under-test.tsx';
import { repairWith } from './repair-for-test.ts';

const place = { prefix: 'UK', region: 'nuk' } as const;
const open = () => openPages({ home: <LatestRepairs /> }, paths.home(place));

test('the latest five are asked for and shown, with the way to all of them', async () => {
  const requests = answerCalls(() => ({ body: { items: [repairWith()] } }));
  await open();
  const [entry] = await screen.findAllByRole('listitem');
  expect(entry).toHaveTextContent('REF-1');
  expect(entry).toHaveTextContent('Nintendo Switch 2');
  expect(entry).toHaveTextContent('Pending');
  expect(requests.map(({ url }) => url.search)).toEqual(['?limit=5']);
  expect(screen.getByRole('link', { name: 'All submitted repairs' })).toHaveAttribute('href', paths.submittedRepairs(place));
});

test('without repairs it says what to do', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  await open();
  expect(await screen.findByText('No repairs yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book a repair' })).toHaveAttribute('href', paths.bookRepair(place));
});

test('a failure stays within the panel and can be tried again', async () => {
  const requests = answerCalls(() => (requests.length === 1 ? { status: 500, body: '<html>' } : { body: { items: [repairWith()] } }));
  const { user } = await open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Internal server error.');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('REF-1')).toBeVisible();
});

test('its spinner stays a moment, however fast the answer, so that nothing flickers', async () => {
  answerCalls(() => ({ body: { items: [repairWith()] } }));
  const begun = performance.now();
  await open();
  expect(screen.getByText('Loading repairs…')).toBeVisible();
  await screen.findByText('REF-1');
  // Timers may be a moment early.
  expect(performance.now() - begun).toBeGreaterThan(limits.web.spinnerMinimumMs - 5);
});
