import { paginateScan } from '@aws-sdk/client-dynamodb';
import type {
  AttributeValue,
  CreateTableCommandInput,
  DynamoDB,
  LocalSecondaryIndexDescription,
  TableDescription,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import type { ResourceType } from '../template/deploy.ts';
import { toPhysicalName } from '../template/deploy.ts';

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

const formatIndex = ({ IndexName, KeySchema, Projection }: Index) =>
  JSON.stringify([IndexName, KeySchema, Projection?.ProjectionType, [...(Projection?.NonKeyAttributes ?? [])].sort()]);

const formatIndexes = (indexes: readonly Index[] | undefined) => (indexes ?? []).map(formatIndex).sort();

/** Formats keys and indexes, to compare whether two tables have the same ones. */
const formatTable = (table: TableDefinition | TableDescription) =>
  JSON.stringify([
    table.KeySchema,
    formatIndexes(table.LocalSecondaryIndexes),
    formatIndexes(table.GlobalSecondaryIndexes),
  ]);

const findTable = async (client: DynamoDB, TableName: string): Promise<TableDescription | undefined> =>
  (await client.describeTable({ TableName }).catch(() => undefined))?.Table;

/**
 * Creates the table, or adds its stream, and returns the stream label. Throws if the existing table differs in a way
 * that requires new data.
 */
export const ensureTable = async (client: DynamoDB, definition: TableDefinition): Promise<string | undefined> => {
  const { timeToLive, ...table } = definition;
  const { TableName, StreamSpecification } = table;
  const existing = await findTable(client, TableName);
  if (existing && formatTable(existing) !== formatTable(definition))
    throw new Error(
      `the table ${TableName} exists with other keys or indexes. Begin with new data: npm start -- --reset`,
    );
  if (!existing) await client.createTable({ ...table, BillingMode: 'PAY_PER_REQUEST' });
  else if (StreamSpecification?.StreamEnabled && !existing.StreamSpecification?.StreamEnabled)
    await client.updateTable({ TableName, StreamSpecification });
  if (!existing && timeToLive) {
    const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
    await client.updateTimeToLive({ TableName, TimeToLiveSpecification });
  }
  return (await findTable(client, TableName))?.LatestStreamLabel;
};

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const indexProperties = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.optional(z.array(z.string())),
  }),
});

const tableProperties = z.object({
  TableName: z.optional(z.string()),
  KeySchema: keySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  LocalSecondaryIndexes: z.optional(z.array(indexProperties)),
  GlobalSecondaryIndexes: z.optional(z.array(indexProperties)),
  StreamSpecification: z.optional(
    z.object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) }),
  ),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.optional(z.string()), Enabled: z.boolean() })),
});

/** Creates the resource type `AWS::DynamoDB::Table`. */
export const createDynamoDbResourceTypes = (client: DynamoDB): Record<string, ResourceType> => ({
  'AWS::DynamoDB::Table': async (resource) => {
    const {
      TableName = toPhysicalName(resource, 255),
      StreamSpecification: stream,
      TimeToLiveSpecification: expiration,
      ...properties
    } = tableProperties.parse(resource.properties);
    const streamLabel = await ensureTable(client, {
      TableName,
      ...properties,
      StreamSpecification: stream && { StreamEnabled: true, ...stream },
      timeToLive: expiration?.Enabled ? expiration.AttributeName : undefined,
    });
    const { region, accountId } = resource.stackContext;
    const arn = `arn:aws:dynamodb:${region}:${accountId}:table/${TableName}`;
    return { ref: TableName, attributes: { Arn: arn, StreamArn: stream && `${arn}/stream/${streamLabel}` } };
  },
});

/**
 * Copy of a table at one time, as in a DynamoDB backup: without stream, TTL, point-in-time recovery and deletion
 * protection.
 */
export type TableCopy = {
  readonly definition: Omit<TableDefinition, 'TableName'>;
  readonly items: readonly Record<string, AttributeValue>[];
};

const toIndexDefinitions = (descriptions: readonly LocalSecondaryIndexDescription[] = []) =>
  descriptions.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }));

/** Copies a table. Throws ResourceNotFoundException. */
export const copyTable = async (client: DynamoDB, TableName: string): Promise<TableCopy> => {
  const { Table } = await client.describeTable({ TableName });
  const { KeySchema, AttributeDefinitions, LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [] } = Table ?? {};
  const items: Record<string, AttributeValue>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    items.push(...Items);
  return {
    definition: {
      KeySchema,
      AttributeDefinitions,
      ...(LocalSecondaryIndexes.length > 0 && { LocalSecondaryIndexes: toIndexDefinitions(LocalSecondaryIndexes) }),
      ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes: toIndexDefinitions(GlobalSecondaryIndexes) }),
    },
    items,
  };
};

/** Limit of BatchWriteItem. */
const maxBatchWrites = 25;

/** Creates a table from a copy. Throws TableAlreadyExistsException, as a restore does. */
export const restoreTable = async (client: DynamoDB, { definition, items }: TableCopy, TableName: string) => {
  if (await findTable(client, TableName))
    throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${TableName}`);
  await ensureTable(client, { ...definition, TableName });
  for (let start = 0; start < items.length; start += maxBatchWrites) {
    const requests = items.slice(start, start + maxBatchWrites).map((Item) => ({ PutRequest: { Item } }));
    await client.batchWriteItem({ RequestItems: { [TableName]: requests } });
  }
  return findTable(client, TableName);
};
