/**
 * THE tables: keys and indexes, as infra makes them and the stores ask them.
 * `store` is `region#storeId`; `id` is `region#sub` (users), `region#origin_jti` (sessions) or a hash (attempts);
 * `stateAt` is `state#createdAt`; `owner` and `term` are spelled in shared/search.ts.
 */
type Key = { readonly partition: string; readonly sort?: string };
export type Index = Key & {
  readonly sort: string;
  /** Local indexes share the table's partition key and can be read consistently. */
  readonly kind: 'local' | 'global';
  /** Attributes beside the keys; all when absent. */
  readonly projects?: readonly string[];
};
export type Table = {
  readonly key: Key;
  readonly indexes: Readonly<Record<string, Index>>;
  /** Attribute with the epoch second after which an item no longer counts. Readers filter too: deletion lags. */
  readonly expires?: string;
  /** Its changes (both images) feed the search table and the back office. */
  readonly stream?: boolean;
};

/** What a list of repairs shows; a record's timeline and description stay out of its indexes, so that a page costs the same however much happened. */
const returnSummary = [
  'id',
  'rma',
  'state',
  'storeRefNo',
  'storeId',
  'storeName',
  'products',
  'kindsOfProducts',
  'numberOfProducts',
];
const repairSummary = [
  'id',
  'rma',
  'state',
  'storeRefNo',
  'storeId',
  'storeName',
  'product',
  'isOnlyAccessories',
  'accessories',
  'issue',
  'serialNumber',
];

export const tables = {
  repairs: {
    key: { partition: 'store', sort: 'reference' },
    indexes: {
      byStore: { kind: 'local', partition: 'store', sort: 'createdAt', projects: [...repairSummary, 'region'] },
      byStoreAndState: {
        kind: 'local',
        partition: 'store',
        sort: 'stateAt',
        projects: [...repairSummary, 'region', 'createdAt'],
      },
      byRegion: { kind: 'global', partition: 'region', sort: 'createdAt', projects: repairSummary },
      byRegionAndState: {
        kind: 'global',
        partition: 'region',
        sort: 'stateAt',
        projects: [...repairSummary, 'createdAt'],
      },
      /** Sparse: only repairs without an RMA carry `pending`, their region. */
      pending: { kind: 'global', partition: 'pending', sort: 'createdAt', projects: ['id', 'storeRefNo', 'storeId'] },
    },
    stream: true,
  },
  returns: {
    key: { partition: 'store', sort: 'reference' },
    indexes: {
      byStore: { kind: 'local', partition: 'store', sort: 'createdAt', projects: [...returnSummary, 'region'] },
      byStoreAndState: {
        kind: 'local',
        partition: 'store',
        sort: 'stateAt',
        projects: [...returnSummary, 'region', 'createdAt'],
      },
      byRegion: { kind: 'global', partition: 'region', sort: 'createdAt', projects: returnSummary },
      byRegionAndState: {
        kind: 'global',
        partition: 'region',
        sort: 'stateAt',
        projects: [...returnSummary, 'createdAt'],
      },
      /** Sparse: only returns without an RMA carry `pending`, their region. */
      pending: { kind: 'global', partition: 'pending', sort: 'createdAt', projects: ['id', 'storeRefNo', 'storeId'] },
    },
    stream: true,
  },
  users: {
    key: { partition: 'id' },
    indexes: {
      byEmail: { kind: 'global', partition: 'region', sort: 'email' },
      byStore: { kind: 'global', partition: 'store', sort: 'email' },
    },
  },
  /** The stores of a region, as their users' rows name them. */
  stores: { key: { partition: 'region', sort: 'storeId' }, indexes: {} },
  search: { key: { partition: 'owner', sort: 'term' }, indexes: {} },
  sessions: { key: { partition: 'id' }, indexes: {}, expires: 'expiresAt' },
  attempts: { key: { partition: 'id' }, indexes: {}, expires: 'expiresAt' },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
