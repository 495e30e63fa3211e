import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { Index, Table, TableName } from '#shared/config/tables.ts';
import { tables } from '#shared/config/tables.ts';
import { findProjectedAttributes } from '#shared/records/summaries.ts';
import type { TableDefinition } from '../local-cloud/dynamodb/tables.ts';
import { ensureTable } from '../local-cloud/dynamodb/tables.ts';

const keySchema = (partition: string, sort: string | undefined) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' as const }]),
];

const indexDefinition = ([IndexName, { partition, sort, projectsSummary }]: [string, Index]) => ({
  IndexName,
  KeySchema: keySchema(partition, sort),
  Projection: projectsSummary
    ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: findProjectedAttributes({ partition, sort }) }
    : { ProjectionType: 'ALL' as const },
});

/** Converts a table of shared/config/tables.ts to a CreateTable input, without its stream unless requested. */
export const toTableDefinition = (TableName: TableName, hasStream = false): TableDefinition => {
  const { key, indexes, stream }: Table = tables[TableName];
  const indexEntries = Object.entries(indexes);
  const names = new Set(
    [key, ...indexEntries.map(([, index]) => index)].flatMap(({ partition, sort }) =>
      sort === undefined ? [partition] : [partition, sort],
    ),
  );
  const [locals, globals] = (['local', 'global'] as const).map((kind) =>
    indexEntries.filter(([, index]) => index.kind === kind).map(indexDefinition),
  );
  return {
    TableName,
    KeySchema: keySchema(key.partition, key.sort),
    AttributeDefinitions: [...names].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    ...(locals?.length && { LocalSecondaryIndexes: locals }),
    ...(globals?.length && { GlobalSecondaryIndexes: globals }),
    ...(hasStream && stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
  };
};

export const createTables = async (
  client: DynamoDB,
  names: readonly TableName[],
  hasStreams = false,
): Promise<void> => {
  for (const name of names) await ensureTable(client, toTableDefinition(name, hasStreams));
};
