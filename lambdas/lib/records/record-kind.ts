import * as z from 'zod/mini';
import type { ErrorCode } from '#shared/api/errors.ts';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { findMilestones, milestones } from '#shared/records/milestones.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { normalizeReference, toWithdrawnReference } from '#shared/records/record.ts';
import { findSendDay } from '#shared/records/send-day.ts';
import type { EntryRank } from '#shared/records/timeline.ts';
import { isWithdrawn, findRma } from '#shared/records/timeline.ts';
import { toStoreKey } from '#shared/stores/stores.ts';

export const rowFields = {
  /** Partition key: `region#storeId`. */
  store: z.string(),
  reference: z.string(),
  region: field.region,
  /** `state#createdAt`: sort key of the indexes by state. */
  stateAt: z.string(),
  createdBy: z.string(),
  /** Absent in records from before the statistics were introduced. */
  milestones: z.optional(milestones),
  /** DynamoDB TTL in epoch seconds. */
  expiresAt: z.int(),
};

export type RecordRow = {
  readonly id: string;
  readonly region: RegionId;
  readonly storeId: string;
  readonly storeRefNo: string;
  readonly createdAt: string;
  readonly rma: string | null;
  readonly state: string;
  readonly version: number;
  readonly timeline: readonly {
    readonly type: string;
    readonly at: string;
    readonly eventId?: string;
    readonly recordedAt?: string | undefined;
  }[];
  readonly store: string;
  readonly reference: string;
  /** `sub` of the user who booked it. */
  readonly createdBy: string;
};

export type RecordKey = Pick<RecordRow, 'store' | 'reference'>;

export type DerivedField =
  | 'rma'
  | 'state'
  | 'store'
  | 'reference'
  | 'stateAt'
  | 'sendFrom'
  | 'milestones'
  | 'expiresAt';

export type SearchItem = {
  /** Partition key: all records of a store or of a region (`toSearchOwner`). */
  readonly owner: string;
  /** Sort key: begins with the normalized text that is searched for (`toSearchTerm`). */
  readonly term: string;
  readonly store: string;
  readonly reference: string;
  /** List row of the record, for lists that are served from the search table alone. */
  readonly summary?: object;
  /** Booking time of the record; only on items for a serial number. */
  readonly createdAt?: string;
  /** Last day of the repair's warranty, if it has one, and its RMA number; only on items for a serial number. */
  readonly warranty?: { readonly until: string; readonly rma: string | null };
  /** Copy of the record's fields that the list of news shows; later provider events don't change them. Only on items of the news. */
  readonly news?: object;
  /** DynamoDB TTL in epoch seconds; only on items of the news. */
  readonly expiresAt?: number;
};

/** How records of one kind (repairs, returns) are stored, indexed and changed. */
export type RecordKind<Row extends RecordRow, IndexRow> = {
  readonly name: RecordKindName;
  readonly parse: (item: unknown) => Row;
  readonly parseIndexRow: (item: unknown) => IndexRow;
  /** Returns the row with its derived fields computed again from the others. */
  readonly withDerivedFields: (row: Row) => Row;
  /** Returns the rank of a timeline entry among entries of the same instant. */
  readonly rankEntry: EntryRank<Row['timeline'][number]>;
  /** Maximum number of timeline entries, which keeps a record below DynamoDB's item limit of 400 KB. */
  readonly maxEntries: number;
  /** Error code of a booking whose reference belongs to another record of the store. */
  readonly existsCode: ErrorCode;
  /** Error codes of rejected changes and bookings. `withdrawn`: the booking's id belongs to a record that was withdrawn since. */
  readonly rejectionCodes: {
    readonly changed: ErrorCode;
    readonly notPending: ErrorCode;
    readonly withdrawn: ErrorCode;
  };
  readonly createWithdrawal: (stamp: { readonly at: string; readonly by: string }) => Row['timeline'][number];
  readonly toSearchItems: (row: Row) => SearchItem[];
};

type WithCreationTime = { readonly createdAt?: string | undefined };

export const compareNewestFirst = ({ createdAt: a = '' }: WithCreationTime, { createdAt: b = '' }: WithCreationTime) =>
  a < b ? 1 : -1;

export const toStateAt = (state: string, createdAt: string) => `${state}#${createdAt}`;

/** Returns the TTL: `limits.recordMonths` after the last timeline entry, as stated in the privacy policy. */
const toExpiry = (lastEntryAt: string): number => {
  const expires = new Date(lastEntryAt);
  expires.setUTCMonth(expires.getUTCMonth() + limits.recordMonths);
  return Math.floor(expires.getTime() / 1000);
};

type SourceFields = Pick<RecordRow, 'id' | 'region' | 'storeId' | 'storeRefNo' | 'createdAt' | 'timeline'>;

export const deriveFields = <State extends string>(
  { region, storeId, storeRefNo, id, timeline, createdAt }: SourceFields,
  state: State,
) => ({
  rma: findRma(timeline),
  state,
  store: toStoreKey(region, storeId),
  reference: isWithdrawn({ timeline }) ? toWithdrawnReference(storeRefNo, id) : normalizeReference(storeRefNo),
  stateAt: toStateAt(state, createdAt),
  sendFrom: findSendDay({ state, timeline }, regions[region].timeZone),
  milestones: findMilestones(timeline, regions[region].timeZone),
  expiresAt: toExpiry(timeline.at(-1)?.at ?? createdAt),
});
