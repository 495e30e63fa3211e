import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';

/** Items of a Query, and whether there are more behind them. */
export type Page<Item> = { readonly items: Item[]; readonly hasMore: boolean };

/**
 * At most `limit` items of one Query. Asks for one more than that, since DynamoDB doesn't say whether a full page was the last:
 * nobody turns to an empty one. A page that DynamoDB ends early, at its 1 MB, is shorter and has more behind it.
 */
export const queryPage = async <Item>(
  db: DynamoDBDocumentClient,
  input: Omit<QueryCommandInput, 'Limit'>,
  limit: number,
  parse: (item: unknown) => Item,
): Promise<Page<Item>> => {
  const { Items = [], LastEvaluatedKey } = await db.send(new QueryCommand({ ...input, Limit: limit + 1 }));
  return { items: Items.slice(0, limit).map(parse), hasMore: Items.length > limit || LastEvaluatedKey !== undefined };
};

/** All items of a Query, page after page. */
export const queryAll = async function* (
  db: DynamoDBDocumentClient,
  input: QueryCommandInput,
): AsyncGenerator<Record<string, unknown>[]> {
  let next: QueryCommandInput['ExclusiveStartKey'];
  do {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({ ...input, ...(next && { ExclusiveStartKey: next }) }),
    );
    next = LastEvaluatedKey;
    yield Items;
  } while (next);
};
