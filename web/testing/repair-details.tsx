import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { Place } from '#shared/api/paths.ts';
import { paths } from '#shared/api/paths.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { RepairDetails } from '#web/features/repairs/details/repair-details.tsx';
import { findFactValue, openPages, place } from './page.tsx';

export { findFactValue, place };

export const identity = { storeId: 'UK001', storeRefNo: 'REF-1', id: buildRepair().id };
export const onBack = vi.fn();

export const openDetails = (currentPlace: Place = place) =>
  openPages(
    { submittedRepairs: <RepairDetails identity={identity} onBack={onBack} /> },
    paths.submittedRepairs(currentPlace),
    currentPlace,
  );

export const getTimelineEntries = () => within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem');

export const repairWithRma = buildRepair({
  rma: 'RMA-77',
  state: 'received',
  timeline: [
    ...buildRepair().timeline,
    { type: 'rmaAssigned', at: '2026-11-03T10:00:00.000Z', eventId: 'e1', rma: 'RMA-77' },
    { type: 'status', at: '2026-11-04T10:00:00.000Z', eventId: 'e2', status: 'received' },
  ],
});

export const withdrawnRepair = buildRepair({
  state: 'withdrawn',
  version: 2,
  timeline: [...buildRepair().timeline, { type: 'withdrawn', at: '2026-11-02T11:00:00.000Z', by: 'sam@nuk.example' }],
});
