import type { Place } from '#shared/paths.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { foldTerm } from '#shared/records/record.ts';
import { isEan, normaliseEan } from '#shared/returns/ean.ts';
import { repairs as routes } from '#shared/routes/repairs.ts';
import { call } from '#web/data/api.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { hitOf } from '#web/features/records/record-hit.tsx';
import type { RecordKind, SubmittedRecord } from '#web/features/records/record-kind.ts';

const most = 5;

export type Found = {
  readonly name: RecordKindName;
  readonly hits: readonly Hit[];
  /** The list that shows all of them, where there are more. */
  readonly all: string | undefined;
};

/** The serial number that a text is, where something found was booked under it; undefined otherwise. Returns are asked for by another call, only where nothing else explains that they were found. Never rejects. */
export const deviceAmong = async (
  text: string,
  { region }: Place,
  found: readonly Found[],
): Promise<string | undefined> => {
  const input = routes.findDevice.input.safeParse({ region, serialNumber: text }).data;
  if (!input) return undefined;
  const { serialNumber } = input;
  const hits = found.flatMap((one) => one.hits);
  if (hits.some((hit) => hit.serialNumber === serialNumber)) return serialNumber;
  const begin = foldTerm(text);
  const isUnexplained = hits.some(
    (hit) => hit.serialNumber === undefined && !hit.names.some((name) => name.startsWith(begin)),
  );
  const isAskable = found.some(({ name }) => name === 'repairs');
  if (!isUnexplained || !isAskable || isEan(normaliseEan(text) ?? '')) return undefined;
  const { returns } = await call(routes.findDevice, input).catch(() => ({ returns: [] }));
  return returns.length > 0 ? serialNumber : undefined;
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
