import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, returnToPage, signInAs, readTexts } from '#web/testing/page.tsx';
import {
  repairWithRma,
  getTimelineEntries,
  findFactValue,
  identity,
  onBack,
  openDetails,
  place,
  withdrawnRepair,
} from '#web/testing/repair-details.tsx';
import { buildCorrectionEntry } from '#web/testing/repair.ts';
import { alertStore } from '#web/ui/alerts.ts';

test('shows the repair’s data, below a link to the list', async () => {
  const requests = answerCalls(() => ({
    body: buildRepair({
      accessories: ['dock-switch-2'],
      purchaseDate: '2026-10-01',
      detailedDescription: 'It fell.\nTwice.',
    }),
  }));
  const { user } = await openDetails();
  const back = screen.getByRole('button', { name: 'Back to the list' });
  expect(back.compareDocumentPosition(screen.getByRole('heading', { level: 1 }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(await screen.findByText('XKW10001234567')).toBeVisible();
  expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([
    `/api/repairs/nuk/repair?storeId=UK001&storeRefNo=REF-1&id=${identity.id}`,
  ]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Nintendo Switch 2 with 1 accessory');
  expect(document.title).toMatch(/^Repair REF-1 –/);
  const expectedFacts = {
    'RMA number': 'Pending',
    Status: 'Submitted',
    'Store reference number': 'REF-1',
    Accessories: 'Nintendo Switch 2 dock',
    'Serial number': 'XKW10001234567',
    'Purchase date': '01/10/2026',
    Issue: 'Screen defect',
    'Detailed description': 'It fell. Twice.',
    'Submitted on': '02/11/2026, 09:30',
    'Booked by': 'sam@nuk.example',
    'Confirmed at booking': 'Customer present, terms of service of 06/06/2024 accepted',
  };
  for (const [label, value] of Object.entries(expectedFacts)) expect(findFactValue(label)).toHaveTextContent(value);
  // The heading already shows the product, and staff belong to one store.
  for (const label of ['Product', 'Accessories only', 'Store'])
    expect(screen.queryByText(label, { selector: 'dt' })).toBeNull();
  await user.click(back);
  expect(onBack).toHaveBeenCalledTimes(1);
});

test('shows a text for empty values', async () => {
  answerCalls(() => ({
    body: buildRepair({ serialNumber: '', isOnlyAccessories: true, accessories: ['gone-since'] }),
  }));
  await openDetails();
  await screen.findByText('gone-since');
  expect(findFactValue('Serial number')).toHaveTextContent('Not given');
  expect(findFactValue('Detailed description')).toHaveTextContent('Not given');
  expect(findFactValue('Product')).toHaveTextContent('Nintendo Switch 2');
});

const readProgress = () =>
  within(screen.getByRole('list', { name: 'Progress' }))
    .getAllByRole('listitem')
    .map((step) => [step.textContent, step.getAttribute('aria-current')]);

test('shows progress, timeline and RMA number of a registered repair', async () => {
  answerCalls(() => ({ body: repairWithRma }));
  await openDetails();
  expect(await screen.findByText('The repair service has the product and will assess it.')).toBeVisible();
  expect(findFactValue('Status')).toHaveTextContent('Received');
  expect(readProgress()).toEqual([
    ['Booked 2 Nov', null],
    ['Step 2 of 5: Received since 4 Nov', 'step'],
    ['Assessed still to come', null],
    ['Repaired still to come', null],
    ['Dispatched still to come', null],
  ]);
  expect(readTexts(getTimelineEntries())).toEqual([
    'Booked 02/11/2026, 09:30sam@nuk.example',
    'RMA number RMA-77 assigned 03/11/2026, 10:00',
    'Received 04/11/2026, 10:00',
    ...['Assessed', 'Repaired', 'Dispatched'].map((step) => `${step} still to come`),
  ]);
  expect(screen.getByRole('link', { name: 'RMA-77' })).toHaveAttribute('href', paths.trackRepair(place, 'RMA-77'));
  expect(screen.getByRole('button', { name: 'Copy RMA number' })).toBeVisible();
  expect(screen.getByText(/^Changes only through the/)).toHaveTextContent(
    'Changes only through the Customer support portal.',
  );
  for (const name of ['Edit', 'Withdraw']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('expands a correction to its changes', async () => {
  const repair = buildRepair({ serialNumber: 'NEW', issue: 'waterDamage' });
  const correction = buildCorrectionEntry({ ...repair, serialNumber: 'OLD', issue: 'screenDefect' });
  answerCalls(() => ({ body: { ...repair, timeline: [...repair.timeline, correction] } }));
  const { user } = await openDetails();
  await user.click(await screen.findByRole('button', { name: 'What was changed' }));
  const [, correctionEntry] = getTimelineEntries();
  expect(correctionEntry).toHaveTextContent('ann@nuk.example');
  const changes = within(correctionEntry as HTMLElement);
  expect(readTexts(changes.getAllByRole('term'))).toEqual(['Issue', 'Serial number']);
  expect(readTexts(changes.getAllByRole('definition'))).toEqual(['Screen defect → Water damage', 'OLD → NEW']);
});

test('shows times in the region’s time zone in any language', async () => {
  answerCalls(() => ({ body: buildRepair({ createdAt: '2026-07-02T22:30:00.000Z' }) }));
  await openDetails({ prefix: 'DE', region: 'nuk' });
  expect(await screen.findByText('02.07.2026, 23:30')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Nintendo Switch 2');
  expect(document.title).toMatch(/^Reparatur REF-1 –/);
});

test('retries a failure and reports a repair that is not found', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? apiError('ServiceUnavailable', 503) : apiError('NotFound', 404),
  );
  const { user } = await openDetails();
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There is no such repair, or it belongs to another store.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('offers only withdrawal after the maximum number of corrections', async () => {
  const corrections = Array.from({ length: limits.correctionsPerRecord }, () => buildCorrectionEntry(buildRepair()));
  answerCalls(() => ({ body: buildRepair({ timeline: [...buildRepair().timeline, ...corrections] }) }));
  await openDetails();
  expect(await screen.findByText(/edited 20 times/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeEnabled();
});

test('shows a correction at once, and no message if nothing was changed', async () => {
  const correctedRepair = buildRepair({ serialNumber: 'XKW2', version: 2 });
  const requests = answerCalls(({ body }) => ({
    body: body?.['serialNumber'] === 'XKW2' ? correctedRepair : buildRepair(),
  }));
  const { user } = await openDetails();
  const getHeading = () => screen.getByRole('heading', { level: 1 });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(getHeading()).toHaveTextContent('Edit repair REF-1');
  expect(getHeading()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(getHeading()).toHaveTextContent(/^Nintendo Switch 2$/));
  expect(alertStore.get()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const serial = screen.getByRole('textbox', { name: /Serial number/ });
  await user.clear(serial);
  await user.type(serial, 'xkw2');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(findFactValue('Serial number')).toHaveTextContent('XKW2'));
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'PUT']);
  expect(requests.at(-1)?.body).toMatchObject({ ...identity, version: 1, serialNumber: 'XKW2' });
  expect(alertStore.get()).toEqual([expect.objectContaining({ key: 'repairs.details.corrected', type: 'success' })]);
  expect(getHeading()).toHaveFocus();
});

test('reports an RMA number that arrives during a correction', async () => {
  signInAs('nuk');
  const requests = answerCalls(() => ({ body: requests.length === 1 ? buildRepair() : repairWithRma }));
  const { user } = await openDetails();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await returnToPage(requests);
  expect(await screen.findByText(/^This repair can no longer be changed here/)).toBeVisible();
  expect(alertStore.get()).toMatchObject([{ key: 'repairs.list.arrived', type: 'warning', values: { rma: 'RMA-77' } }]);
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('link', { name: 'RMA-77' })).toBeVisible();
});

const openWithdrawal = async () => {
  const { user } = await openDetails();
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = await screen.findByRole('dialog', { name: /Withdraw repair REF-1/ });
  return { user, dialog: within(dialog) };
};

test('withdraws a repair after confirmation, and retries a failed withdrawal', async () => {
  let isUp = false;
  const requests = answerCalls(({ method }) => {
    if (method === 'GET') return { body: buildRepair() };
    return isUp ? { body: withdrawnRepair } : apiError('ServiceUnavailable', 503);
  });
  const { user, dialog } = await openWithdrawal();
  await user.click(dialog.getByRole('button', { name: 'Keep the repair' }));
  expect(screen.queryByRole('dialog', { name: /Withdraw repair REF-1/ })).toBeNull();
  expect(requests).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(screen.getAllByRole('button', { name: /^Print/, hidden: true })).toHaveLength(2);
  const confirm = await screen.findByRole('button', { name: 'Withdraw repair' });
  await user.click(confirm);
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy');
  isUp = true;
  await user.dblClick(confirm);
  await waitFor(() => expect(findFactValue('Status')).toHaveTextContent('Withdrawn'));
  expect(findFactValue('RMA number')).toHaveTextContent('–');
  expect(requests.slice(2).map(({ method, url, body }) => ({ method, path: url.pathname, body }))).toEqual([
    { method: 'POST', path: '/api/repairs/nuk/withdrawals', body: { ...identity, version: 1 } },
  ]);
  expect(alertStore.get()).toEqual([
    expect.objectContaining({ key: 'repairs.details.withdrawn', type: 'success', values: { reference: 'REF-1' } }),
  ]);
  expect(screen.queryByRole('dialog', { name: /Withdraw repair REF-1/ })).toBeNull();
  expect(getTimelineEntries()).toHaveLength(2);
  // A withdrawn repair must not be shipped.
  for (const name of [/^Print/, 'More actions', 'Edit', 'Withdraw'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByText(/^The product stays in the store/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('offers to load the current state after a conflict', async () => {
  const requests = answerCalls(({ method }) => {
    if (method === 'POST') return apiError('RepairChanged', 409);
    return { body: requests.length === 1 ? buildRepair() : repairWithRma };
  });
  const { user, dialog } = await openWithdrawal();
  await user.click(dialog.getByRole('button', { name: 'Withdraw repair' }));
  await user.click(await screen.findByRole('button', { name: 'Show the latest version' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(await screen.findByRole('link', { name: 'RMA-77' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(alertStore.get()).toEqual([]);
});
