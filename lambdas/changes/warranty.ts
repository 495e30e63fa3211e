import type { SearchIndex } from '#lambdas/records/search.ts';
import { calendarDate } from '#shared/dates.ts';
import { exactPrefix, searchOwner } from '#shared/records/search.ts';
import { regions } from '#shared/regions.ts';
import type { PublishedEvent } from './portal-event.ts';

/** Of one serial number: more are made up. */
const mostAlike = 100;

/** The event of a booking with the warranty that its device is under from an earlier repair in the region, the one that runs longest; any other event as it is. */
export const withWarranty = async (
  search: Pick<SearchIndex, 'find'>,
  event: PublishedEvent,
): Promise<PublishedEvent> => {
  if (event.type !== 'RepairBooked' || event.detail.serialNumber === '') return event;
  const { region, serialNumber, createdAt } = event.detail;
  const { items } = await search.find(searchOwner('repairs', region), exactPrefix('serial', serialNumber), mostAlike);
  const today = calendarDate(new Date(createdAt), regions[region].timeZone);
  const [longest] = items
    .flatMap(({ warranty }) => (warranty && warranty.until >= today ? [warranty] : []))
    .toSorted((one, other) => (one.until < other.until ? 1 : -1));
  if (!longest) return event;
  const { until, rma } = longest;
  const earlier = { underWarrantyUntil: until, ...(rma !== null && { earlierRma: rma }) };
  return { ...event, detail: { ...event.detail, ...earlier } };
};
