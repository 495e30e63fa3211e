import ical from 'ical-generator';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { productsText } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/i18n/i18n.ts';

/** Returns the text of an iCalendar file (RFC 5545) with the next deadline. Its UID is stable, so that importing a changed deadline replaces the event. `url` is the URL of the repair. */
export const createCalendarFile = (
  repair: RepairSummary,
  { promise, by }: UpcomingDeadline,
  url: URL,
  texts: Texts,
  now: Date,
): string =>
  `${ical({
    prodId: { company: url.hostname, product: texts.t('shell.siteName'), language: texts.language.toUpperCase() },
    events: [
      {
        id: `${repair.id}-${promise}@${url.hostname}`,
        stamp: now,
        start: new Date(`${by}T00:00:00Z`),
        allDay: true,
        summary: texts.t('common.labelled', {
          field: texts.t(`repairs.due.names.${promise}`),
          text: `${productsText(repair, texts)}, ${repair.storeRefNo}`,
        }),
        url: url.href,
      },
    ],
  }).toString()}\r\n`;
