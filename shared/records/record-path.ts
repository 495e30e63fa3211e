import * as z from 'zod/mini';
import type { RecordIdentity } from '#shared/records/record.ts';
import { recordIdentity } from '#shared/records/record.ts';

const schema = z.object(recordIdentity);

/** Returns the URL of a record's details: the list's path with the query parameters `storeId`, `ref` and `id`. */
export const toRecordPath = (listPath: string, { storeId, storeRefNo, id }: RecordIdentity) =>
  `${listPath}?${new URLSearchParams({ storeId, ref: storeRefNo, id })}`;

export const parseRecordQuery = (query: string): RecordIdentity | undefined => {
  const params = new URLSearchParams(query);
  return schema.safeParse({ storeId: params.get('storeId'), storeRefNo: params.get('ref'), id: params.get('id') }).data;
};
