import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGetAll } from '#lambdas/lib/aws/dynamodb.ts';
import { limits } from '#shared/config/limits.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { toSearchKey } from '#shared/records/search-key.ts';
import { toExactValuePrefixes, toSearchOwner } from '#shared/records/search.ts';
import type { Owner } from './access.ts';
import { compareNewestFirst } from './record-kind.ts';
import type { RecordKey } from './record-kind.ts';
import type { RepairRow } from './repair.ts';
import { repairKind } from './repair.ts';
import type { ReturnRow } from './return.ts';
import { returnKind } from './return.ts';
import type { SearchIndex } from './search.ts';
import { findAllHits } from './search.ts';

type ReadRecords = (keys: {
  readonly [Kind in RecordKindName]?: readonly RecordKey[];
}) => Promise<{ readonly [Kind in RecordKindName]?: readonly unknown[] }>;

/** Reads records of every kind in one batch, consistently. Throws ServiceUnavailable. */
export const createRecordsReader =
  (db: DynamoDBDocumentClient, tables: Readonly<Record<RecordKindName, string>>): ReadRecords =>
  async (keys) => {
    const requestedKinds = (Object.keys(tables) as RecordKindName[]).filter((kind) => keys[kind]?.length);
    const itemsByTable = await batchGetAll(
      db,
      Object.fromEntries(
        requestedKinds.map((kind) => [tables[kind], { Keys: [...(keys[kind] ?? [])], ConsistentRead: true }]),
      ),
    );
    return Object.fromEntries(requestedKinds.map((kind) => [kind, itemsByTable[tables[kind]] ?? []]));
  };

/** Records of one device, newest first. `hasMore` means that it has more than `limits.device` of a kind. */
type DeviceRecords = {
  readonly repairs: RepairRow[];
  /** Returns with the one line that contains the device. */
  readonly returns: (Omit<ReturnRow, 'lines'> & { readonly line: ReturnRow['lines'][number] })[];
  readonly hasMore: boolean;
};

export type DeviceHistory = {
  /** Finds an owner's records of the device with this serial number, of the given kinds. Throws ServiceUnavailable. */
  readonly find: (owner: Owner, kinds: readonly RecordKindName[], serialNumber: string) => Promise<DeviceRecords>;
};

/** Device history by serial number: one Query of the search table per kind, in parallel, and one batch read of the records. */
export const createDeviceHistory = (search: Pick<SearchIndex, 'find'>, read: ReadRecords): DeviceHistory => ({
  find: async ({ region, storeId }: Owner, kinds: readonly RecordKindName[], serialNumber: string) => {
    const pages = await Promise.all(
      kinds.map(async (kind) => {
        const hits = await findAllHits(
          search,
          toSearchOwner(kind, region, storeId),
          toExactValuePrefixes('serial', serialNumber),
        );
        const newestHits = hits.toSorted(compareNewestFirst).slice(0, limits.device[kind]);
        const keys = newestHits.map(({ store, reference }) => ({ store, reference }));
        return { kind, hasMore: hits.length > newestHits.length, keys };
      }),
    );
    const records = await read(Object.fromEntries(pages.map(({ kind, keys }) => [kind, keys])));
    // The search table is about a second behind: a corrected record may now belong to another device.
    const isSameDevice = (value: string) => toSearchKey(value) === toSearchKey(serialNumber);
    const repairs = (records.repairs ?? []).map(repairKind.parse).filter((row) => isSameDevice(row.serialNumber));
    const returns = (records.returns ?? []).map(returnKind.parse).flatMap(({ lines, ...row }) => {
      const line = lines.find((candidate) => isSameDevice(candidate.serialNumber));
      return line ? [{ ...row, line }] : [];
    });
    return {
      repairs: repairs.toSorted(compareNewestFirst),
      returns: returns.toSorted(compareNewestFirst),
      hasMore: pages.some(({ hasMore }) => hasMore),
    };
  },
});
