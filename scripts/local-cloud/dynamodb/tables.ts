import {
  CreateTableCommand,
  DescribeTableCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type {
  AttributeDefinition,
  CreateTableCommandInput,
  DynamoDBClient,
  GlobalSecondaryIndex,
  TableDescription,
} from '@aws-sdk/client-dynamodb';

export type TableDefinition = Pick<
  CreateTableCommandInput,
  | 'TableName'
  | 'KeySchema'
  | 'AttributeDefinitions'
  | 'LocalSecondaryIndexes'
  | 'GlobalSecondaryIndexes'
  | 'StreamSpecification'
> & { readonly TableName: string; readonly timeToLive?: string | undefined };

type Index = {
  IndexName?: string | undefined;
  KeySchema?: unknown;
  Projection?: { ProjectionType?: string | undefined; NonKeyAttributes?: string[] | undefined } | undefined;
};

const indexShape = ({ IndexName, KeySchema, Projection }: Index) =>
  JSON.stringify([IndexName, KeySchema, Projection?.ProjectionType, [...(Projection?.NonKeyAttributes ?? [])].sort()]);

const shapes = (indexes: readonly Index[] | undefined) => (indexes ?? []).map(indexShape).sort().join('\n');

const find = async (client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

const attributesOf = (definitions: readonly AttributeDefinition[] | undefined, { KeySchema }: GlobalSecondaryIndex) =>
  (definitions ?? []).filter(({ AttributeName }) => KeySchema?.some((key) => key.AttributeName === AttributeName));

const update = async (client: DynamoDBClient, existing: TableDescription, wanted: TableDefinition): Promise<void> => {
  const { TableName } = wanted;
  // CloudFormation would replace the table, and its data with it.
  if (
    JSON.stringify(existing.KeySchema) !== JSON.stringify(wanted.KeySchema) ||
    shapes(existing.LocalSecondaryIndexes) !== shapes(wanted.LocalSecondaryIndexes)
  ) {
    throw new Error(
      `the table ${TableName} exists with other keys or local indexes. Begin with new data: npm start -- --reset`,
    );
  }
  const { StreamSpecification } = wanted;
  if (StreamSpecification?.StreamEnabled && !existing.StreamSpecification?.StreamEnabled)
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  const known = new Set((existing.GlobalSecondaryIndexes ?? []).map(indexShape));
  const kept = new Set((wanted.GlobalSecondaryIndexes ?? []).map(indexShape));
  for (const index of existing.GlobalSecondaryIndexes ?? []) {
    if (kept.has(indexShape(index))) continue;
    await client.send(
      new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index.IndexName } }] }),
    );
  }
  for (const index of wanted.GlobalSecondaryIndexes ?? []) {
    if (known.has(indexShape(index))) continue;
    await client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: attributesOf(wanted.AttributeDefinitions, index),
        GlobalSecondaryIndexUpdates: [{ Create: index }],
      }),
    );
  }
};

/** Makes the table, or brings its global indexes and its stream to the definition. Throws when only new data would help. Answers its stream's label. */
export const ensureTable = async (client: DynamoDBClient, definition: TableDefinition): Promise<string | undefined> => {
  const { timeToLive, ...table } = definition;
  const existing = await find(client, table.TableName);
  if (existing) await update(client, existing, definition);
  else {
    await client.send(new CreateTableCommand({ ...table, BillingMode: 'PAY_PER_REQUEST' }));
    if (timeToLive) {
      await client.send(
        new UpdateTimeToLiveCommand({
          TableName: table.TableName,
          TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
        }),
      );
    }
  }
  return (await find(client, table.TableName))?.LatestStreamLabel;
};
