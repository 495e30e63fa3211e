import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Repair } from '#shared/repairs/repair.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, findFactValue, fillField, readTexts } from '#web/testing/page.tsx';
import { choose } from '#web/testing/repair-booking.tsx';
import { repairWithRma, openDetails } from '#web/testing/repair-details.tsx';
import { buildCorrectionEntry } from '#web/testing/repair.ts';
import { alertStore } from '#web/ui/alerts.ts';

/** Builds the repair as corrected by another user. */
const buildCorrectedRepair = (by: string, before: Repair, fields: Partial<Repair>): Repair => ({
  ...before,
  ...fields,
  version: before.version + 1,
  timeline: [...before.timeline, buildCorrectionEntry(before, by)],
});

/** Fake server with one repair that accepts only corrections of its current version. */
const createServer = (initialRepair: Repair) => {
  const state = { repair: initialRepair, isDown: false };
  const requests = answerCalls(({ method, body }) => {
    if (method === 'GET') return state.isDown ? apiError('ServiceUnavailable', 503) : { body: state.repair };
    if (state.repair.rma !== null) return apiError('RepairNotPending', 409);
    if (body?.['version'] !== state.repair.version) return apiError('RepairChanged', 409);
    const { region: _, ...content } = body;
    state.repair = { ...state.repair, ...content, version: state.repair.version + 1 };
    return { body: state.repair };
  });
  return { state, sentBodies: () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
};

const initialRepair = buildRepair({ detailedDescription: 'It hums' });
const openCorrection = async () => {
  const server = createServer(initialRepair);
  const { user } = await openDetails();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  return { ...server, user };
};
const getSaveButton = () => screen.getByRole('button', { name: 'Save changes' });
const getDescription = () => screen.getByRole('textbox', { name: /Detailed description/ });
const typeDescription = async (user: Awaited<ReturnType<typeof openCorrection>>['user'], text: string) => {
  await user.clear(getDescription());
  await fillField(user, getDescription(), text);
};
const findPanel = (name: string | RegExp = 'Other changes have been saved in the meantime') =>
  screen.findByRole('region', { name });
const readDifferences = async () => readTexts(within(await findPanel()).getAllByRole('listitem'));

test('merges concurrent corrections and lets the user choose per field', async () => {
  const { state, sentBodies, user } = await openCorrection();
  await typeDescription(user, 'Mine');
  state.repair = buildCorrectedRepair('ann@nuk.example', initialRepair, {
    detailedDescription: 'Hers',
    issue: 'waterDamage',
  });
  await user.click(getSaveButton());
  expect(await findPanel()).toHaveFocus();
  expect(await findPanel()).toHaveTextContent('02/11/2026, 10:30 · ann@nuk.example');
  expect(await readDifferences()).toEqual([
    'Detailed descriptionLatest versionHersYour entryMineUse the latest version',
    'IssueLatest versionWater damageYour entryNot changed by you, taken over',
  ]);
  expect(getDescription()).toHaveValue('Mine');
  await user.click(screen.getByRole('button', { name: 'Use the latest version: Detailed description' }));
  expect(getDescription()).toHaveValue('Hers');
  await user.click(screen.getByRole('button', { name: 'Use your entry: Detailed description' }));
  expect(getDescription()).toHaveValue('Mine');
  state.repair = buildCorrectedRepair('ben@nuk.example', state.repair, { serialNumber: 'XKW10007654321' });
  await user.click(getSaveButton());
  await waitFor(async () => expect(await findPanel()).toHaveTextContent('ben@nuk.example'));
  expect(await readDifferences()).toEqual([
    'Serial numberLatest versionXKW10007654321Your entryNot changed by you, taken over',
  ]);
  expect(await findPanel()).toHaveFocus();
  await user.click(getSaveButton());
  await waitFor(() => expect(findFactValue('Serial number')).toHaveTextContent('XKW10007654321'));
  expect(findFactValue('Issue')).toHaveTextContent('Water damage');
  expect(findFactValue('Detailed description')).toHaveTextContent('Mine');
  expect(sentBodies().map((body) => [body?.['version'], body?.['issue'], body?.['detailedDescription']])).toEqual([
    [1, 'screenDefect', 'Mine'],
    [2, 'waterDamage', 'Mine'],
    [3, 'waterDamage', 'Mine'],
  ]);
  expect(alertStore.get()).toEqual([expect.objectContaining({ key: 'repairs.details.corrected' })]);
});

test('lists the unsaved changes once the repair is registered', async () => {
  const { state, user } = await openCorrection();
  await choose(user, 'issue', 'Water damage');
  state.repair = repairWithRma;
  await user.click(getSaveButton());
  expect(await findPanel(/can no longer be changed here/)).toHaveTextContent('Issue: Water damage');
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show the latest version' }));
  expect(screen.getByRole('link', { name: 'RMA-77' })).toBeVisible();
  expect(screen.getByText('Issue: Water damage')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide your changes' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByText('Issue: Water damage')).toBeNull();
});

test('keeps the form when the latest version cannot be loaded', async () => {
  const { state, user } = await openCorrection();
  await typeDescription(user, 'Mine');
  state.repair = buildCorrectedRepair('ann@nuk.example', initialRepair, { issue: 'waterDamage' });
  state.isDown = true;
  await user.click(getSaveButton());
  expect(await screen.findByRole('region', { name: /The service is busy/ })).toHaveFocus();
  expect(getDescription()).toHaveValue('Mine');
  state.isDown = false;
  await user.click(getSaveButton());
  expect(await readDifferences()).toEqual(['IssueLatest versionWater damageYour entryNot changed by you, taken over']);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(findFactValue('Issue')).toHaveTextContent('Water damage');
  expect(findFactValue('Detailed description')).toHaveTextContent('It hums');
});
