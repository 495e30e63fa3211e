import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { TrackRepairPage } from './track-repair-page.tsx';

const open = (rma?: string) => openPages({ trackRepair: <TrackRepairPage /> }, paths.trackRepair(place, rma));

const getField = () => screen.getByRole('combobox', { name: 'RMA number' });

test('accepts a typed RMA number or one of the latest repairs', async () => {
  signInAs('nuk');
  const requests = answerCalls(() => ({
    body: { items: [buildRepairSummary({ rma: 'UK77' }), buildRepairSummary()] },
  }));
  const { user } = await open();
  await waitFor(() => expect(requests).toHaveLength(1));
  await user.type(getField(), 'RMA 1');
  expect(screen.queryByRole('button', { name: 'Copy RMA number' })).toBeNull();
  await user.clear(getField());
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['UK77REF-1Nintendo Switch 2']);
  await user.click(options[0] as HTMLElement);
  expect(getField()).toHaveValue('UK77');
  expect(screen.getByRole('button', { name: 'Copy RMA number' })).toBeVisible();
});

test('offers the five latest repairs with an RMA number without a further request', async () => {
  signInAs('nuk');
  const rmas = [null, 'UK1', 'UK2', 'UK3', 'UK4', 'UK5', 'UK6'];
  const requests = answerCalls(() => ({ body: { items: rmas.map((rma) => buildRepairSummary({ rma })) } }));
  const { user } = await open();
  const recent = within(await screen.findByRole('list', { name: 'Latest submitted repairs' }));
  expect((await recent.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual(
    rmas.slice(1, 6).map((rma) => `Nintendo Switch 2 REF-1 ${rma}`),
  );
  await user.tab();
  expect(getField()).toHaveFocus();
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(getField()).toHaveValue('UK2');
  expect(recent.getByRole('button', { pressed: true })).toHaveTextContent('UK2');
  expect(requests).toHaveLength(1);
});

test('shows an error instead of "none" when repairs fail to load', async () => {
  signInAs('nuk');
  answerCalls(() => apiError('InternalServerError', 500));
  const { user } = await open();
  await user.click(getField());
  expect(await screen.findByText(/Your repairs could not be loaded/)).toBeInTheDocument();
  expect(screen.queryByText('No repair with an RMA number yet')).not.toBeInTheDocument();
});

test('requests no repairs for users without access to them', async () => {
  const requests = answerCalls(() => ({ body: { items: [] } }));
  await open();
  expect(getField()).toHaveValue('');
  expect(requests).toEqual([]);
});

test.each(['<b>RMA</b>', 'call 555 0100 now', 'R'.repeat(41)])(
  'ignores a malformed RMA number in the URL: %s',
  async (rma) => {
    await open(rma);
    expect(getField()).toHaveValue('');
    expect(document.body.textContent).not.toContain(rma);
  },
);
