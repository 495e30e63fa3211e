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

type Row = RepairRow | ReturnRow;

/** What has happened to a row of one of the tables. It keeps its `eventId` when the stream tells it again. */
export type Change = {
  readonly eventId: string;
  readonly before?: Row | undefined;
  readonly after?: Row | undefined;
};

const record = z.object({ OldImage: image, NewImage: image });

/** Only returns have lines: a change fetched by hand doesn't say its table. Throws on what is no row of either. */
export const readChange = ({ eventID: eventId, dynamodb }: StreamRecord): Change => {
  const { OldImage, NewImage } = record.parse(dynamodb);
  const newest = NewImage ?? OldImage;
  if (!newest) throw new Error('a change of nothing');
  const { parse } = 'lines' in newest ? returnKind : repairKind;
  return { eventId, before: OldImage && parse(OldImage), after: NewImage && parse(NewImage) };
};

export type PublishedEvent = {
  [Type in PortalEventType]: { readonly type: Type; readonly detail: PortalEvent<Type> };
}[PortalEventType];

// A key that the catalogue has no more has no code either; the event goes out all the same.
const item = (key: string, entry: { readonly code: string } | undefined) => ({ key, code: entry?.code ?? '' });

type ChangedRow = Pick<RecordRow, 'version' | 'state' | 'createdAt' | 'timeline'>;

const last = (row: ChangedRow | undefined, type: 'corrected' | 'withdrawn') =>
  row?.timeline.findLast((entry) => entry.type === type);

const isBooking = ({ version, state }: ChangedRow) => version === 1 && state === 'submitted';

/** What the store did. A withdrawn record moves to another key: the row that appears there is the withdrawal, the one that goes says nothing. */
const changeOf = (before: ChangedRow | undefined, after: ChangedRow) => {
  const withdrawn = last(after, 'withdrawn');
  if (withdrawn) {
    // There was a withdrawn row before where a booking was sent again late, and withdrawn again.
    const isKnown = last(before, 'withdrawn')?.at === withdrawn.at;
    return isKnown ? undefined : ({ done: 'Withdrawn', at: withdrawn.at } as const);
  }
  if (!before) return isBooking(after) ? ({ done: 'Booked', at: after.createdAt } as const) : undefined;
  const corrected =
    correctionsOf(after.timeline) > correctionsOf(before.timeline) ? last(after, 'corrected') : undefined;
  return corrected && ({ done: 'Corrected', at: corrected.at } as const);
};

// A thousand lines would be more than an event holds: it names the return, and where its lines are.
const namesOf = (row: Row) =>
  'lines' in row
    ? { key: { store: row.store, reference: row.reference } }
    : {
        product: item(row.product, repairProduct(row.product)),
        accessories: row.accessories.map((key) => item(key, accessory(key))),
      };

/** The event that a change publishes; none for what the back office reported itself. Its schema leaves out who did it, and the timeline. */
export const eventOf = ({ eventId, before, after }: Change): PublishedEvent | undefined => {
  const change = after && changeOf(before, after);
  if (!change) return undefined;
  const type = `${'lines' in after ? 'Return' : 'Repair'}${change.done}` as const;
  const told = { ...after, ...namesOf(after), version: eventVersion, eventId, occurredAt: change.at };
  return { type, detail: portalEvents[type].parse(told) } as PublishedEvent;
};
