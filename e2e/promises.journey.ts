import { calendars, newRepairRow } from '#lambdas/records/repair.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { daysBetween } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import { languages, prefixes } from '#shared/regions.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { PromiseName } from '#shared/repairs/promises.ts';
import { promisesOf } from '#shared/repairs/promises.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import type { JourneyPlace } from './portal.ts';
import { expect, test } from './portal.ts';
import { answers } from './walk/answers.ts';
import { axeFindings, cutFindings, overflowFindings } from './walk/checks.ts';
import { repairsIn } from './walk/data.ts';
import { keyboardFindings } from './walk/keyboard.ts';
import { newContext, openState, placeIn, resize } from './walk/open.ts';
import { walked } from './walk/pages.ts';

const noonOf = (day: CalendarDate) => `${day}T12:00:00.000Z`;
const reported = (day: CalendarDate, status: Extract<RepairEntry, { type: 'status' }>['status']): RepairEntry => ({
  type: 'status',
  at: noonOf(day),
  eventId: `${day} ${status}`,
  status,
});

/**
 * A repair from its booking to its warranty, as the days pass: what has happened by then, and of which promise something is said, with its
 * last day by the terms. In the parcel's ten working days no region has a holiday.
 */
const life: readonly {
  readonly today: CalendarDate;
  readonly happened: readonly RepairEntry[];
  readonly promise: PromiseName;
  readonly by: CalendarDate;
}[] = [
  { today: '2026-03-02', happened: [], promise: 'rma', by: '2026-03-04' },
  { today: '2026-03-05', happened: [], promise: 'rma', by: '2026-03-04' },
  {
    today: '2026-03-06',
    happened: [
      { type: 'rmaAssigned', at: noonOf('2026-03-06'), eventId: 'rma', rma: 'RMA-4711' },
      reported('2026-03-06', 'received'),
    ],
    promise: 'target',
    by: '2026-03-16',
  },
  { today: '2026-03-10', happened: [reported('2026-03-08', 'quoted')], promise: 'feeAnswer', by: '2026-04-07' },
  { today: '2026-04-08', happened: [], promise: 'feeAnswer', by: '2026-04-07' },
  {
    today: '2026-04-10',
    happened: [reported('2026-04-09', 'repaired'), reported('2026-04-09', 'dispatched')],
    promise: 'arrival',
    by: '2026-04-23',
  },
  { today: '2026-04-27', happened: [], promise: 'arrival', by: '2026-04-23' },
  { today: '2026-10-05', happened: [], promise: 'warranty', by: '2027-04-09' },
];

/** The repair on the day of a step, as the server answers it. */
const repairOn = (region: RegionId, step: number): Repair => {
  const [{ promises: _, next: __, ...facts }] = repairsIn[region] as [Repair];
  const happened = life.slice(0, step + 1).flatMap((one) => one.happened);
  const booked = { type: 'booked', at: noonOf('2026-03-02'), by: 'staff@nuk.example' } as const;
  const row = newRepairRow({
    ...facts,
    region,
    createdAt: booked.at,
    createdBy: booked.by,
    timeline: [booked, ...happened],
  } as Parameters<typeof newRepairRow>[0]);
  return repair.parse({ ...row, promises: promisesOf(row.timeline, calendars[region], life[step]?.today ?? '') });
};

/** The sentence that is to stand there, with its date and how far off that is. */
const sentenceOf = ({ t, prefix }: JourneyPlace, { promise, by, today }: (typeof life)[number]) => {
  const { locale } = prefixes[prefix];
  const days = daysBetween(today, by);
  // Far off a date has its year.
  const parts =
    days > 180 ? ({ dateStyle: 'long' } as const) : ({ weekday: 'long', day: 'numeric', month: 'long' } as const);
  const date = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(new Date(by));
  const late = days === -1 ? t.repairs.due.late_one : t.repairs.due.late_other;
  const distance =
    days < 0
      ? late.replace('{count}', String(-days))
      : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return t.repairs.due[days < 0 ? 'overdue' : 'next'][promise].replace('{date}', date).replace('{distance}', distance);
};

for (const tongue of languages) {
  test(`what is due of a repair, day by day, in ${tongue}`, async ({ browser, baseURL }) => {
    test.setTimeout(240_000);
    const place = placeIn(tongue);
    const context = await newContext(browser, place);
    for (const [index, step] of life.entries()) {
      const found = repairOn(place.region, index);
      const { page, complaints } = await openState({
        context,
        site: baseURL ?? '',
        tongue,
        walked: walked.repairDetails,
        instant: new Date(noonOf(step.today)),
        state: {
          answers: [answers(repairs.findRepair, () => found)],
          shows: (visit) => visit.page.getByText(sentenceOf(place, step)).first(),
        },
      });
      for (const width of [1280, 320]) {
        await resize(page, { width, scheme: 'light' });
        await expect(page.getByText(sentenceOf(place, step)).first()).toBeVisible();
        expect(await overflowFindings(page)).toEqual([]);
        expect(await cutFindings(page)).toEqual([]);
      }
      expect(await axeFindings(page)).toEqual([]);
      if (tongue === 'en') expect(await keyboardFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    }
    await context.close();
  });
}
