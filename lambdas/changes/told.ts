import type { RepairRow } from '#lambdas/records/repair-row.ts';
import type { PortalEvent, PortalEventType } from '#shared/back-office/events.ts';
import { eventVersion, portalEvents } from '#shared/back-office/events.ts';
import { accessory, repairProduct } from '#shared/catalogue/repairs.ts';
import type { TimelineEntry } from '#shared/records/timeline.ts';
import type { Change, RepairChange, ReturnChange } from './change.ts';

/** An event for the back office. */
export type Told = {
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

/** All of a repair as it is now. The schema leaves out what is nobody else's: who booked, the timeline. */
const allOf = (row: RepairRow, eventId: string, occurredAt: string) => ({
  ...telling(row, eventId, occurredAt),
  product: item(row.product, repairProduct(row.product)),
  accessories: row.accessories.map((key) => item(key, accessory(key))),
});

const corrections = (row: RepairRow) => row.timeline.filter(({ type }) => type === 'corrected');

const last = (row: RepairRow | undefined, type: TimelineEntry['type']) =>
  row?.timeline.findLast((entry) => entry.type === type);

const isBooking = ({ version, state }: Pick<RepairRow, 'version' | 'state'>) => version === 1 && state === 'submitted';

/**
 * Of a repair: a booking, a correction, a withdrawal.
 * A withdrawn repair moves to another key: the row that appears there is the withdrawal, the one that goes says nothing.
 */
const toldOfRepair = ({ eventId, before, after }: RepairChange): Told | undefined => {
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
  const corrected = corrections(after).length > corrections(before).length ? last(after, 'corrected') : undefined;
  return (
    corrected && {
      type: 'RepairCorrected',
      detail: portalEvents.RepairCorrected.parse(allOf(after, eventId, corrected.at)),
    }
  );
};

/** Of a return: its booking. An event has a size limit that a thousand lines would break: it names the return, and where its lines are. */
const toldOfReturn = ({ eventId, before, after }: ReturnChange): Told | undefined => {
  if (before || !after || !isBooking(after)) return undefined;
  const { store, reference } = after;
  return {
    type: 'ReturnBooked',
    detail: portalEvents.ReturnBooked.parse({ ...telling(after, eventId, after.createdAt), key: { store, reference } }),
  };
};

/** What the back office is told of a change; nothing of what it reported itself. */
export const toldOf = (change: Change): Told | undefined =>
  change.kind === 'return' ? toldOfReturn(change) : toldOfRepair(change);
