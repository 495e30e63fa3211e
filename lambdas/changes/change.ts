import * as z from 'zod/mini';
import type { Image, StreamRecord } from '#lambdas/aws/stream-batch.ts';
import { image } from '#lambdas/aws/stream-batch.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { returnKind } from '#lambdas/records/return.ts';

/** What has happened to a row of one of the tables. It keeps its `eventId` when the stream tells it again. */
type ChangeOf<Kind extends string, Row> = {
  readonly kind: Kind;
  readonly eventId: string;
  readonly before?: Row | undefined;
  readonly after?: Row | undefined;
};

export type RepairChange = ChangeOf<'repair', RepairRow>;
export type ReturnChange = ChangeOf<'return', ReturnRow>;
export type Change = RepairChange | ReturnChange;

const images = z.object({ OldImage: image, NewImage: image });

/**
 * Reads a record of a stream, whose rows `plain` turns from attribute values into plain ones. Only returns have lines; the record
 * of a lost change, fetched by hand, doesn't say which table it is of. Throws on what is no row of either.
 */
export const readChange = ({ eventID: eventId, dynamodb }: StreamRecord, plain: (row: Image) => unknown): Change => {
  const { OldImage, NewImage } = images.parse(dynamodb);
  const newest = NewImage ?? OldImage;
  if (!newest) throw new Error('a change of nothing');
  const both = <Row>(parse: (row: unknown) => Row) => ({
    eventId,
    before: OldImage && parse(plain(OldImage)),
    after: NewImage && parse(plain(NewImage)),
  });
  return 'lines' in newest
    ? { kind: 'return', ...both(returnKind.parse) }
    : { kind: 'repair', ...both(repairKind.parse) };
};
