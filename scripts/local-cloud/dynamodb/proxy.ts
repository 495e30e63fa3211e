import type { RequestListener } from 'node:http';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { enforcingProxy } from '../enforcing-proxy.ts';
import type { AccessRequest } from '../iam/evaluate.ts';
import type { Account, Gatekeeper } from '../iam/iam.ts';
import { copyTable, restoreTable } from './tables.ts';

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null;
const objects = (value: unknown): Body[] => (Array.isArray(value) ? value.filter(isObject) : []);
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

// A transaction is authorised by what it consists of.
const transactActions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
} as const;

/** Whose rows a call is about, where the table's key is one attribute; `id`, as all of those have it, where an item is put. */
const leadingKey = ({ Key, Item }: Body): AccessRequest['context'] => {
  const [value, ...others] = isObject(Key) ? Object.values(Key) : [member(Item, 'id')];
  const text = member(value, 'S');
  return typeof text === 'string' && others.length === 0 ? { 'dynamodb:leadingkeys': text } : undefined;
};

/** What a DynamoDB call needs, from its operation and body; `tablesArn` is the ARN that table names are put behind. */
export const neededPermissions = (operation: string, body: Body, tablesArn: string): AccessRequest[] => {
  const arn = (name: unknown) => (String(name).startsWith('arn:') ? String(name) : `${tablesArn}/${String(name)}`);
  const permission = (name: string, resource: string): AccessRequest => ({ action: `dynamodb:${name}`, resource });

  switch (operation) {
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(isObject(body.RequestItems) ? body.RequestItems : {}).map((table) =>
        permission(operation, arn(table)),
      );
    case 'TransactWriteItems':
      return objects(body.TransactItems).flatMap((item) =>
        Object.entries(transactActions).flatMap(([kind, action]) => {
          const part = item[kind];
          if (!isObject(part)) return [];
          const context = { 'dynamodb:enclosingoperation': operation, ...leadingKey(part) };
          return [{ ...permission(action, arn(part['TableName'])), context }];
        }),
      );
    default: {
      const { TableName, IndexName } = body;
      if (TableName === undefined) return [permission(operation, '*')];
      const resource = IndexName === undefined ? arn(TableName) : `${arn(TableName)}/index/${String(IndexName)}`;
      const context = leadingKey(body);
      return [{ ...permission(operation, resource), ...(context && { context }) }];
    }
  }
};

type Options = Gatekeeper & Account & { readonly endpoint: string; readonly client: DynamoDB };

/** DynamoDB as functions and developers reach it: what their roles don't allow is refused before the database. */
export const dynamoDbProxy = ({ endpoint, region, accountId, client, ...gatekeeper }: Options): RequestListener => {
  const tablesArn = `arn:aws:dynamodb:${region}:${accountId}:table`;
  const permissions = (operation: string, body: Record<string, unknown>) =>
    neededPermissions(operation, body, tablesArn);
  const operations = {
    // The one moment that the database remembers is now.
    RestoreTableToPointInTime: async ({ SourceTableName, TargetTableName }: Body) => {
      const copy = await copyTable(client, String(SourceTableName));
      return {
        TableDescription: {
          ...(await restoreTable(client, copy, String(TargetTableName))),
          CreationDateTime: undefined,
        },
      };
    },
  };
  // The database knows no regions.
  const inRegion = (text: string) => text.replaceAll('arn:aws:dynamodb:dynoxide:', `arn:aws:dynamodb:${region}:`);
  const rewriteAnswer = (operation: string) => (operation === 'DescribeTable' ? inRegion : undefined);
  const service = { name: 'DynamoDB', endpoint, prefix: 'DynamoDB_20120810.', permissions, operations, rewriteAnswer };
  return enforcingProxy(service, gatekeeper);
};
