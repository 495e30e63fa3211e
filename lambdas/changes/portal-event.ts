import type { RepairRow } from '#lambdas/records/repair.ts';
import type { PortalEvent, PortalEventType } from '#shared/back-office/events.ts';
import { eventVersion, portalEvents } from '#shared/back-office/events.ts';
import { accessory, repairProduct } from '#shared/catalogue/repairs.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { correctionsOf } from '#shared/repairs/lifecycle.ts';
import type { Change, RepairChange, ReturnChange } from './change.ts';

/** An event for the back office, by its type. */
export type PublishedEvent = {
  [Type in PortalEventType]: { readonly type: Type; readonly detail: PortalEvent<Type> };
}[PortalEventType];

// A key that the catalogue has no more has no code either; the event goes out all the same.
const item = (key: string, entry: { readonly code: string } | undefined) => ({ key, code: entry?.code ?? '' });

const telling = <Row>(row: Row, eventId: string, occurredAt: string) => ({
  ...row,
  version: eventVersion,
  eventId,
  occurredAt,
});

/** All of a repair as it is now. The schema leaves out who booked and the timeline. */
const allOf = (row: RepairRow, eventId: string, occurredAt: string) => ({
  ...telling(row, eventId, occurredAt),
  product: item(row.product, repairProduct(row.product)),
  accessories: row.accessories.map((key) => item(key, accessory(key))),
});

const last = (row: RepairRow | undefined, type: RepairEntry['type']) =>
  row?.timeline.findLast((entry) => entry.type === type);

const isBooking = ({ version, state }: Pick<RepairRow, 'version' | 'state'>) => version === 1 && state === 'submitted';

/**
 * Of a repair: a booking, a correction, a withdrawal.
 * A withdrawn repair moves to another key: the row that appears there is the withdrawal, the one that goes says nothing.
 */
const eventOfRepair = ({ eventId, before, after }: RepairChange): PublishedEvent | undefined => {
  if (!after) return undefined;
  const withdrawn = last(after, 'withdrawn');
  if (withdrawn) {
    // There was a withdrawn row before where a booking was sent again late, and withdrawn again.
    const isKnown = last(before, 'withdrawn')?.at === withdrawn.at;
    return isKnown
      ? undefined
      : { type: 'RepairWithdrawn', detail: portalEvents.RepairWithdrawn.parse(telling(after, eventId, withdrawn.at)) };
  }
  if (!before) {
    return isBooking(after)
      ? { type: 'RepairBooked', detail: portalEvents.RepairBooked.parse(allOf(after, eventId, after.createdAt)) }
      : undefined;
  }
  const corrected =
    correctionsOf(after.timeline) > correctionsOf(before.timeline) ? last(after, 'corrected') : undefined;
  return (
    corrected && {
      type: 'RepairCorrected',
      detail: portalEvents.RepairCorrected.parse(allOf(after, eventId, corrected.at)),
    }
  );
};

/** Of a return: its booking. An event has a size limit that a thousand lines would break: it names the return, and where its lines are. */
const eventOfReturn = ({ eventId, before, after }: ReturnChange): PublishedEvent | undefined => {
  if (before || !after || !isBooking(after)) return undefined;
  const { store, reference } = after;
  return {
    type: 'ReturnBooked',
    detail: portalEvents.ReturnBooked.parse({ ...telling(after, eventId, after.createdAt), key: { store, reference } }),
  };
};

/** The event that a change publishes to the back office; none for what the back office reported itself. */
export const eventOf = (change: Change): PublishedEvent | undefined =>
  change.kind === 'return' ? eventOfReturn(change) : eventOfRepair(change);
