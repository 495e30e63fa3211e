import { expect } from '@playwright/test';
import { newRepairRow } from '#lambdas/records/repair.ts';
import { calendars } from '#shared/calendars.ts';
import type { CalendarDate } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { PromiseName } from '#shared/repairs/promises.ts';
import { promisesOf } from '#shared/repairs/promises.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { answers } from './walk/answers.ts';
import { axeFindings, cutFindings, overflowFindings } from './walk/checks.ts';
import { repairsIn } from './walk/data.ts';
import { resize, test } from './walk/open.ts';
import { says } from './walk/pages/states.ts';

const noonOf = (day: CalendarDate) => `${day}T12:00:00.000Z`;
const reported = (day: CalendarDate, status: Extract<RepairEntry, { type: 'status' }>['status']): RepairEntry => ({
  type: 'status',
  at: noonOf(day),
  eventId: `${day} ${status}`,
  status,
});

const rma: RepairEntry = { type: 'rmaAssigned', at: noonOf('2026-03-06'), eventId: 'rma', rma: 'RMA-4711' };

/** A repair from its booking to its warranty, as the days pass: of which promise something is said, and what has happened by then. */
const life: readonly [today: CalendarDate, said: 'next' | 'overdue', promise: PromiseName, ...RepairEntry[]][] = [
  ['2026-03-02', 'next', 'rma'],
  ['2026-03-05', 'overdue', 'rma'],
  ['2026-03-06', 'next', 'target', rma, reported('2026-03-06', 'received')],
  ['2026-03-10', 'next', 'feeAnswer', reported('2026-03-08', 'quoted')],
  ['2026-04-08', 'overdue', 'feeAnswer'],
  ['2026-04-10', 'next', 'arrival', reported('2026-04-09', 'repaired'), reported('2026-04-09', 'dispatched')],
  ['2026-04-27', 'overdue', 'arrival'],
  ['2026-10-05', 'next', 'warranty'],
];

/** The repair on the day of a step, as the server answers it. */
const repairOn = (region: RegionId, step: number): Repair => {
  const [{ promises: _, next: __, ...facts }] = repairsIn[region] as [Repair];
  const happened = life.slice(0, step + 1).flatMap(([, , , ...entries]) => entries);
  const booked = { type: 'booked', at: noonOf('2026-03-02'), by: 'staff@nuk.example' } as const;
  const row = newRepairRow({
    ...facts,
    region,
    createdAt: booked.at,
    createdBy: booked.by,
    timeline: [booked, ...happened],
  } as Parameters<typeof newRepairRow>[0]);
  return repair.parse({ ...row, promises: promisesOf(row.timeline, calendars[region], life[step]?.[0] ?? '') });
};

test.use({ tongue: 'de' });

test('what is due of a repair, day by day', async ({ open, place }) => {
  for (const [index, [today, said, promise]] of life.entries()) {
    const found = repairOn(place.region, index);
    const [sentence = ''] = place.t.repairs.due[said][promise].split('{date}');
    const state = { answers: [answers(repairs.findRepair, () => found)], shows: says(() => sentence) };
    const page = await open('repairDetails', state, { instant: new Date(noonOf(today)) });
    for (const width of [1280, 320]) {
      await resize(page, { width, scheme: 'light' });
      await expect(page.getByText(sentence).first()).toBeVisible();
      expect(await overflowFindings(page)).toEqual([]);
      expect(await cutFindings(page)).toEqual([]);
    }
    expect(await axeFindings(page)).toEqual([]);
  }
});
