import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expressions } from './expressions.ts';

type Item = Record<string, unknown>;

/**
 * Writes an item where there is none yet; `sort` is the table's sort key. Of any number at once exactly one gets there:
 * the others are answered what stands in their place.
 */
export const putNew = async (
  db: DynamoDBDocumentClient,
  table: string,
  sort: string,
  item: Item,
): Promise<Item | undefined> => {
  try {
    await db.send(
      new PutCommand({
        TableName: table,
        Item: item,
        ...expressions({ ConditionExpression: `attribute_not_exists(#${sort})` }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return unmarshall(error.Item);
  }
};
