import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { openPages } from '#web/testing/page.tsx';
import { TrackRepairPage } from './track-repair-page.tsx';

const place = { prefix: 'UK', region: 'nuk' } as const;
const open = (rma?: string) => openPages({ trackRepair: <TrackRepairPage /> }, paths.trackRepair(place, rma));

test('it warns that an external site follows, and opens it in a new tab that cannot reach back', async () => {
  await open();
  expect(screen.getByText(/You are about to leave this portal/)).toBeVisible();
  const link = screen.getByRole('link', { name: /Open the tracking site/ });
  expect(link).toHaveAttribute('href', 'https://tracking.example.com/');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('the RMA number of the address is shown', async () => {
  await open('RMA-2026.77');
  expect(screen.getByText('RMA-2026.77')).toBeVisible();
});

test('the RMA number can be copied, and it is said', async () => {
  const { user } = await open('RMA-2026.77');
  await user.click(screen.getByRole('button', { name: 'Copy RMA number' }));
  expect(await screen.findByText('RMA number copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('RMA-2026.77');
});

test('without an RMA number there is none to copy', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Copy RMA number' })).toBeNull();
});

test.each(['<b>RMA</b>', 'call 555 0100 now', 'R'.repeat(41)])(
  'what no RMA number looks like is not shown: %s',
  async (rma) => {
    await open(rma);
    expect(screen.queryByText('RMA number')).toBeNull();
    expect(document.body.textContent).not.toContain(rma);
  },
);
