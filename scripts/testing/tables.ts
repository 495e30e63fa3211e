import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { Index, Table, TableName } from '#shared/config/tables.ts';
import { tables } from '#shared/config/tables.ts';
import { findProjectedAttributes } from '#shared/records/summaries.ts';
import type { TableDefinition } from '../local-cloud/dynamodb/tables.ts';
import { ensureTable } from '../local-cloud/dynamodb/tables.ts';

const toKeySchema = (partition: string, sort: string | undefined) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' as const }]),
];

const toIndexDefinition = ([IndexName, { partition, sort, projectsSummary }]: [string, Index]) => ({
  IndexName,
  KeySchema: toKeySchema(partition, sort),
  Projection: projectsSummary
    ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: findProjectedAttributes({ partition, sort }) }
    : { ProjectionType: 'ALL' as const },
});

/** Converts a table of shared/config/tables.ts to a CreateTable input, without its stream unless requested. */
export const toTableDefinition = (TableName: TableName, hasStream = false): TableDefinition => {
  const { key, indexes, stream }: Table = tables[TableName];
  const indexEntries = Object.entries(indexes);
  const attributeNames = new Set(
    [key, ...indexEntries.map(([, index]) => index)].flatMap(({ partition, sort }) =>
      sort === undefined ? [partition] : [partition, sort],
    ),
  );
  const [localIndexes, globalIndexes] = (['local', 'global'] as const).map((kind) =>
    indexEntries.filter(([, index]) => index.kind === kind).map(toIndexDefinition),
  );
  return {
    TableName,
    KeySchema: toKeySchema(key.partition, key.sort),
    AttributeDefinitions: [...attributeNames].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    ...(localIndexes?.length && { LocalSecondaryIndexes: localIndexes }),
    ...(globalIndexes?.length && { GlobalSecondaryIndexes: globalIndexes }),
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
