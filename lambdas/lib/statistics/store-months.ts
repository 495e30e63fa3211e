import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { addMonths, toCalendarDate } from '#shared/dates/dates.ts';
import type { RecordKindName } from '#shared/records/record.ts';

/** Month (YYYY-MM) in which a store booked records, in the region's calendar. */
type StoreMonth = { readonly region: RegionId; readonly storeId: string; readonly month: string };

export type CountedMonth = StoreMonth & { readonly kind: RecordKindName };

/** Returns the sort key of a month's counts. A store id cannot contain `#` (shared/api/fields.ts). */
export const toStoreMonthKey = ({ storeId, month }: Pick<StoreMonth, 'storeId' | 'month'>) => `${storeId}#${month}`;

export const parseStoreMonthKey = (key: string): Pick<StoreMonth, 'storeId' | 'month'> => {
  const [storeId = '', month = ''] = key.split('#');
  return { storeId, month };
};

export const findBookingMonth = (region: RegionId, createdAt: string): string =>
  toCalendarDate(new Date(createdAt), regions[region].timeZone).slice(0, 7);

/** Returns the month that is `months` later; earlier if `months` is negative. */
export const shiftMonth = (month: string, months: number): string => addMonths(`${month}-01`, months).slice(0, 7);

/** Returns the earliest month that is counted. Records of the months before it may have expired. */
export const findEarliestMonth = (region: RegionId, now: Date): string =>
  shiftMonth(toCalendarDate(now, regions[region].timeZone).slice(0, 7), 1 - limits.recordMonths);
