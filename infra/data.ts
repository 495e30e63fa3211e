import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Table, TableName } from '#shared/tables.ts';
import { tables } from '#shared/tables.ts';
import { removalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

type IndexName<Name extends TableName> = keyof (typeof tables)[Name]['indexes'] & string;

/** What the portal remembers: the tables of shared/tables.ts, on demand, recoverable to any second of the last 35 days. */
export class Data extends Construct {
  readonly tables: Record<TableName, dynamodb.Table>;

  constructor(scope: Construct, id: string, props: { stage: Stage }) {
    super(scope, id);
    const names = Object.keys(tables) as TableName[];
    this.tables = Object.fromEntries(names.map((name) => [name, makeTable(this, name, props.stage)])) as typeof this.tables;
  }

  /** The function may tell who calls: the caller's row and session, read in one go. */
  grantSession(grantee: iam.IGrantable) {
    this.allow(grantee, ['BatchGetItem'], [this.arnOf('users'), this.arnOf('sessions')]);
  }

  /** The function may begin and end sessions, count failed attempts, read who somebody is and note a new password. */
  grantSignIn(grantee: iam.IGrantable) {
    this.allow(grantee, ['GetItem', 'UpdateItem'], [this.arnOf('users')]);
    this.allow(grantee, ['Query'], [this.indexArn('users', 'byEmail')]);
    // A transaction is authorised by the actions it consists of.
    this.allow(grantee, ['PutItem', 'UpdateItem'], [this.arnOf('sessions')]);
    this.allow(grantee, ['PutItem', 'UpdateItem', 'DeleteItem'], [this.arnOf('attempts')]);
  }

  /** The function may book repairs and list them, a store's or a region's. */
  grantRepairs(grantee: iam.IGrantable) {
    this.allow(grantee, ['PutItem'], [this.arnOf('repairs')]);
    this.allow(grantee, ['Query'], [this.indexArn('repairs', 'byStore'), this.indexArn('repairs', 'byRegion')]);
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
  const { key, indexes, expires }: Table = tables[name];
  const table = new dynamodb.Table(scope, name, {
    partitionKey: text(key.partition),
    ...(key.sort && { sortKey: text(key.sort) }),
    ...(expires && { timeToLiveAttribute: expires }),
    billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: stage.keepsData,
    removalPolicy: removalPolicy(stage),
  });
  for (const [indexName, index] of Object.entries(indexes)) {
    const shape = { indexName, sortKey: text(index.sort), ...projection(index.projects) };
    if (index.kind === 'local') table.addLocalSecondaryIndex(shape);
    else table.addGlobalSecondaryIndex({ ...shape, partitionKey: text(index.partition) });
  }
  return table;
};

const projection = (attributes: readonly string[] | undefined) =>
  attributes
    ? { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: [...attributes] }
    : { projectionType: dynamodb.ProjectionType.ALL };

