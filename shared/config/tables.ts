type Key = { readonly partition: string; readonly sort?: string };
export type Index = Key & {
  readonly sort: string;
  /** Local indexes share the table's partition key and can be read consistently. */
  readonly kind: 'local' | 'global';
  /** Projects the fields that lists of records show (shared/records/summaries.ts); all attributes if absent. */
  readonly projectsSummary?: true;
};
export type Table = {
  readonly key: Key;
  readonly indexes: Readonly<Record<string, Index>>;
  /**
   * Attribute with the epoch second at which an item expires. Readers filter by it too, because TTL deletion is
   * delayed.
   */
  readonly expires?: string;
  /**
   * True if a stream with both images is enabled: records update the search table and the back office, audit events
   * cause account notices.
   */
  readonly stream?: boolean;
};

/** Table of records: each list, of a store or a region, by time or by state, is one Query of one index. */
const recordTable = {
  key: { partition: 'store', sort: 'reference' },
  indexes: {
    byStore: { kind: 'local', partition: 'store', sort: 'createdAt', projectsSummary: true },
    byStoreAndState: { kind: 'local', partition: 'store', sort: 'stateAt', projectsSummary: true },
    byRegion: { kind: 'global', partition: 'region', sort: 'createdAt', projectsSummary: true },
    byRegionAndState: { kind: 'global', partition: 'region', sort: 'stateAt', projectsSummary: true },
  },
  expires: 'expiresAt',
  stream: true,
} as const satisfies Table;

/**
 * Keys and indexes of all tables, as infra creates them and the stores query them. Composite keys have these parts:
 *
 * - `store`: `region#storeId`; `user`: `region#sub`; `storeMonth`: `storeId#YYYY-MM`
 * - `id` of users: `region#sub`; of sessions: `region#origin_jti`
 * - `id` of attempts: a hash (attempt counts), `day#date#limit#region#sub` (daily counters), `day#job#region#id` (jobs
 *   already counted), `booking#kind#region#id` (idempotency records), `news#region#sub` (news that a user has seen) or
 *   `emails#region` (last day whose emails were queued)
 * - `event`: `at#id`; `regionState`: `region#state` (disabled, confirmed, invited); `stateAt`: `state#createdAt`
 * - `owner` and `term`: see shared/records/search.ts
 */
export const tables = {
  repairs: recordTable,
  returns: recordTable,
  users: {
    key: { partition: 'id' },
    indexes: {
      byEmail: { kind: 'global', partition: 'region', sort: 'email' },
      byStore: { kind: 'global', partition: 'store', sort: 'email' },
      byState: { kind: 'global', partition: 'regionState', sort: 'email' },
      /** Sparse index: admins only. */
      byAdmin: { kind: 'global', partition: 'adminOf', sort: 'email' },
    },
  },
  audit: {
    key: { partition: 'user', sort: 'event' },
    indexes: { byRegion: { kind: 'global', partition: 'region', sort: 'event' } },
    expires: 'expiresAt',
    stream: true,
  },
  /**
   * Background jobs: a head item (`row` is `head`) and row items per job; the rows of a users file whose import may be
   * started (`draft`, `draft#…`); and for each region a reference to its latest job.
   */
  jobs: { key: { partition: 'job', sort: 'row' }, indexes: {}, expires: 'expiresAt' },
  stores: { key: { partition: 'region', sort: 'storeId' }, indexes: {} },
  /** Only items of the news expire. */
  search: { key: { partition: 'owner', sort: 'term' }, indexes: {}, expires: 'expiresAt' },
  /** Counts of the records that a store booked in a month (lambdas/lib/statistics/counts.ts). */
  statistics: { key: { partition: 'region', sort: 'storeMonth' }, indexes: {}, expires: 'expiresAt' },
  sessions: {
    key: { partition: 'id' },
    indexes: { byUser: { kind: 'global', partition: 'user', sort: 'startedAt' } },
    expires: 'expiresAt',
  },
  attempts: { key: { partition: 'id' }, indexes: {}, expires: 'expiresAt' },
  /** Subscriptions to the daily email. */
  subscriptions: { key: { partition: 'region', sort: 'sub' }, indexes: {} },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];
