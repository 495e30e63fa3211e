import * as z from 'zod/mini';
import type { RecordIdentity } from '#shared/records/record.ts';
import { recordIdentity } from '#shared/records/record.ts';

const schema = z.object(recordIdentity);

/** Where the details of a record open: in its kind's list (a path), which its identity follows as `storeId`, `ref` and `id`. */
export const recordAddress = (list: string, { storeId, storeRefNo, id }: RecordIdentity) =>
  `${list}?${new URLSearchParams({ storeId, ref: storeRefNo, id })}`;

export const recordOf = (query: string): RecordIdentity | undefined => {
  const params = new URLSearchParams(query);
  return schema.safeParse({ storeId: params.get('storeId'), storeRefNo: params.get('ref'), id: params.get('id') }).data;
};
