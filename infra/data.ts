import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { RecordKindName } from '#shared/records/record.ts';
import { projectedAttributes } from '#shared/records/summaries.ts';
import type { Index, Table, TableName } from '#shared/tables.ts';
import { tableNames, tables } from '#shared/tables.ts';
import { dataRemovalPolicy } from './retention.ts';
import type { Stage } from './stages.ts';

export type StreamedTable = {
  [Name in TableName]: (typeof tables)[Name] extends { readonly stream: true } ? Name : never;
}[TableName];

type Target = {
  [Name in TableName]: Name | `${Name}/${keyof (typeof tables)[Name]['indexes'] & string}`;
}[TableName];

export type TableGrants = { readonly [Name in Target]?: readonly string[] };

export const lists = (table: RecordKindName): TableGrants => ({
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
      tableNames.map((name) => [name, makeTable(this, name, props.stage)]),
    ) as typeof this.tables;
  }

  /** The role may do this, and nothing else. */
  grant(grantee: iam.IGrantable, grants: TableGrants) {
    for (const [target, actions] of Object.entries(grants)) this.allow(grantee, target as Target, actions);
  }

  /** May count what a person does in a day, and nothing else that is counted beside it. */
  grantDailyLimits(grantee: iam.IGrantable, actions: readonly string[] = ['UpdateItem']) {
    this.allow(grantee, 'attempts', actions, { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['day#*'] } });
  }

  /** May claim the id of what it books and read claims, and nothing else that stands beside them. */
  grantClaims(grantee: iam.IGrantable) {
    const ofBookings = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['booking#*'] } };
    this.allow(grantee, 'attempts', ['GetItem', 'PutItem'], ofBookings);
  }

  /** Events are appended together with what they tell of. No role may write one alone, and so over another one, nor change or delete one. */
  grantAppending(grantee: iam.IGrantable) {
    const together = { 'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] } };
    this.allow(grantee, 'audit', ['PutItem'], together);
  }

  /** Grants changing users: their rows, with an event for each change, and the stores they name. */
  grantDirectory(grantee: iam.IGrantable) {
    this.grant(grantee, {
      users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      'users/byEmail': ['Query'],
      stores: ['GetItem', 'PutItem', 'Query'],
    });
    this.grantAppending(grantee);
  }

  grantChanges(grantee: iam.IGrantable, table: StreamedTable) {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`),
      resourceArns: [this.streamOf(table)],
    });
  }

  /** The provider may read a return's lines, and nothing of who booked it. */
  grantProvider(grantee: iam.IGrantable) {
    this.allow(grantee, 'returns', ['GetItem'], {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['store', 'reference', 'id', 'storeRefNo', 'lines'] },
      StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    });
  }

  streamOf(table: StreamedTable): string {
    const { tableStreamArn } = this.tables[table];
    if (tableStreamArn === undefined) throw new Error(`${table} has no stream`);
    return tableStreamArn;
  }

  private allow(grantee: iam.IGrantable, target: Target, actions: readonly string[], conditions = {}) {
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

const text = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

const makeTable = (scope: Construct, name: TableName, stage: Stage) => {
  const { key, indexes, expires, stream }: Table = tables[name];
  // Under another id, so that CloudFormation lets go of the table that it made (it is kept) and imports this one.
  const adopted = stage.adoptedTables?.[name];
  const table = new dynamodb.Table(scope, adopted === undefined ? name : `${name}-${adopted}`, {
    ...(adopted !== undefined && { tableName: adopted }),
    partitionKey: text(key.partition),
    ...(key.sort && { sortKey: text(key.sort) }),
    ...(expires && { timeToLiveAttribute: expires }),
    ...(stream && { stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES }),
    billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: stage.keepsData,
    removalPolicy: dataRemovalPolicy(stage),
  });
  for (const [indexName, index] of Object.entries(indexes)) {
    const shape = { indexName, sortKey: text(index.sort), ...projection(index) };
    if (index.kind === 'local') table.addLocalSecondaryIndex(shape);
    else table.addGlobalSecondaryIndex({ ...shape, partitionKey: text(index.partition) });
  }
  return table;
};

const projection = ({ isOfRecords, ...keys }: Index) =>
  isOfRecords
    ? { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: projectedAttributes(keys) }
    : { projectionType: dynamodb.ProjectionType.ALL };
