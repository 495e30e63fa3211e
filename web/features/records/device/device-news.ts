import { calendarDate } from '#shared/dates.ts';
import type { Device } from '#shared/records/device.ts';
import { isOpen } from '#shared/repairs/lifecycle.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import type { Texts } from '#web/language/i18n.ts';

type News = {
  readonly openRepair: Repair | undefined;
  /** The most important first; none where nothing but withdrawn records is there. */
  readonly sentences: readonly string[];
};

/** When a repair came to the state that it is in: an ISO instant. */
export const inStateSince = ({ timeline, createdAt }: Pick<Repair, 'timeline' | 'createdAt'>): string =>
  timeline.findLast(({ type }) => type !== 'corrected')?.at ?? createdAt;

export const warrantyOf = ({ promises }: Pick<Repair, 'promises'>) =>
  promises.find(({ name, state }) => name === 'warranty' && state === 'running');

/** What matters of a device's history to whoever has it on the counter, in one to three sentences. `timeZone` is the region's (IANA name). */
export const newsOf = (
  { repairs, returns }: Pick<Device, 'repairs' | 'returns'>,
  timeZone: string,
  { t, formatLongDate }: Texts,
): News => {
  const day = (instant: string) => formatLongDate(calendarDate(new Date(instant), timeZone));
  const stateOf = (repair: Repair) => ({
    state: t(`repairs.states.${repair.state}`),
    date: day(inStateSince(repair)),
  });
  const openRepair = repairs.find(({ state }) => isOpen(state));
  const ended = repairs.find(({ state }) => !isOpen(state) && state !== 'withdrawn');
  const warranty = repairs
    .flatMap((repair) => warrantyOf(repair) ?? [])
    .toSorted((one, other) => (one.by < other.by ? 1 : -1))[0];
  const returned = returns.find(({ state }) => state !== 'withdrawn');
  return {
    openRepair,
    sentences: [
      openRepair && t('devices.news.open', stateOf(openRepair)),
      warranty &&
        t('devices.news.underWarranty', { date: formatLongDate(warranty.from), until: formatLongDate(warranty.by) }),
      returned && t('devices.news.returned', { date: formatLongDate(returned.line.returnDate) }),
      !openRepair && !warranty && ended && t('devices.news.ended', stateOf(ended)),
    ].filter((sentence) => typeof sentence === 'string'),
  };
};
