import type { Place } from '#shared/paths.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { call } from '#web/data/api.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { hitOf } from '#web/features/records/record-hit.tsx';
import type { RecordKind, SubmittedRecord } from '#web/features/records/record-kind.ts';

/** How many records of a kind are shown; the list has all of them. */
const most = 5;

/** What was found of one kind. */
export type Found = {
  readonly name: RecordKindName;
  readonly hits: readonly Hit[];
  /** The list that shows all of them, where there are more. */
  readonly all: string | undefined;
};

/** Finds records of a kind by how their RMA number, reference, a serial number or an EAN begins. Rejects with an AppError. */
export type Finder = (text: string, place: Place) => Promise<Found>;

export const finderOf =
  <Summary extends SubmittedRecord>(kind: RecordKind<Summary>): Finder =>
  async (text, place) => {
    const { items, cursor } = await call(kind.routes.list, { region: place.region, search: text, limit: most });
    return {
      name: kind.name,
      hits: items.map((record) => hitOf(kind, record, place)),
      all: cursor === undefined ? undefined : `${kind.paths.list(place)}?${new URLSearchParams({ search: text })}`,
    };
  };
