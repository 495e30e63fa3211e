import type { CalendarDate } from '#shared/dates.ts';
import { addDays } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import type { Place } from '#shared/paths.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { call } from '#web/data/api.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { hitOf } from '#web/features/records/record-hit.tsx';
import type { RecordKind, SubmittedRecord } from '#web/features/records/record-kind.ts';

/** Why records want attention: a customer has a fee to answer, or an RMA number is longer in coming than usual. */
export type Concern = {
  readonly hits: readonly Hit[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
  /** The list that shows all of them. */
  readonly all: string;
};

/** Looks for records that want attention, and what is said of them. */
export type Watch = {
  /** A text's key; `count` is `limits.home.usualRmaDays`. */
  readonly title: 'home.attention.quoted' | `${RecordKindName}.short.overdue`;
  /** Rejects with an AppError. */
  readonly ask: (place: Place, today: CalendarDate) => Promise<Concern>;
};

const watchOf = <Summary extends SubmittedRecord>(
  kind: RecordKind<Summary>,
  title: Watch['title'],
  filterOn: (today: CalendarDate) => { readonly state: Summary['state']; readonly to?: CalendarDate },
): Watch => ({
  title,
  ask: async (place, today) => {
    const filter = filterOn(today);
    const { items, cursor } = await call(kind.routes.list, {
      region: place.region,
      ...filter,
      limit: limits.home.attention,
    });
    return {
      hits: items.map((record) => hitOf(kind, record, place, true)),
      hasMore: cursor !== undefined,
      all: `${kind.paths.list(place)}?${new URLSearchParams(filter)}`,
    };
  },
});

/** Records in the state in which a fee waits for the customer's answer. */
export const quotedIn = <Summary extends SubmittedRecord>(kind: RecordKind<Summary>, state: Summary['state']) =>
  watchOf(kind, 'home.attention.quoted', () => ({ state }));

/** Records whose RMA number should have come. `state` is that of a record without one. */
export const overdueIn = <Summary extends SubmittedRecord>(kind: RecordKind<Summary>, state: Summary['state']) =>
  watchOf(kind, `${kind.name}.short.overdue`, (today) => ({ state, to: addDays(today, -limits.home.usualRmaDays) }));

/** The latest records, whose states tell what was reported meanwhile. Rejects with an AppError. */
export type Latest = (place: Place) => Promise<readonly Hit[]>;

export const latestOf =
  <Summary extends SubmittedRecord>(kind: RecordKind<Summary>): Latest =>
  async (place) => {
    const { items } = await call(kind.routes.list, { region: place.region, limit: limits.home.compared });
    return items.map((record) => hitOf(kind, record, place, true));
  };
