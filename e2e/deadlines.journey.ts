import { expect } from '@playwright/test';
import { buildRepairRow } from '#lambdas/lib/records/repair.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import type { DeadlineName } from '#shared/repairs/deadlines.ts';
import { calculateDeadlines } from '#shared/repairs/deadlines.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repair } from '#shared/repairs/repair.ts';
import { expectNoOverflow } from './portal.ts';
import { findAxeViolations, findCutTexts } from './walk/checks.ts';
import { repairsByRegion } from './walk/data.ts';
import { resize, test } from './walk/open.ts';
import { textLocator } from './walk/pages/states.ts';
import { stubResponse } from './walk/stubbed-responses.ts';

const toNoon = (day: CalendarDate) => `${day}T12:00:00.000Z`;
const createStatus = (day: CalendarDate, status: Extract<RepairEntry, { type: 'status' }>['status']): RepairEntry => ({
  type: 'status',
  at: toNoon(day),
  eventId: `${day} ${status}`,
  status,
});

const rmaEntry: RepairEntry = { type: 'rmaAssigned', at: toNoon('2026-03-06'), eventId: 'rma', rma: 'RMA-4711' };

/**
 * Life of a repair from its booking to its warranty: on each day the deadline that the page shows, and the entries
 * added since the previous day.
 */
const lifecycle: readonly [
  today: CalendarDate,
  deadlineKind: 'next' | 'overdue',
  deadlineName: DeadlineName,
  ...RepairEntry[],
][] = [
  ['2026-03-02', 'next', 'rma'],
  ['2026-03-05', 'overdue', 'rma'],
  ['2026-03-06', 'next', 'target', rmaEntry, createStatus('2026-03-06', 'received')],
  ['2026-03-10', 'next', 'feeAnswer', createStatus('2026-03-08', 'quoted')],
  ['2026-04-08', 'overdue', 'feeAnswer'],
  ['2026-04-10', 'next', 'arrival', createStatus('2026-04-09', 'repaired'), createStatus('2026-04-09', 'dispatched')],
  ['2026-04-27', 'overdue', 'arrival'],
  ['2026-10-05', 'next', 'warranty'],
];

/** Returns the repair as the server returns it on the day of a step. */
const buildRepairAtStep = (region: RegionId, step: number): Repair => {
  const [{ promises: _, next: __, ...facts }] = repairsByRegion[region] as [Repair];
  const entries = lifecycle.slice(0, step + 1).flatMap(([, , , ...dayEntries]) => dayEntries);
  const bookedEntry = { type: 'booked', at: toNoon('2026-03-02'), by: 'staff@nuk.example' } as const;
  const row = buildRepairRow({
    ...facts,
    region,
    createdAt: bookedEntry.at,
    createdBy: bookedEntry.by,
    timeline: [bookedEntry, ...entries],
  } as Parameters<typeof buildRepairRow>[0]);
  return repair.parse({
    ...row,
    promises: calculateDeadlines(row.timeline, calendars[region], lifecycle[step]?.[0] ?? ''),
  });
};

test.use({ language: 'de' });

for (const [index, [today, deadlineKind, deadlineName]] of lifecycle.entries())
  test(`a repair shows its deadline on ${today}`, async ({ open, place }) => {
    const currentRepair = buildRepairAtStep(place.region, index);
    const [sentence = ''] = place.t.repairs.due[deadlineKind][deadlineName].split('{date}');
    const state = {
      responses: [stubResponse(repairs.findRepair, () => currentRepair)],
      shows: textLocator(() => sentence),
    };
    const page = await open('repairDetails', state, { instant: new Date(toNoon(today)) });
    for (const width of [1280, 320]) {
      await resize(page, { width, scheme: 'light' });
      await expect(page.getByText(sentence).first()).toBeVisible();
      await expectNoOverflow(page);
      expect(await findCutTexts(page)).toEqual([]);
    }
    expect(await findAxeViolations(page)).toEqual([]);
  });
