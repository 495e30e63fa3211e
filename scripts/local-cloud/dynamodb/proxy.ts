import type { RequestListener } from 'node:http';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { createEnforcingProxy } from '../enforcing-proxy.ts';
import type { AccessRequest } from '../iam/evaluate.ts';
import type { Account, Authorizer } from '../iam/iam.ts';
import { copyTable, restoreTable } from './tables.ts';

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null;
const toObjects = (value: unknown): Body[] => (Array.isArray(value) ? value.filter(isObject) : []);
const readMember = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

// IAM authorizes each action within a transaction separately.
const transactActions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
} as const;

/**
 * Returns the partition key for the condition key `dynamodb:LeadingKeys` if the table key is one attribute. A put item
 * does not say which attribute that is; in all tables with such a key it is `id`.
 */
const findLeadingKey = ({ Key, Item }: Body): AccessRequest['context'] => {
  const [value, ...sortKeys] = isObject(Key) ? Object.values(Key) : [readMember(Item, 'id')];
  const text = readMember(value, 'S');
  return typeof text === 'string' && sortKeys.length === 0 ? { 'dynamodb:leadingkeys': text } : undefined;
};

/** Returns the permissions that a DynamoDB call needs; `tablesArn` is the ARN prefix of table names. */
export const findRequiredPermissions = (operation: string, body: Body, tablesArn: string): AccessRequest[] => {
  const toArn = (name: unknown) => (String(name).startsWith('arn:') ? String(name) : `${tablesArn}/${String(name)}`);
  const createPermission = (name: string, resource: string): AccessRequest => ({
    action: `dynamodb:${name}`,
    resource,
  });

  switch (operation) {
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(isObject(body.RequestItems) ? body.RequestItems : {}).map((table) =>
        createPermission(operation, toArn(table)),
      );
    case 'TransactWriteItems':
      return toObjects(body.TransactItems).flatMap((item) =>
        Object.entries(transactActions).flatMap(([kind, action]) => {
          const part = item[kind];
          if (!isObject(part)) return [];
          const context = { 'dynamodb:enclosingoperation': operation, ...findLeadingKey(part) };
          return [{ ...createPermission(action, toArn(part['TableName'])), context }];
        }),
      );
    default: {
      const { TableName, IndexName } = body;
      if (TableName === undefined) return [createPermission(operation, '*')];
      const resource = IndexName === undefined ? toArn(TableName) : `${toArn(TableName)}/index/${String(IndexName)}`;
      const context = findLeadingKey(body);
      return [{ ...createPermission(operation, resource), ...(context && { context }) }];
    }
  }
};

type Options = Authorizer & Account & { readonly endpoint: string; readonly client: DynamoDB };

/**
 * Creates the DynamoDB endpoint for functions and developers, which rejects calls that the caller's policies don't
 * allow.
 */
export const createDynamoDbProxy = ({
  endpoint,
  region,
  accountId,
  client,
  ...authorizer
}: Options): RequestListener => {
  const tablesArn = `arn:aws:dynamodb:${region}:${accountId}:table`;
  const findPermissions = (operation: string, body: Record<string, unknown>) =>
    findRequiredPermissions(operation, body, tablesArn);
  const operations = {
    // Restores the current state, because the database keeps no earlier ones.
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
  // The emulator, dynoxide, uses its own name in place of the region.
  const replaceRegion = (text: string) => text.replaceAll('arn:aws:dynamodb:dynoxide:', `arn:aws:dynamodb:${region}:`);
  const findResponseRewriter = (operation: string) => (operation === 'DescribeTable' ? replaceRegion : undefined);
  const service = {
    name: 'DynamoDB',
    endpoint,
    prefix: 'DynamoDB_20120810.',
    findPermissions,
    operations,
    findResponseRewriter,
  };
  return createEnforcingProxy(service, authorizer);
};
