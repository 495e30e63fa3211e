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
import { physicalName } from '../template/deploy.ts';

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

const shapes = (indexes: readonly Index[] | undefined) => (indexes ?? []).map(indexShape).sort();

const shapeOf = (table: TableDefinition | TableDescription) =>
  JSON.stringify([table.KeySchema, shapes(table.LocalSecondaryIndexes), shapes(table.GlobalSecondaryIndexes)]);

const find = async (client: DynamoDB, TableName: string): Promise<TableDescription | undefined> =>
  (await client.describeTable({ TableName }).catch(() => undefined))?.Table;

/** Makes the table, or brings its stream to the definition. Throws when only new data would help. Answers its stream's label. */
export const ensureTable = async (client: DynamoDB, definition: TableDefinition): Promise<string | undefined> => {
  const { timeToLive, ...table } = definition;
  const { TableName, StreamSpecification } = table;
  const existing = await find(client, TableName);
  if (existing && shapeOf(existing) !== shapeOf(definition))
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
  return (await find(client, TableName))?.LatestStreamLabel;
};

const keys = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const index = z.object({
  IndexName: z.string(),
  KeySchema: keys,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.optional(z.array(z.string())),
  }),
});

const table = z.object({
  TableName: z.optional(z.string()),
  KeySchema: keys,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  LocalSecondaryIndexes: z.optional(z.array(index)),
  GlobalSecondaryIndexes: z.optional(z.array(index)),
  StreamSpecification: z.optional(
    z.object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) }),
  ),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.optional(z.string()), Enabled: z.boolean() })),
});

/** `AWS::DynamoDB::Table`. */
export const dynamoDbResources = (client: DynamoDB): Record<string, ResourceType> => ({
  'AWS::DynamoDB::Table': async (resource) => {
    const {
      TableName = physicalName(resource, 255),
      StreamSpecification: stream,
      TimeToLiveSpecification: life,
      ...properties
    } = table.parse(resource.properties);
    const streamLabel = await ensureTable(client, {
      TableName,
      ...properties,
      StreamSpecification: stream && { StreamEnabled: true, ...stream },
      timeToLive: life?.Enabled ? life.AttributeName : undefined,
    });
    const { region, accountId } = resource.place;
    const arn = `arn:aws:dynamodb:${region}:${accountId}:table/${TableName}`;
    return { ref: TableName, attributes: { Arn: arn, StreamArn: stream && `${arn}/stream/${streamLabel}` } };
  },
});

/** A table at one moment, as DynamoDB keeps it apart: without stream, expiry, recovery and protection. */
export type Copy = {
  readonly definition: Omit<TableDefinition, 'TableName'>;
  readonly items: readonly Record<string, AttributeValue>[];
};

const indexes = (all: readonly LocalSecondaryIndexDescription[] = []) =>
  all.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }));

/** Throws ResourceNotFoundException. */
export const copyTable = async (client: DynamoDB, TableName: string): Promise<Copy> => {
  const { Table } = await client.describeTable({ TableName });
  const { KeySchema, AttributeDefinitions, LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [] } = Table ?? {};
  const items: Record<string, AttributeValue>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    items.push(...Items);
  return {
    definition: {
      KeySchema,
      AttributeDefinitions,
      ...(LocalSecondaryIndexes.length > 0 && { LocalSecondaryIndexes: indexes(LocalSecondaryIndexes) }),
      ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes: indexes(GlobalSecondaryIndexes) }),
    },
    items,
  };
};

/** Makes a table of a copy. Throws TableAlreadyExistsException, as a restore does. */
export const restoreTable = async (client: DynamoDB, { definition, items }: Copy, TableName: string) => {
  if (await find(client, TableName))
    throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${TableName}`);
  await ensureTable(client, { ...definition, TableName });
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.batchWriteItem({ RequestItems: { [TableName]: requests } });
  }
  return find(client, TableName);
};
