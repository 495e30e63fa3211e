import * as z from 'zod/mini';
import type { StreamRecord } from '#lambdas/lib/aws/stream-batch.ts';
import { image } from '#lambdas/lib/aws/stream-batch.ts';
import type { RecordRow } from '#lambdas/lib/records/record-kind.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import type { PortalEvent, PortalEventType } from '#shared/back-office/provider-events.ts';
import { eventVersion, portalEvents } from '#shared/back-office/provider-events.ts';
import { findAccessory, findRepairProduct } from '#shared/catalogue/repairs.ts';
import { countCorrections } from '#shared/records/timeline.ts';

type Row = RepairRow | ReturnRow;

/** Change of a row of a records table. `eventId` stays the same when the stream delivers the change again. */
export type Change = {
  readonly eventId: string;
  readonly before?: Row | undefined;
  readonly after?: Row | undefined;
};

const streamImages = z.object({ OldImage: image, NewImage: image });

/** Parses a stream record. Recognizes returns by their lines, since a stream record that an operator has fetched does not name its table. Throws for a row of another table. */
export const readChange = ({ eventID: eventId, dynamodb }: StreamRecord): Change => {
  const { OldImage, NewImage } = streamImages.parse(dynamodb);
  const row = NewImage ?? OldImage;
  if (!row) throw new Error('a change without a row');
  const { parse } = 'lines' in row ? returnKind : repairKind;
  return { eventId, before: OldImage && parse(OldImage), after: NewImage && parse(NewImage) };
};

export type PublishedEvent = {
  [Type in PortalEventType]: { readonly type: Type; readonly detail: PortalEvent<Type> };
}[PortalEventType];

// A key that is no longer in the catalogue has an empty code; the event is published anyway.
const toCatalogueItem = (key: string, entry: { readonly code: string } | undefined) => ({
  key,
  code: entry?.code ?? '',
});

type ChangedRow = Pick<RecordRow, 'version' | 'state' | 'createdAt' | 'timeline'>;

const findLastEntry = (row: ChangedRow | undefined, type: 'corrected' | 'withdrawn') =>
  row?.timeline.findLast((entry) => entry.type === type);

const isBooking = ({ version, state }: ChangedRow) => version === 1 && state === 'submitted';

/** Returns the action of the store, or undefined for other changes. A withdrawn record moves to another key, so the insertion is its withdrawal and the removal of the old row is ignored. */
const findStoreAction = (before: ChangedRow | undefined, after: ChangedRow) => {
  const withdrawal = findLastEntry(after, 'withdrawn');
  if (withdrawal) {
    // The key already has a withdrawn row if the same booking was sent again later and withdrawn again.
    const wasPublished = findLastEntry(before, 'withdrawn')?.at === withdrawal.at;
    return wasPublished ? undefined : ({ type: 'Withdrawn', at: withdrawal.at } as const);
  }
  if (!before) return isBooking(after) ? ({ type: 'Booked', at: after.createdAt } as const) : undefined;
  const correction =
    countCorrections(after.timeline) > countCorrections(before.timeline)
      ? findLastEntry(after, 'corrected')
      : undefined;
  return correction && ({ type: 'Corrected', at: correction.at } as const);
};

// The lines of a return can exceed the size limit of an event, so the event contains only the key of the stored return.
const toExtraFields = (row: Row) =>
  'lines' in row
    ? { key: { store: row.store, reference: row.reference } }
    : {
        product: toCatalogueItem(row.product, findRepairProduct(row.product)),
        accessories: row.accessories.map((key) => toCatalogueItem(key, findAccessory(key))),
      };

/** Returns the event to publish for a change, or undefined for changes that the provider reported. The event's schema omits the actor and the timeline. */
export const toPortalEvent = ({ eventId, before, after }: Change): PublishedEvent | undefined => {
  const action = after && findStoreAction(before, after);
  if (!action) return undefined;
  const type = `${'lines' in after ? 'Return' : 'Repair'}${action.type}` as const;
  const fields = { ...after, ...toExtraFields(after), version: eventVersion, eventId, occurredAt: action.at };
  return { type, detail: portalEvents[type].parse(fields) } as PublishedEvent;
};
