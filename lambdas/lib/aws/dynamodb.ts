import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type {
  DynamoDBDocumentClient,
  QueryCommandInput,
  BatchGetCommandInput,
  TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { QueryCommand, GetCommand, BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#shared/api/errors.ts';
import { splitIntoChunks } from './concurrency.ts';

type Key = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;
type Expressions = {
  readonly [Name in 'KeyCondition' | 'Condition' | 'Update' | 'Filter' as `${Name}Expression`]?: string;
};

/** Builds DynamoDB expression parameters: `:name` refers to `values.name`, `#name` to the attribute `name` (needed for reserved words). */
export const buildExpressions = <Some extends Expressions>(texts: Some, values: Values = {}) => {
  const names = Object.values(texts).flatMap((text) => text.match(/#\w+/g) ?? []);
  const valueEntries = Object.entries(values).map(([name, value]) => [`:${name}`, value] as const);
  return {
    ...texts,
    ...(names.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [name, name.slice(1)])),
    }),
    ...(valueEntries.length > 0 && { ExpressionAttributeValues: Object.fromEntries(valueEntries) }),
  };
};

/** Builds the input of an update with an optional condition, for an UpdateCommand or a transaction. */
export const buildUpdate = (
  TableName: string,
  Key: Key,
  UpdateExpression: string,
  values: Values,
  ConditionExpression?: string,
) => ({
  TableName,
  Key,
  ...buildExpressions({ UpdateExpression, ...(ConditionExpression !== undefined && { ConditionExpression }) }, values),
});

/**
 * Builds an update of the attributes that differ between two states of an item, so that concurrent writes to other
 * attributes survive. The condition may refer to any attribute as `#name`.
 */
export const buildDiffUpdate = (oldItem: Values, newItem: Values, ConditionExpression: string, values: Values) => {
  const names = Object.keys({ ...oldItem, ...newItem }).filter(
    (name) => JSON.stringify(oldItem[name]) !== JSON.stringify(newItem[name]),
  );
  const namesToSet = names.filter((name) => newItem[name] !== undefined);
  const namesToRemove = names.filter((name) => newItem[name] === undefined);
  const UpdateExpression = [
    ...(namesToSet.length > 0 ? [`SET ${namesToSet.map((name) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(namesToRemove.length > 0 ? [`REMOVE ${namesToRemove.map((name) => `#${name}`).join(', ')}`] : []),
  ].join(' ');
  const valuesToSet = Object.fromEntries(namesToSet.map((name) => [name, newItem[name]]));
  return buildExpressions({ UpdateExpression, ConditionExpression }, { ...valuesToSet, ...values });
};

export type Page<Row> = { readonly items: Row[]; readonly hasMore: boolean };

/** Returns at most `limit` items of one Query, fewer where DynamoDB stops at 1 MB. Requests one item more, to detect whether a full page is the last. */
export const queryPage = async <Row>(
  db: DynamoDBDocumentClient,
  input: Omit<QueryCommandInput, 'Limit'>,
  limit: number,
  parse: (item: unknown) => Row,
): Promise<Page<Row>> => {
  const { Items = [], LastEvaluatedKey } = await db.send(new QueryCommand({ ...input, Limit: limit + 1 }));
  return { items: Items.slice(0, limit).map(parse), hasMore: Items.length > limit || LastEvaluatedKey !== undefined };
};

type Item = Record<string, unknown>;

type Requests = NonNullable<BatchGetCommandInput['RequestItems']>;

/** Attempts per call. DynamoDB throttles a batch by returning unprocessed keys, which the SDK doesn't retry. */
const maxAttempts = 6;

/** Exponential backoff with full jitter, in ms. */
const calculateBackoffMs = (failures: number) => Math.random() * 25 * 2 ** failures;

/** Returns the items of at most 100 keys, by table, in any order. Throws ServiceUnavailable if keys stay unprocessed, so that they don't look missing. */
export const batchGetAll = async (db: DynamoDBDocumentClient, requests: Requests) => {
  const itemsByTable: Record<string, Item[]> = {};
  let unprocessed = requests;
  for (let failures = 0; Object.keys(unprocessed).length > 0; failures += 1) {
    if (failures === maxAttempts) throw new AppError('ServiceUnavailable');
    if (failures > 0) await wait(calculateBackoffMs(failures));
    const { Responses = {}, UnprocessedKeys = {} } = await db.send(new BatchGetCommand({ RequestItems: unprocessed }));
    for (const [table, items] of Object.entries(Responses))
      itemsByTable[table] = [...(itemsByTable[table] ?? []), ...items];
    unprocessed = UnprocessedKeys;
  }
  return itemsByTable;
};

/** Builds a projection of these attributes. */
export const buildProjection = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
});

/** Reads these attributes of the items with these keys (without duplicates), consistently. Returns them in any order; missing items are left out. */
export const batchGet = async (
  db: DynamoDBDocumentClient,
  table: string,
  keys: readonly Item[],
  attributes: readonly string[],
): Promise<Item[]> => {
  const readOptions = { ConsistentRead: true, ...buildProjection(attributes) };
  // BatchGetItem accepts at most 100 keys.
  const responses = await Promise.all(
    splitIntoChunks(keys, 100).map((Keys) => batchGetAll(db, { [table]: { ...readOptions, Keys } })),
  );
  return responses.flatMap((items) => items[table] ?? []);
};

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Returns the cancellation reason codes of a transaction, one per item; an empty array for any other error. */
export const readCancellationReasons = (error: unknown): string[] =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons?.map(({ Code }) => Code ?? '') ?? []) : [];

const transientReasons = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/** Reads an item consistently; returns undefined if it does not exist. */
export const getItem = async (db: DynamoDBDocumentClient, TableName: string, Key: Key): Promise<Item | undefined> =>
  (await db.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

/** Writes a transaction and retries conflicts and throttling, which the SDK does not. Throws ServiceUnavailable if they persist. A `token` makes it idempotent. */
export const transact = async (db: DynamoDBDocumentClient, TransactItems: TransactItem[], token?: string) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
      return;
    } catch (error) {
      const reasons = readCancellationReasons(error).filter((reason) => reason !== 'None');
      if (reasons.length === 0 || !reasons.every((reason) => transientReasons.includes(reason))) throw error;
      if (attempt === maxAttempts) throw new AppError('ServiceUnavailable', { cause: error });
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
};
