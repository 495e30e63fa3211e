import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type {
  DynamoDBDocumentClient,
  QueryCommandInput,
  BatchGetCommandInput,
  TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { QueryCommand, GetCommand, BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#shared/errors.ts';
import { chunksOf } from './concurrency.ts';

type Key = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;
type Texts = {
  readonly [Name in 'KeyCondition' | 'Condition' | 'Update' | 'Filter' as `${Name}Expression`]?: string;
};

/** DynamoDB's expressions, with what stands in them: `:name` for one of these values, `#name` for an attribute that has a reserved name. */
export const expressions = <Some extends Texts>(texts: Some, values: Values = {}) => {
  const names = Object.values(texts).flatMap((text) => text.match(/#\w+/g) ?? []);
  const valueOf = Object.entries(values).map(([name, value]) => [`:${name}`, value] as const);
  return {
    ...texts,
    ...(names.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [name, name.slice(1)])),
    }),
    ...(valueOf.length > 0 && { ExpressionAttributeValues: Object.fromEntries(valueOf) }),
  };
};

/** A change of an item, where a condition holds: of a command of its own, or of a transaction. */
export const updateItem = (
  TableName: string,
  Key: Key,
  UpdateExpression: string,
  values: Values,
  ConditionExpression?: string,
) => ({
  TableName,
  Key,
  ...expressions({ UpdateExpression, ...(ConditionExpression !== undefined && { ConditionExpression }) }, values),
});

/** An update of what differs between two states of an item, so that it overwrites nothing else that was written meanwhile. Each name can be written with a `#` in the condition. */
export const updateOf = (before: Values, after: Values, ConditionExpression: string, values: Values) => {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const set = names.filter((name) => after[name] !== undefined);
  const removed = names.filter((name) => after[name] === undefined);
  const UpdateExpression = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ].join(' ');
  const written = Object.fromEntries(set.map((name) => [name, after[name]]));
  return expressions({ UpdateExpression, ConditionExpression }, { ...written, ...values });
};

export type Page<Row> = { readonly items: Row[]; readonly hasMore: boolean };

/** At most `limit` items of one Query, fewer where DynamoDB ends at 1 MB. Asks for one more: it doesn't say whether a full page was the last. */
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

/** DynamoDB throttles a batch by leaving keys unread, which the SDK doesn't ask for again. */
const tries = 6;

/** Exponential backoff with full jitter, in ms. */
const pause = (failed: number) => Math.random() * 25 * 2 ** failed;

/** The items of at most 100 keys, by table, in any order. Throws ServiceUnavailable: unread must not look like missing. */
export const batchGetAll = async (db: DynamoDBDocumentClient, requests: Requests) => {
  const found: Record<string, Item[]> = {};
  let unread = requests;
  for (let failed = 0; Object.keys(unread).length > 0; failed += 1) {
    if (failed === tries) throw new AppError('ServiceUnavailable');
    if (failed > 0) await wait(pause(failed));
    const { Responses = {}, UnprocessedKeys = {} } = await db.send(new BatchGetCommand({ RequestItems: unread }));
    for (const [table, items] of Object.entries(Responses)) found[table] = [...(found[table] ?? []), ...items];
    unread = UnprocessedKeys;
  }
  return found;
};

/** Some attributes of an item, for a read that leaves the others where they are. */
export const projectionOf = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
});

/** The items of a table with these keys (none twice), as they are now, with some of their attributes; in any order, without those that don't exist. */
export const batchGet = async (
  db: DynamoDBDocumentClient,
  table: string,
  keys: readonly Item[],
  attributes: readonly string[],
): Promise<Item[]> => {
  const shape = { ConsistentRead: true, ...projectionOf(attributes) };
  // BatchGetItem takes no more keys.
  const found = await Promise.all(chunksOf(keys, 100).map((Keys) => batchGetAll(db, { [table]: { ...shape, Keys } })));
  return found.flatMap((items) => items[table] ?? []);
};

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** What a transaction was cancelled for, item by item; empty for any other error. */
export const reasonsOf = (error: unknown): string[] =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons?.map(({ Code }) => Code ?? '') ?? []) : [];

const passing = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/** An item as it is now; undefined when there is none. */
export const getItem = async (db: DynamoDBDocumentClient, TableName: string, Key: Key): Promise<Item | undefined> =>
  (await db.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

/** All or nothing; tries again on a conflict, which the SDK does not. Throws ServiceUnavailable. `token`: idempotent. */
export const transact = async (db: DynamoDBDocumentClient, TransactItems: TransactItem[], token?: string) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
      return;
    } catch (error) {
      const reasons = reasonsOf(error).filter((reason) => reason !== 'None');
      if (reasons.length === 0 || !reasons.every((reason) => passing.includes(reason))) throw error;
      if (attempt === tries) throw new AppError('ServiceUnavailable', { cause: error });
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
};
