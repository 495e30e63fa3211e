import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Index, Table, TableName } from '#shared/config/tables.ts';
import { tableNames, tables } from '#shared/config/tables.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { findProjectedAttributes } from '#shared/records/summaries.ts';
import { toDataRemovalPolicy } from './retention.ts';
import type { Stage } from './stages.ts';

export type StreamedTable = {
  [Name in TableName]: (typeof tables)[Name] extends { readonly stream: true } ? Name : never;
}[TableName];

type GrantTarget = {
  [Name in TableName]: Name | `${Name}/${keyof (typeof tables)[Name]['indexes'] & string}`;
}[TableName];

export type TableGrants = { readonly [Name in GrantTarget]?: readonly string[] };

/** Grants of a function that lists, filters and searches the records of a kind. */
export const createListGrants = (table: RecordKindName): TableGrants => ({
  [`${table}/byStore`]: ['Query'],
  [`${table}/byStoreAndState`]: ['Query'],
  [`${table}/byRegion`]: ['Query'],
  [`${table}/byRegionAndState`]: ['Query'],
  search: ['Query'],
});

export class Data extends Construct {
  readonly tables: Record<TableName, dynamodb.Table>;

  constructor(scope: Construct, id: string, props: { stage: Stage }) {
    super(scope, id);
    this.tables = Object.fromEntries(
      tableNames.map((name) => [name, createTable(this, name, props.stage)]),
    ) as typeof this.tables;
  }

  /** Grants actions on tables and, as `table/index`, on their indexes. */
  grant(grantee: iam.IGrantable, grants: TableGrants) {
    for (const [target, actions] of Object.entries(grants)) this.allow(grantee, target as GrantTarget, actions);
  }

  /** Grants counting a user's daily requests, but no other items of the attempts table. */
  grantDailyLimits(grantee: iam.IGrantable, actions: readonly string[] = ['UpdateItem']) {
    this.allow(grantee, 'attempts', actions, { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['day#*'] } });
  }

  /** Grants reading and writing idempotency records of bookings, but no other items of the attempts table. */
  grantIdempotencyRecords(grantee: iam.IGrantable) {
    const bookingKeys = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['booking#*'] } };
    this.allow(grantee, 'attempts', ['GetItem', 'PutItem'], bookingKeys);
  }

  /** Grants reading and writing what a user has seen of the news, but no other items of the attempts table. */
  grantSeenNews(grantee: iam.IGrantable) {
    const newsKeys = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['news#*'] } };
    this.allow(grantee, 'attempts', ['GetItem', 'UpdateItem'], newsKeys);
  }

  /** Grants reading and writing the last day whose emails were queued, but no other items of the attempts table. */
  grantQueuedDays(grantee: iam.IGrantable) {
    const dayKeys = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['emails#*'] } };
    this.allow(grantee, 'attempts', ['GetItem', 'PutItem'], dayKeys);
  }

  /**
   * Grants appending audit events within a transaction, together with the change they record. No role may write an
   * event alone, which could overwrite another, nor change or delete one.
   */
  grantAuditAppend(grantee: iam.IGrantable) {
    const transactionCondition = {
      'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
    };
    this.allow(grantee, 'audit', ['PutItem'], transactionCondition);
  }

  /** Grants changing users: their rows, an audit event for each change, and the stores they reference. */
  grantDirectory(grantee: iam.IGrantable) {
    this.grant(grantee, {
      users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      'users/byEmail': ['Query'],
      stores: ['GetItem', 'PutItem', 'Query'],
    });
    this.grantAuditAppend(grantee);
  }

  grantStream(grantee: iam.IGrantable, table: StreamedTable) {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`),
      resourceArns: [this.getStreamArn(table)],
    });
  }

  /** Grants the provider reading a return's lines, but not who booked it. */
  grantProvider(grantee: iam.IGrantable) {
    this.allow(grantee, 'returns', ['GetItem'], {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['store', 'reference', 'id', 'storeRefNo', 'lines'] },
      StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    });
  }

  getStreamArn(table: StreamedTable): string {
    const { tableStreamArn } = this.tables[table];
    if (tableStreamArn === undefined) throw new Error(`${table} has no stream`);
    return tableStreamArn;
  }

  private allow(grantee: iam.IGrantable, target: GrantTarget, actions: readonly string[], conditions = {}) {
    const [table, index] = target.split('/') as [TableName, string?];
    const arn = this.tables[table].tableArn;
    iam.Grant.addToPrincipal({
      grantee,
      actions: actions.map((action) => `dynamodb:${action}`),
      resourceArns: [index === undefined ? arn : `${arn}/index/${index}`],
      conditions,
    });
  }
}

const toStringAttribute = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

const createTable = (scope: Construct, name: TableName, stage: Stage) => {
  const { key, indexes, expires, stream }: Table = tables[name];
  // A table restored from a backup has another construct ID, so that CloudFormation keeps the table that it created and imports this one.
  const adoptedName = stage.adoptedTables?.[name];
  const table = new dynamodb.Table(scope, adoptedName === undefined ? name : `${name}-${adoptedName}`, {
    ...(adoptedName !== undefined && { tableName: adoptedName }),
    partitionKey: toStringAttribute(key.partition),
    ...(key.sort && { sortKey: toStringAttribute(key.sort) }),
    ...(expires && { timeToLiveAttribute: expires }),
    ...(stream && { stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES }),
    billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: stage.keepsData,
    removalPolicy: toDataRemovalPolicy(stage),
  });
  for (const [indexName, index] of Object.entries(indexes)) {
    const indexProps = { indexName, sortKey: toStringAttribute(index.sort), ...toProjection(index) };
    if (index.kind === 'local') table.addLocalSecondaryIndex(indexProps);
    else table.addGlobalSecondaryIndex({ ...indexProps, partitionKey: toStringAttribute(index.partition) });
  }
  return table;
};

const toProjection = ({ projectsSummary, ...keys }: Index) =>
  projectsSummary
    ? { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: findProjectedAttributes(keys) }
    : { projectionType: dynamodb.ProjectionType.ALL };
