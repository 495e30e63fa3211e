type Key = { readonly partition: string; readonly sort?: string };
export type Index = Key & {
  readonly sort: string;
  /** Local indexes share the table's partition key and can be read consistently. */
  readonly kind: 'local' | 'global';
  /** Holds what lists of records show (shared/records/summaries.ts); everything when absent. */
  readonly isOfRecords?: true;
};
export type Table = {
  readonly key: Key;
  readonly indexes: Readonly<Record<string, Index>>;
  /** Attribute with the epoch second after which an item no longer counts. Readers filter too: deletion lags. */
  readonly expires?: string;
  /** Its changes (both images) are heard of: records feed the search table and the back office, events the notices. */
  readonly stream?: boolean;
};

/** A table of records: each list, of a store or a region, by time or by state, is one Query of one index. */
const recordTable = {
  key: { partition: 'store', sort: 'reference' },
  indexes: {
    byStore: { kind: 'local', partition: 'store', sort: 'createdAt', isOfRecords: true },
    byStoreAndState: { kind: 'local', partition: 'store', sort: 'stateAt', isOfRecords: true },
    byRegion: { kind: 'global', partition: 'region', sort: 'createdAt', isOfRecords: true },
    byRegionAndState: { kind: 'global', partition: 'region', sort: 'stateAt', isOfRecords: true },
  },
  expires: 'expiresAt',
  stream: true,
} as const satisfies Table;

/**
 * THE tables: keys and indexes, as infra makes them and the stores ask them.
 * `store` is `region#storeId`; `id` is `region#sub` (users), `region#origin_jti` (sessions), a hash (attempts), `day#date#limit#region#sub` (what counts against a
 * daily limit, among the attempts), `day#job#region#id` (a job that has been counted, among them, too) or `booking#kind#region#id` (claims of a booking's id, among them, too);
 * `user` is `region#sub`; `event` is `at#id`; `regionState` is `region#state` (disabled, confirmed, invited);
 * `stateAt` is `state#createdAt`; `owner` and `term` are spelled in shared/records/search.ts.
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
      /** Sparse: admins only. */
      byAdmin: { kind: 'global', partition: 'adminOf', sort: 'email' },
    },
  },
  audit: {
    key: { partition: 'user', sort: 'event' },
    indexes: { byRegion: { kind: 'global', partition: 'region', sort: 'event' } },
    expires: 'expiresAt',
    stream: true,
  },
  /** Work in the background: a head (`row` is `head`) and its rows; and of each region which job is its latest. */
  jobs: { key: { partition: 'job', sort: 'row' }, indexes: {}, expires: 'expiresAt' },
  stores: { key: { partition: 'region', sort: 'storeId' }, indexes: {} },
  search: { key: { partition: 'owner', sort: 'term' }, indexes: {} },
  sessions: {
    key: { partition: 'id' },
    indexes: { byUser: { kind: 'global', partition: 'user', sort: 'startedAt' } },
    expires: 'expiresAt',
  },
  attempts: { key: { partition: 'id' }, indexes: {}, expires: 'expiresAt' },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];
