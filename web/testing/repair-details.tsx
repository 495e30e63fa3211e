import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { Place } from '#shared/paths.ts';
import { paths } from '#shared/paths.ts';
import { RepairDetails } from '#web/features/repairs/details/repair-details.tsx';
import { openPages, place } from './page.tsx';
import { repairWith } from './repair.ts';

export { place };

export const identity = { storeId: 'UK001', storeRefNo: 'REF-1', id: repairWith().id };
export const onBack = vi.fn();

/** Opens the details of one repair. */
export const openDetails = (where: Place = place) =>
  openPages(
    { submittedRepairs: <RepairDetails identity={identity} onBack={onBack} /> },
    paths.submittedRepairs(where),
    where,
  );

/** What stands beside a label in the list of facts. */
export const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt, dt *' }).closest('dt')?.nextElementSibling;
export const entries = () => within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
export const error = (code: string, status: number) => ({ status, body: { error: { code, message: '' } } });

/** The same repair, when the provider has it. */
export const assigned = repairWith({
  rma: 'RMA-77',
  state: 'received',
  timeline: [
    ...repairWith().timeline,
    { type: 'rmaAssigned', at: '2026-11-03T10:00:00.000Z', eventId: 'e1', rma: 'RMA-77' },
    { type: 'status', at: '2026-11-04T10:00:00.000Z', eventId: 'e2', status: 'received' },
  ],
});

/** The same repair, taken back by its store. */
export const withdrawn = repairWith({
  state: 'withdrawn',
  version: 2,
  timeline: [...repairWith().timeline, { type: 'withdrawn', at: '2026-11-02T11:00:00.000Z', by: 'sam@nuk.example' }],
});
