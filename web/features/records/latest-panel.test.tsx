import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import { LatestPanel } from '#web/features/records/latest-panel.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { answerCalls, returnToPage, openPages, place, signInAs } from '#web/testing/page.tsx';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { buildReturnSummary } from '#web/testing/return.ts';

const show = (panel: ReactNode) => openPages({ home: panel }, paths.home(place));
const open = () => show(<LatestPanel kind={repairKind} />);

test.each([
  {
    name: 'repairs',
    panel: <LatestPanel kind={repairKind} />,
    record: buildRepairSummary(),
    entry: /^Nintendo Switch 2SubmittedREF-1/,
    list: paths.submittedRepairs(place),
  },
  {
    name: 'returns',
    panel: <LatestPanel kind={returnKind} />,
    record: buildReturnSummary({ kindsOfProducts: 3 }),
    entry: /^Return of 3 productsSubmittedRET-1/,
    list: paths.submittedReturns(place),
  },
])('shows five $name with a link to all', async ({ name, panel, record, entry, list }) => {
  const requests = answerCalls(() => ({ body: { items: [record] } }));
  await show(panel);
  const [item] = await screen.findAllByRole('listitem');
  expect(item?.textContent).toMatch(entry);
  expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([`/api/${name}/nuk?limit=5`]);
  expect(screen.getByRole('link', { name: `All submitted ${name}` })).toHaveAttribute('href', list);
  expect(item?.querySelector('a')).toHaveAttribute('href', toRecordPath(list, record));
});

test('refreshes until the RMA number arrives and announces it', async () => {
  signInAs('nuk');
  const requests = answerCalls(() => ({
    body: {
      items: [
        requests.length === 1 ? buildRepairSummary() : buildRepairSummary({ rma: 'RMA-77', state: 'registered' }),
      ],
    },
  }));
  await open();
  await screen.findByText('Submitted');
  await returnToPage(requests);
  expect(await screen.findByText('Registered')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('REF-1: the RMA number is RMA-77.'));
  // There is no further refresh, because no record is pending.
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Registered');
  expect(requests).toHaveLength(2);
});

test('shows an empty state without a booking link', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  await open();
  expect(await screen.findByText('No repairs yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Book/ })).toBeNull();
});

test('shows a failure within the panel and retries it', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? { status: 500, body: '<html>' } : { body: { items: [buildRepairSummary()] } },
  );
  const { user } = await open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Internal server error.');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('REF-1')).toBeVisible();
});

test('shows the spinner for a minimum time', async () => {
  answerCalls(() => ({ body: { items: [buildRepairSummary()] } }));
  const startedAt = performance.now();
  await open();
  expect(screen.getByText('Loading repairs…')).toBeVisible();
  await screen.findByText('REF-1');
  // Timers may fire slightly early.
  expect(performance.now() - startedAt).toBeGreaterThan(limits.web.spinnerMinimumMs - 5);
});

test('does not refresh a withdrawn record', async () => {
  signInAs('nuk', { isAdmin: true });
  const requests = answerCalls(() => ({ body: { items: [buildRepairSummary({ state: 'withdrawn' })] } }));
  await open();
  const [entry] = await screen.findAllByRole('listitem');
  expect(entry).toHaveTextContent('REF-1 · Oxford Street');
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Withdrawn');
  expect(requests).toHaveLength(1);
});
