import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { RecordKindName } from '#shared/records/record.ts';
import { projectedAttributes } from '#shared/records/summaries.ts';
import type { Index, Table, TableName } from '#shared/tables.ts';
import { tableNames, tables } from '#shared/tables.ts';
import { dataRemovalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

/** The tables whose changes are heard of. */
type StreamedTable = {
  [Name in TableName]: (typeof tables)[Name] extends { readonly stream: true } ? Name : never;
}[TableName];

type IndexName<Name extends TableName> = keyof (typeof tables)[Name]['indexes'] & string;

/** What the portal remembers: the tables of shared/tables.ts, on demand, recoverable to any second of the last 35 days. */
export class Data extends Construct {
  readonly tables: Record<TableName, dynamodb.Table>;

  constructor(scope: Construct, id: string, props: { stage: Stage }) {
    super(scope, id);
    this.tables = Object.fromEntries(
      tableNames.map((name) => [name, makeTable(this, name, props.stage)]),
    ) as typeof this.tables;
  }

  /** The function may tell who calls: the caller's row and session, read in one go. */
  grantSession(grantee: iam.IGrantable) {
    this.allow(grantee, ['BatchGetItem'], [this.arnOf('users'), this.arnOf('sessions')]);
  }

  /** The function may count what a person does in a day, and nothing else that is counted beside it. */
  grantDailyLimits(grantee: iam.IGrantable, actions: readonly string[] = ['UpdateItem']) {
    iam.Grant.addToPrincipal({
      grantee,
      actions: actions.map((action) => `dynamodb:${action}`),
      resourceArns: [this.arnOf('attempts')],
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['day#*'] } },
    });
  }

  /** The function may begin, list and end sessions, count failed attempts, read who somebody is, and note with an event what they change of their own account. */
  grantSignIn(grantee: iam.IGrantable) {
    this.allow(grantee, ['GetItem', 'UpdateItem'], [this.arnOf('users')]);
    this.allowAppending(grantee);
    this.allow(grantee, ['Query'], [this.indexArn('sessions', 'byUser')]);
    // A transaction is authorised by the actions it consists of.
    this.allow(grantee, ['PutItem', 'UpdateItem'], [this.arnOf('sessions')]);
    this.allow(grantee, ['PutItem', 'UpdateItem', 'DeleteItem'], [this.arnOf('attempts')]);
  }

  /** The function may claim the id of what it books, and nothing else that stands beside it. */
  private grantClaims(grantee: iam.IGrantable) {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
      resourceArns: [this.arnOf('attempts')],
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['booking#*'] } },
    });
  }

  /** The function may book, find, correct and withdraw repairs, list and search them, a store's or a region's, read the returns of a device, and look up a store. */
  grantRepairs(grantee: iam.IGrantable) {
    // Withdrawing moves a row: a transaction that deletes one and puts another.
    this.allow(grantee, ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'], [this.arnOf('repairs')]);
    this.allow(grantee, ['BatchGetItem'], [this.arnOf('returns')]);
    this.grantClaims(grantee);
    this.allowLists(grantee, 'repairs');
    this.allow(grantee, ['GetItem'], [this.arnOf('stores')]);
  }

  /** The function may book, find, correct and withdraw returns, list and search them, a store's or a region's, and look up a store. */
  grantReturns(grantee: iam.IGrantable) {
    this.allow(grantee, ['GetItem', 'PutItem', 'DeleteItem'], [this.arnOf('returns')]);
    this.grantClaims(grantee);
    this.allowLists(grantee, 'returns');
    this.allow(grantee, ['GetItem'], [this.arnOf('stores')]);
  }

  /** The function may find the return that a file has become, and those of its serial numbers, and look up a store. */
  grantReturnFiles(grantee: iam.IGrantable) {
    this.allow(grantee, ['Query'], [this.arnOf('search')]);
    this.allow(grantee, ['GetItem'], [this.arnOf('returns'), this.arnOf('stores')]);
  }

  /** The function may list the stores of a region. */
  grantStores(grantee: iam.IGrantable) {
    this.allow(grantee, ['Query'], [this.arnOf('stores')]);
  }

  /** Whoever holds it may change users: their rows, with an event for each change, and the stores they name. Nobody changes an event. */
  grantDirectory(grantee: iam.IGrantable) {
    this.allow(grantee, ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], [this.arnOf('users')]);
    this.allow(grantee, ['Query'], [this.indexArn('users', 'byEmail')]);
    this.allowAppending(grantee);
    this.allow(grantee, ['GetItem', 'PutItem'], [this.arnOf('stores')]);
  }

  /** The function may list users and what happened to them, see and end their sessions, and how many sign-ins have failed. */
  grantUsers(grantee: iam.IGrantable) {
    this.grantDirectory(grantee);
    const lists = ['byStore', 'byState', 'byAdmin'] as const;
    this.allow(
      grantee,
      ['Query'],
      lists.map((index) => this.indexArn('users', index)),
    );
    this.allow(grantee, ['Query'], [this.arnOf('audit'), this.indexArn('audit', 'byRegion')]);
    this.allow(grantee, ['Query'], [this.indexArn('sessions', 'byUser')]);
    this.allow(grantee, ['UpdateItem'], [this.arnOf('sessions')]);
    this.allow(grantee, ['GetItem'], [this.arnOf('attempts')]);
  }

  /** The function may find the users whom a file names, and list the stores of a region. */
  grantUserFiles(grantee: iam.IGrantable) {
    this.allow(grantee, ['Query'], [this.indexArn('users', 'byEmail'), this.arnOf('stores')]);
  }

  /** The function may find the users of an address, and note at one that email does not reach them. */
  grantBounces(grantee: iam.IGrantable) {
    this.allow(grantee, ['Query'], [this.indexArn('users', 'byEmail')]);
    this.allow(grantee, ['UpdateItem'], [this.arnOf('users')]);
  }

  /** The function may begin, see and stop jobs, with an event for each, and find whose invitation has expired. */
  grantJobs(grantee: iam.IGrantable) {
    this.allow(grantee, ['GetItem', 'PutItem', 'UpdateItem', 'Query'], [this.arnOf('jobs')]);
    this.allow(grantee, ['Query'], [this.indexArn('users', 'byState')]);
    this.allowAppending(grantee);
  }

  /** The function may do the rows of jobs: change users, and write down how each row ended. */
  grantJobWork(grantee: iam.IGrantable) {
    this.grantDirectory(grantee);
    this.allow(grantee, ['ConditionCheckItem'], [this.arnOf('users')]);
    this.allow(grantee, ['GetItem', 'UpdateItem', 'ConditionCheckItem'], [this.arnOf('jobs')]);
  }

  /** The function may hear of every change of a table. */
  grantChanges(grantee: iam.IGrantable, table: StreamedTable) {
    this.allow(grantee, ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'], [this.streamOf(table)]);
  }

  /** The function may find the admins of a region. */
  grantAdmins(grantee: iam.IGrantable) {
    this.allow(grantee, ['Query'], [this.indexArn('users', 'byAdmin')]);
  }

  /** The function may keep what records are found by, and find them. */
  grantSearchUpkeep(grantee: iam.IGrantable) {
    this.allow(grantee, ['BatchWriteItem', 'Query'], [this.arnOf('search')]);
  }

  /** The function may enter into a record what the provider's back office reports. */
  grantBackOffice(grantee: iam.IGrantable) {
    this.allow(grantee, ['GetItem', 'PutItem'], [this.arnOf('repairs'), this.arnOf('returns')]);
  }

  /** The function may find out how long records of a region have waited. */
  grantWatch(grantee: iam.IGrantable) {
    const indexes = (['repairs', 'returns'] as const).map((table) => this.indexArn(table, 'byRegionAndState'));
    this.allow(grantee, ['Query'], indexes);
  }

  /** The provider may read a return's lines, and nothing of who booked it. */
  grantProvider(grantee: iam.IGrantable) {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:GetItem'],
      resourceArns: [this.arnOf('returns')],
      conditions: {
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['store', 'reference', 'id', 'storeRefNo', 'lines'] },
        StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
      },
    });
  }

  /** The stream of a table's changes, both images of each. */
  streamOf(table: StreamedTable): string {
    const { tableStreamArn } = this.tables[table];
    if (tableStreamArn === undefined) throw new Error(`${table} has no stream`);
    return tableStreamArn;
  }

  /** All pages of a list: by time, by state, by search. */
  private allowLists(grantee: iam.IGrantable, table: RecordKindName) {
    const lists = ['byStore', 'byStoreAndState', 'byRegion', 'byRegionAndState'] as const;
    this.allow(grantee, ['Query'], [...lists.map((index) => this.indexArn(table, index)), this.arnOf('search')]);
  }

  /** Events are appended together with what they tell of. No role may write one alone, and so over another one, nor change or delete one. */
  private allowAppending(grantee: iam.IGrantable) {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:PutItem'],
      resourceArns: [this.arnOf('audit')],
      conditions: { 'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] } },
    });
  }

  private arnOf(table: TableName) {
    return this.tables[table].tableArn;
  }

  private indexArn<Name extends TableName>(table: Name, index: IndexName<Name>) {
    return `${this.arnOf(table)}/index/${index}`;
  }

  private allow(grantee: iam.IGrantable, actions: readonly string[], resourceArns: string[]) {
    iam.Grant.addToPrincipal({ grantee, actions: actions.map((action) => `dynamodb:${action}`), resourceArns });
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
