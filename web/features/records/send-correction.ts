import { AppError } from '#shared/errors.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { call } from '#web/data/api.ts';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';

/** The record as it is after a correction was sent: stored, or not, since it has changed in the meantime. */
type SentCorrection<Full> = { readonly isStored: boolean; readonly record: Full };

/** Sends a correction; where somebody else was faster, it finds how the record is now. Throws any other failure. */
export const sendCorrection = async <Full extends ChangeableRecord>(
  { routes, conflicts }: Pick<RecordKind<SubmittedRecord, Full>, 'routes' | 'conflicts'>,
  { region, storeId, storeRefNo, id }: RecordIdentity & { readonly region: RegionId },
  send: () => Promise<Full>,
): Promise<SentCorrection<Full>> => {
  try {
    return { isStored: true, record: await send() };
  } catch (error) {
    if (!(error instanceof AppError && conflicts.includes(error.code))) throw error;
    return { isStored: false, record: await call(routes.find, { region, storeId, storeRefNo, id }) };
  }
};
