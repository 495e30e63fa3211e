import { toCalendarDate } from '#shared/dates/dates.ts';
import type { Device } from '#shared/records/device.ts';
import { isOpen } from '#shared/repairs/lifecycle.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import type { Texts } from '#web/i18n/i18n.ts';

type DeviceSummary = {
  readonly openRepair: Repair | undefined;
  /** Most important first; empty if all records are withdrawn. */
  readonly sentences: readonly string[];
};

/** Returns the ISO instant at which a repair entered its current state. */
export const findStateStart = ({ timeline, createdAt }: Pick<Repair, 'timeline' | 'createdAt'>): string =>
  timeline.findLast(({ type }) => type !== 'corrected')?.at ?? createdAt;

/** Returns the warranty of a repair, unless it has ended. It is one of the deadlines, which the wire calls promises. */
export const findRunningWarranty = ({ promises }: Pick<Repair, 'promises'>) =>
  promises.find(({ name, state }) => name === 'warranty' && state === 'running');

/** Summarizes a device's history for the shop counter in up to three sentences. `timeZone` is the region's IANA name. */
export const summarizeDevice = (
  { repairs, returns }: Pick<Device, 'repairs' | 'returns'>,
  timeZone: string,
  { t, formatLongDate }: Texts,
): DeviceSummary => {
  const formatDay = (instant: string) => formatLongDate(toCalendarDate(new Date(instant), timeZone));
  const toStateValues = (repair: Repair) => ({
    state: t(`repairs.states.${repair.state}`),
    date: formatDay(findStateStart(repair)),
  });
  const openRepair = repairs.find(({ state }) => isOpen(state));
  const endedRepair = repairs.find(({ state }) => !isOpen(state) && state !== 'withdrawn');
  const warranty = repairs
    .flatMap((repair) => findRunningWarranty(repair) ?? [])
    .toSorted((a, b) => (a.by < b.by ? 1 : -1))[0];
  const returnedRecord = returns.find(({ state }) => state !== 'withdrawn');
  return {
    openRepair,
    sentences: [
      openRepair && t('devices.news.open', toStateValues(openRepair)),
      warranty &&
        t('devices.news.underWarranty', { date: formatLongDate(warranty.from), until: formatLongDate(warranty.by) }),
      returnedRecord && t('devices.news.returned', { date: formatLongDate(returnedRecord.line.returnDate) }),
      !openRepair && !warranty && endedRepair && t('devices.news.ended', toStateValues(endedRepair)),
    ].filter((sentence) => typeof sentence === 'string'),
  };
};
