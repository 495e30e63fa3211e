import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '#web/testing/auth.ts';
import { answerCalls } from '#web/testing/page.tsx';
import { assigned, entries, fact, identity, openDetails, withdrawn } from '#web/testing/repair-details.tsx';
import { repairWith } from '#web/testing/repair.ts';
import { alertStore } from '#web/ui/alerts.ts';

const openWithdrawal = async () => {
  const { user } = await openDetails();
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = await screen.findByRole('dialog', { name: /Withdraw repair REF-1/ });
  return { user, dialog: within(dialog) };
};

test('withdrawing is asked first, may be thought better of; what could not be sent is sent again, with the version that was seen', async () => {
  let isUp = false;
  const requests = answerCalls(({ method }) => {
    if (method === 'GET') return { body: repairWith() };
    return isUp ? { body: withdrawn } : refusal('ServiceUnavailable', 503);
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
  await waitFor(() => expect(fact('Status')).toHaveTextContent('Withdrawn'));
  expect(fact('RMA number')).toHaveTextContent('–');
  expect(requests.slice(2).map(({ method, url, body }) => ({ method, path: url.pathname, body }))).toEqual([
    { method: 'POST', path: '/api/repairs/nuk/withdrawals', body: { ...identity, version: 1 } },
  ]);
  expect(alertStore.get()).toEqual([
    expect.objectContaining({ key: 'repairs.details.withdrawn', type: 'success', values: { reference: 'REF-1' } }),
  ]);
  expect(screen.queryByRole('dialog', { name: /Withdraw repair REF-1/ })).toBeNull();
  expect(entries()).toHaveLength(2);
  // What is withdrawn must not travel.
  expect(screen.queryByRole('button', { name: /^Print/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  expect(screen.getByText(/^The product stays in the store/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a repair that has changed since: one clear message leads to the current state', async () => {
  const requests = answerCalls(({ method }) => {
    if (method === 'POST') return refusal('RepairChanged', 409);
    return { body: requests.length === 1 ? repairWith() : assigned };
  });
  const { user, dialog } = await openWithdrawal();
  await user.click(dialog.getByRole('button', { name: 'Withdraw repair' }));
  await user.click(await screen.findByRole('button', { name: 'Show the latest version' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(await screen.findByRole('link', { name: 'RMA-77' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(alertStore.get()).toEqual([]);
});
