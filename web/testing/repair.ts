import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { findRma } from '#shared/records/timeline.ts';
import type { RepairContent } from '#shared/repairs/content.ts';
import { pickRepairContent } from '#shared/repairs/content.ts';
import { findNextDeadline, calculateDeadlines } from '#shared/repairs/deadlines.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { toRepairState } from '#shared/repairs/lifecycle.ts';
import type { Repair, RepairSummary } from '#shared/repairs/repair.ts';

const summary: RepairSummary = {
  id: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11',
  rma: null,
  state: 'submitted',
  storeRefNo: 'REF-1',
  storeId: 'UK001',
  storeName: 'Oxford Street',
  createdAt: '2026-11-02T09:30:00.000Z',
  product: 'switch-2',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XKW10001234567',
};

export const buildRepairSummary = (fields: Partial<RepairSummary> = {}): RepairSummary => ({ ...summary, ...fields });

/** Creates a complete repair as the server returns it. */
export const buildRepair = (fields: Partial<Repair> = {}): Repair => ({
  ...summary,
  purchaseDate: '2026-10-01',
  detailedDescription: '',
  termsAccepted: '2024-06-06',
  version: 1,
  timeline: [{ type: 'booked', at: '2026-11-02T09:30:00.000Z', by: 'sam@nuk.example' }],
  promises: [],
  ...fields,
});

/** Creates a repair with this timeline, as the server returns it on the given day in region nuk. */
export const buildRepairWithTimeline = (
  today: CalendarDate,
  [booked, ...providerEntries]: readonly [RepairEntry, ...RepairEntry[]],
): Repair => {
  const calendar = calendars.nuk;
  const timeline = [booked, ...providerEntries];
  const lastDay = toCalendarDate(new Date((providerEntries.at(-1) ?? booked).at), calendar.timeZone);
  const next = findNextDeadline(calculateDeadlines(timeline, calendar, lastDay));
  return buildRepair({
    createdAt: booked.at,
    state: toRepairState(timeline),
    rma: findRma(timeline),
    timeline,
    promises: calculateDeadlines(timeline, calendar, today),
    ...(next && { next }),
  });
};

/** Creates the timeline entry of a correction that replaced the content `before`. */
export const buildCorrectionEntry = (
  previousContent: RepairContent,
  by = 'ann@nuk.example',
): Repair['timeline'][number] => ({
  type: 'corrected',
  at: '2026-11-02T10:30:00.000Z',
  by,
  before: pickRepairContent(previousContent),
});
