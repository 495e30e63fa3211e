import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { buildReturnLine, buildReturn } from '#shared/testing/return.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, findFactValue, openPages, place, signInAs, readTexts } from '#web/testing/page.tsx';
import { ReturnDetails } from './return-details.tsx';

const record = buildReturn({
  lines: [
    buildReturnLine({ serialNumber: 'S1' }),
    buildReturnLine({ serialNumber: 'S2' }),
    buildReturnLine({ product: 'mario-kart-world', productDescription: 'Mario Kart World', serialNumber: 'K1' }),
  ],
});
const identity = { storeId: 'UK001', storeRefNo: 'RET-1', id: record.id };
const [firstLine, , thirdLine] = record.lines;
const changedLine = buildReturnLine({ serialNumber: 'S2', purchaseDate: '2026-10-21' });
const correctedRecord: ReturnRecord = {
  ...record,
  lines: [changedLine, ...record.lines.slice(2), buildReturnLine({ serialNumber: 'NEW1' })],
  version: 2,
  timeline: [
    ...record.timeline,
    {
      type: 'corrected',
      at: '2026-11-02T11:00:00.000Z',
      by: 'ben@nuk.example',
      before: record.lines.slice(0, 2),
      added: ['NEW1'],
    },
  ],
};
const getButton = (name: string) => screen.getByRole('button', { name });
const open = async () => {
  const { user } = await openPages(
    { submittedReturns: <ReturnDetails identity={identity} onBack={vi.fn()} /> },
    paths.submittedReturns(place),
    place,
  );
  await screen.findByText('UK001');
  return user;
};

type Answer = { readonly status?: number; readonly body: unknown };
/** Stubs the server. GET returns the current return; changes get the given answers in turn. Returns a function that lists the change requests. */
const answerChanges = (answers: readonly Answer[], findCurrent: () => ReturnRecord = () => record) => {
  const remainingAnswers = [...answers];
  const requests = answerCalls(({ method, url }) => {
    if (url.pathname.endsWith('/serial-numbers'))
      return {
        body: {
          items: [
            { serialNumber: 'S1', storeRefNo: 'RET-1', id: record.id, createdAt: record.createdAt },
            { serialNumber: 'S2', storeRefNo: 'RET-0', id: crypto.randomUUID(), createdAt: record.createdAt },
          ],
        },
      };
    return method === 'GET' ? { body: findCurrent() } : (remainingAnswers.shift() ?? { status: 500, body: {} });
  });
  return () => requests.filter(({ method, url }) => method !== 'GET' && !url.pathname.endsWith('/serial-numbers'));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-03T09:00:00Z') });
  signInAs('nuk');
});

test('blocks saving while a line is edited, and reports a serial number of another return', async () => {
  const changeRequests = answerChanges([]);
  const user = await open();
  await user.click(getButton('Edit'));
  await user.click(getButton('Edit line 3'));
  const getSerial = () => within(document.querySelector('[data-field="line.serialNumber"]') as HTMLElement);
  await user.type(getSerial().getByRole('textbox'), 'X');
  await user.click(getButton('Save changes'));
  expect(screen.getAllByText('Line 3 is still being edited. Save or cancel the changes.')[0]).toBeVisible();
  expect(changeRequests()).toEqual([]);
  // S1 is part of the edited return itself, so only S2, which is part of RET-0, is reported.
  await waitFor(() =>
    expect(readTexts(screen.getAllByText(/Already returned/))).toEqual([expect.stringContaining('RET-0')]),
  );
});

const findPanel = (name: string | RegExp) => screen.findByRole('region', { name });

test('merges a concurrent correction line by line', async () => {
  let current = record;
  const changeRequests = answerChanges(
    [apiError('ReturnChanged', 409), { body: { ...correctedRecord, version: 3 } }],
    () => current,
  );
  const user = await open();
  await user.click(getButton('Edit'));
  await user.click(getButton('Remove line 2'));
  current = correctedRecord;
  await user.click(getButton('Save changes'));
  const mergePanel = await findPanel('Other changes have been saved in the meantime');
  expect(mergePanel).toHaveFocus();
  expect(mergePanel).toHaveTextContent('02/11/2026, 11:00 · ben@nuk.example');
  expect(readTexts(within(mergePanel).getAllByRole('listitem'))).toEqual([
    'Super Mario Odyssey, S2Latest versionPurchase date 20/10/2026 → 21/10/2026Your entryRemovedUse the latest version',
    'Super Mario Odyssey, S1Latest versionRemovedYour entryNot changed by you, taken over',
    'Super Mario Odyssey, NEW1Latest versionAdded; Product: Super Mario Odyssey; Purchase date: 20/10/2026; Return date: 01/11/2026Your entryNot changed by you, taken over',
  ]);
  await user.click(getButton('Use the latest version: Super Mario Odyssey, S2'));
  await user.click(getButton('Use your entry: Super Mario Odyssey, S2'));
  await user.click(getButton('Save changes'));
  await waitFor(() => expect(findFactValue('Number of products')).toBeVisible());
  expect(changeRequests().map(({ body }) => [body?.['version'], body?.['lines']])).toEqual([
    [1, [firstLine, thirdLine]],
    [2, [thirdLine, buildReturnLine({ serialNumber: 'NEW1' })]],
  ]);
});
