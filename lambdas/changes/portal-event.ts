import * as z from 'zod/mini';
import type { StreamRecord } from '#lambdas/aws/stream-batch.ts';
import { image } from '#lambdas/aws/stream-batch.ts';
import type { RecordRow } from '#lambdas/records/kind.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { returnKind } from '#lambdas/records/return.ts';
import type { PortalEvent, PortalEventType } from '#shared/back-office/events.ts';
import { eventVersion, portalEvents } from '#shared/back-office/events.ts';
import { accessory, repairProduct } from '#shared/catalogue/repairs.ts';
import { correctionsOf } from '#shared/records/timeline.ts';

/** What has happened to a row of one of the tables. It keeps its `eventId` when the stream tells it again. */
type ChangeOf<Kind extends string, Row> = {
  readonly kind: Kind;
  readonly eventId: string;
  readonly before?: Row | undefined;
  readonly after?: Row | undefined;
};

export type RepairChange = ChangeOf<'repair', RepairRow>;
type ReturnChange = ChangeOf<'return', ReturnRow>;
export type Change = RepairChange | ReturnChange;

const record = z.object({ OldImage: image, NewImage: image });

/** Only returns have lines: a change fetched by hand doesn't say its table. Throws on what is no row of either. */
export const readChange = ({ eventID: eventId, dynamodb }: StreamRecord): Change => {
  const { OldImage, NewImage } = record.parse(dynamodb);
  const newest = NewImage ?? OldImage;
  if (!newest) throw new Error('a change of nothing');
  const both = <Row>(parse: (row: unknown) => Row) => ({
    eventId,
    before: OldImage && parse(OldImage),
    after: NewImage && parse(NewImage),
  });
  return 'lines' in newest
    ? { kind: 'return', ...both(returnKind.parse) }
    : { kind: 'repair', ...both(repairKind.parse) };
};

export type PublishedEvent = {
  [Type in PortalEventType]: { readonly type: Type; readonly detail: PortalEvent<Type> };
}[PortalEventType];

// A key that the catalogue has no more has no code either; the event goes out all the same.
const item = (key: string, entry: { readonly code: string } | undefined) => ({ key, code: entry?.code ?? '' });

const envelope = <Row>(row: Row, eventId: string, occurredAt: string) => ({
  ...row,
  version: eventVersion,
  eventId,
  occurredAt,
});

/** The schema leaves out who booked and the timeline. */
const allOf = (row: RepairRow, eventId: string, occurredAt: string) => ({
  ...envelope(row, eventId, occurredAt),
  product: item(row.product, repairProduct(row.product)),
  accessories: row.accessories.map((key) => item(key, accessory(key))),
});

type ChangedRow = Pick<RecordRow, 'version' | 'state' | 'createdAt' | 'timeline'>;

const last = (row: ChangedRow | undefined, type: 'corrected' | 'withdrawn') =>
  row?.timeline.findLast((entry) => entry.type === type);

const isBooking = ({ version, state }: ChangedRow) => version === 1 && state === 'submitted';

type StoreChange<Row> = { readonly type: 'booked' | 'corrected' | 'withdrawn'; readonly row: Row; readonly at: string };

/** A withdrawn record moves to another key: the row that appears there is the withdrawal, the one that goes says nothing. */
const changeOf = <Row extends ChangedRow>({
  before,
  after,
}: {
  readonly before?: Row | undefined;
  readonly after?: Row | undefined;
}): StoreChange<Row> | undefined => {
  if (!after) return undefined;
  const withdrawn = last(after, 'withdrawn');
  if (withdrawn) {
    // There was a withdrawn row before where a booking was sent again late, and withdrawn again.
    const isKnown = last(before, 'withdrawn')?.at === withdrawn.at;
    return isKnown ? undefined : { type: 'withdrawn', row: after, at: withdrawn.at };
  }
  if (!before) return isBooking(after) ? { type: 'booked', row: after, at: after.createdAt } : undefined;
  const corrected =
    correctionsOf(after.timeline) > correctionsOf(before.timeline) ? last(after, 'corrected') : undefined;
  return corrected && { type: 'corrected', row: after, at: corrected.at };
};

const eventOfRepair = ({ eventId, ...images }: RepairChange): PublishedEvent | undefined => {
  const change = changeOf(images);
  if (!change) return undefined;
  const { type, row, at } = change;
  const { RepairBooked, RepairCorrected, RepairWithdrawn } = portalEvents;
  switch (type) {
    case 'booked':
      return { type: 'RepairBooked', detail: RepairBooked.parse(allOf(row, eventId, at)) };
    case 'corrected':
      return { type: 'RepairCorrected', detail: RepairCorrected.parse(allOf(row, eventId, at)) };
    case 'withdrawn':
      return { type: 'RepairWithdrawn', detail: RepairWithdrawn.parse(envelope(row, eventId, at)) };
  }
};

/** A thousand lines would be more than an event holds: it names the return, and where its lines are. */
const eventOfReturn = ({ eventId, ...images }: ReturnChange): PublishedEvent | undefined => {
  const change = changeOf(images);
  if (!change) return undefined;
  const { type, row, at } = change;
  const { store, reference } = row;
  const told = { ...envelope(row, eventId, at), key: { store, reference } };
  switch (type) {
    case 'booked':
      return { type: 'ReturnBooked', detail: portalEvents.ReturnBooked.parse(told) };
    case 'corrected':
      return { type: 'ReturnCorrected', detail: portalEvents.ReturnCorrected.parse(told) };
    case 'withdrawn':
      return { type: 'ReturnWithdrawn', detail: portalEvents.ReturnWithdrawn.parse(told) };
  }
};

/** The event that a change publishes; none for what the back office reported itself. */
export const eventOf = (change: Change): PublishedEvent | undefined =>
  change.kind === 'return' ? eventOfReturn(change) : eventOfRepair(change);
