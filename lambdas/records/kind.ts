import * as z from 'zod/mini';
import type { ErrorCode } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/record.ts';
import type { RankOf } from '#shared/records/timeline.ts';
import { isWithdrawn, rmaOf } from '#shared/records/timeline.ts';
import type { RegionId } from '#shared/regions.ts';
import { storeKey } from '#shared/stores.ts';

export const rowFields = {
  /** Partition key: `region#storeId`. */
  store: z.string(),
  reference: z.string(),
  region: field.region,
  /** `state#createdAt`: what the indexes by state sort by. */
  stateAt: z.string(),
  createdBy: z.string(),
  /** The epoch second after which the database forgets it. */
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
  readonly timeline: readonly { readonly type: string; readonly at: string; readonly eventId?: string }[];
  readonly store: string;
  readonly reference: string;
  /** `sub` of the user who booked it. */
  readonly createdBy: string;
};

export type RecordKey = Pick<RecordRow, 'store' | 'reference'>;

export type Derived = 'rma' | 'state' | 'store' | 'reference' | 'stateAt' | 'expiresAt';

export type SearchItem = {
  readonly owner: string;
  readonly term: string;
  readonly store: string;
  readonly reference: string;
  /** What lists show of it, where the item alone answers. */
  readonly summary?: object;
  /** Of an item for a serial number: when the record was booked. */
  readonly createdAt?: string;
  /** Of an item for a serial number: the last day of the repair's warranty, where it has one, and the repair's RMA number. */
  readonly warranty?: { readonly until: string; readonly rma: string | null };
};

/** What tells one kind of records from another. A new kind costs its schemas and one of these. */
export type RecordKind<Row extends RecordRow, IndexRow> = {
  readonly name: RecordKindName;
  readonly parse: (item: unknown) => Row;
  readonly parseIndexRow: (item: unknown) => IndexRow;
  readonly renew: (row: Row) => Row;
  readonly rankOf?: RankOf<Row['timeline'][number]>;
  /** How much can have happened to one record: it stays below DynamoDB's 400 KB. */
  readonly mostEntries: number;
  readonly exists: ErrorCode;
  /** `withdrawn`: of a booking whose id has booked a record that was withdrawn since. */
  readonly refusals: { readonly changed: ErrorCode; readonly notPending: ErrorCode; readonly withdrawn: ErrorCode };
  readonly withdrawn: (done: { readonly at: string; readonly by: string }) => Row['timeline'][number];
  readonly searchItems: (row: Row) => SearchItem[];
};

type Booked = { readonly createdAt?: string | undefined };

export const newestFirst = ({ createdAt: one = '' }: Booked, { createdAt: other = '' }: Booked) =>
  one < other ? 1 : -1;

export const stateAt = (state: string, createdAt: string) => `${state}#${createdAt}`;

/** Records are kept for so long after the last thing that happened to them, as the privacy policy says. */
const expiryOf = (last: string): number => {
  const expires = new Date(last);
  expires.setUTCMonth(expires.getUTCMonth() + limits.recordMonths);
  return Math.floor(expires.getTime() / 1000);
};

type Facts = Pick<RecordRow, 'id' | 'region' | 'storeId' | 'storeRefNo' | 'createdAt' | 'timeline'>;

export const derivedOf = <State extends string>(
  { region, storeId, storeRefNo, id, timeline, createdAt }: Facts,
  state: State,
) => ({
  rma: rmaOf(timeline),
  state,
  store: storeKey(region, storeId),
  reference: isWithdrawn({ timeline }) ? withdrawnReference(storeRefNo, id) : normaliseReference(storeRefNo),
  stateAt: stateAt(state, createdAt),
  expiresAt: expiryOf(timeline.at(-1)?.at ?? createdAt),
});
