import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { buildRepair, buildRepairContent } from '#shared/testing/repair.ts';
import { answerCalls, openPages } from '#web/testing/page.tsx';
import { choose, field, place, serialNumber } from '#web/testing/repair-booking.tsx';
import { CorrectRepair } from './correct-repair.tsx';

const content = buildRepairContent({
  product: 'switch',
  accessories: ['dock-switch'],
  issue: 'screenDefect',
  serialNumber: 'XAW10075273452',
  purchaseDate: '2026-10-01',
  detailedDescription: 'It hums',
});
const repair = buildRepair({ ...content, version: 3 });
const onCorrected = vi.fn();

const open = () =>
  openPages(
    {
      submittedRepairs: (
        <CorrectRepair
          record={repair}
          onCorrected={onCorrected}
          onCancel={vi.fn()}
          onConflict={vi.fn()}
          onRejected={vi.fn()}
        />
      ),
    },
    paths.submittedRepairs(place),
  );

test('starts with the repair’s content and a read-only reference', async () => {
  const requests = answerCalls(() => ({ body: { items: [repair] } }));
  const { user } = await open();
  expect(field('product').getAllByRole('button')[0]).toHaveTextContent('Nintendo Switch');
  expect(field('accessories').getByRole('button', { name: /^Remove Nintendo Switch dock/ })).toBeVisible();
  expect(field('issue').getAllByRole('button')[0]).toHaveTextContent('Screen defect');
  expect(serialNumber()).toHaveValue('XAW10075273452');
  expect(field('purchaseDate').getByRole('textbox')).toHaveValue('01/10/2026');
  expect(screen.getByRole('textbox', { name: /Detailed description/ })).toHaveValue('It hums');
  expect(screen.getByLabelText('Store reference number')).toHaveValue('REF-1');
  expect(screen.getByLabelText('Store reference number')).toHaveAttribute('readonly');
  await user.click(serialNumber());
  await user.tab();
  expect(requests).toEqual([]);
  expect(screen.getByText('Everything is filled in.')).toBeVisible();
  await user.clear(serialNumber());
  expect(screen.getByText('Still missing: Serial number')).toBeVisible();
});

test('sends the changes with the version and passes the corrected repair on', async () => {
  const correctedRepair = { ...repair, issue: 'waterDamage', version: 4 };
  const requests = answerCalls(() => ({ body: correctedRepair }));
  const { user } = await open();
  await choose(user, 'issue', 'Water damage');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(onCorrected).toHaveBeenCalledExactlyOnceWith(correctedRepair));
  expect(requests).toMatchObject([{ method: 'PUT', url: { pathname: '/api/repairs/nuk/repair' } }]);
  expect(requests[0]?.body).toEqual({
    storeId: 'UK001',
    storeRefNo: 'REF-1',
    id: repair.id,
    version: 3,
    ...content,
    issue: 'waterDamage',
  });
});
