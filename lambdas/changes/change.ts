import * as z from 'zod/mini';
import type { RepairRow } from '#lambdas/lib/repair-row.ts';
import { repairRow } from '#lambdas/lib/repair-row.ts';

/** What has happened to a row of the repairs table. It keeps its `eventId` when the stream tells it again. */
export type Change = { readonly eventId: string; readonly before?: RepairRow | undefined; readonly after?: RepairRow | undefined };

const image = z.optional(z.record(z.string(), z.unknown()));
type Image = NonNullable<z.output<typeof image>>;

/** As much of a stream's batch as tells its records apart. */
export const streamBatch = z.object({
  Records: z.array(z.looseObject({ eventID: z.string(), dynamodb: z.looseObject({ SequenceNumber: z.string() }) })),
});

export type StreamRecord = z.output<typeof streamBatch>['Records'][number];

const images = z.object({ OldImage: image, NewImage: image });

/** Reads a record of the stream, whose rows `plain` turns from attribute values into plain ones. Throws on what is no row of the table. */
export const readChange = ({ eventID: eventId, dynamodb }: StreamRecord, plain: (row: Image) => unknown): Change => {
  const { OldImage, NewImage } = images.parse(dynamodb);
  if (!OldImage && !NewImage) throw new Error('a change of nothing');
  return { eventId, before: OldImage && repairRow.parse(plain(OldImage)), after: NewImage && repairRow.parse(plain(NewImage)) };
};
