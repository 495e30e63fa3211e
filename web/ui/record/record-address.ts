import * as z from 'zod/mini';
import type { RepairIdentity } from '#shared/repairs/repair.ts';
import { repairIdentity } from '#shared/repairs/repair.ts';

/** What tells one submitted record from all others of a region. */
export type RecordIdentity = RepairIdentity;

const schema = z.object(repairIdentity);

/** What follows a list's path to open one of its records there: its identity as `storeId`, `ref` and `id`. */
export const recordQuery = ({ storeId, storeRefNo, id }: RecordIdentity) =>
  `?${new URLSearchParams({ storeId, ref: storeRefNo, id })}`;

/** The record that an address's query names, if it names one. */
export const recordOf = (query: string): RecordIdentity | undefined => {
  const params = new URLSearchParams(query);
  return schema.safeParse({ storeId: params.get('storeId'), storeRefNo: params.get('ref'), id: params.get('id') }).data;
};
