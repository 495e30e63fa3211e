import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { findSendDay } from '#shared/records/send-day.ts';
import { findRma } from '#shared/records/timeline.ts';
import type { RepairContent } from '#shared/repairs/content.ts';
import { pickRepairContent } from '#shared/repairs/content.ts';
import { findNextDeadline, calculateDeadlines } from '#shared/repairs/deadlines.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { toRepairState } from '#shared/repairs/lifecycle.ts';
import type { Repair, RepairSummary } from '#shared/repairs/repair.ts';
import { repairSummary } from '#shared/repairs/repair.ts';
import { buildRepair } from '#shared/testing/repair.ts';

export const buildRepairSummary = (change: Partial<RepairSummary> = {}): RepairSummary => ({
  ...repairSummary.parse(buildRepair()),
  ...change,
});

/** Creates a repair with this timeline, as the server returns it on the given day in region nuk. */
export const buildRepairWithTimeline = (
  today: CalendarDate,
  [bookedEntry, ...providerEntries]: readonly [RepairEntry, ...RepairEntry[]],
): Repair => {
  const calendar = calendars.nuk;
  const timeline = [bookedEntry, ...providerEntries];
  const lastDay = toCalendarDate(new Date((providerEntries.at(-1) ?? bookedEntry).at), calendar.timeZone);
  const next = findNextDeadline(calculateDeadlines(timeline, calendar, lastDay));
  return buildRepair({
    createdAt: bookedEntry.at,
    state: toRepairState(timeline),
    rma: findRma(timeline),
    timeline,
    promises: calculateDeadlines(timeline, calendar, today),
    sendFrom: findSendDay({ state: toRepairState(timeline), timeline }, calendar.timeZone),
    ...(next && { next }),
  });
};

/** Creates the timeline entry of a correction that replaced the previous content. */
export const buildCorrectionEntry = (
  previousContent: RepairContent,
  by = 'ann@nuk.example',
): Repair['timeline'][number] => ({
  type: 'corrected',
  at: '2026-11-02T10:30:00.000Z',
  by,
  before: pickRepairContent(previousContent),
});
