import { setTimeout as wait } from 'node:timers/promises';
import type { BatchGetCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#shared/errors.ts';
import { chunksOf } from './chunks-of.ts';

type Item = Record<string, unknown>;
type Requests = NonNullable<BatchGetCommandInput['RequestItems']>;

/** DynamoDB reads as many at once. */
const mostKeys = 100;

/** DynamoDB throttles a batch by leaving keys unread, which the SDK doesn't ask for again. */
const tries = 6;

/** Exponential backoff with full jitter, in ms. */
const pause = (failed: number) => Math.random() * 25 * 2 ** failed;

/**
 * The items that one batch of at most 100 keys asks for, by table, in any order. What is left unread is asked for again; throws
 * ServiceUnavailable when that isn't enough, since an unread item must not look like a missing one.
 */
export const batchGetAll = async (
  db: DynamoDBDocumentClient,
  requests: Requests,
): Promise<Readonly<Record<string, Item[]>>> => {
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
  const found = await Promise.all(
    chunksOf(keys, mostKeys).map((Keys) => batchGetAll(db, { [table]: { ...shape, Keys } })),
  );
  return found.flatMap((items) => items[table] ?? []);
};
