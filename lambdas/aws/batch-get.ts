import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#shared/errors.ts';

type Item = Record<string, unknown>;

/** DynamoDB reads as many at once. */
const mostKeys = 100;

/**
 * The items with these keys (none twice), as they are now, with some of their attributes; in any order, without those that don't exist.
 * What DynamoDB leaves unread is asked for once more; throws ServiceUnavailable when that isn't enough.
 */
export const batchGet = async (
  db: DynamoDBDocumentClient,
  table: string,
  keys: readonly Item[],
  attributes: readonly string[],
): Promise<Item[]> => {
  const shape = {
    ConsistentRead: true,
    ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
  };
  const ask = async (Keys: readonly Item[]) => {
    const { Responses = {}, UnprocessedKeys = {} } = await db.send(
      new BatchGetCommand({ RequestItems: { [table]: { ...shape, Keys: [...Keys] } } }),
    );
    return { items: Responses[table] ?? [], unread: UnprocessedKeys[table]?.Keys ?? [] };
  };
  const askAgain = async (chunk: readonly Item[]) => {
    const first = await ask(chunk);
    if (first.unread.length === 0) return first.items;
    const second = await ask(first.unread);
    if (second.unread.length > 0) throw new AppError('ServiceUnavailable');
    return [...first.items, ...second.items];
  };
  const chunks = Array.from({ length: Math.ceil(keys.length / mostKeys) }, (_, index) =>
    keys.slice(index * mostKeys, (index + 1) * mostKeys),
  );
  return (await Promise.all(chunks.map(askAgain))).flat();
};
