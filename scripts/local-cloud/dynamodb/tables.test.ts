import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { closeAfterTests, createTestFolder, buildClientOptions } from '#scripts/local-cloud/testing/cleanup.ts';
import { startDatabase } from './dynoxide.ts';
import { ensureTable } from './tables.ts';
import type { TableDefinition } from './tables.ts';

const buildAttributes = (...names: string[]) =>
  names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));
const buildKeySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
const buildIndex = (IndexName: string, partition: string) => ({
  IndexName,
  KeySchema: buildKeySchema(partition, 'createdAt'),
  Projection: { ProjectionType: 'ALL' as const },
});

const definition: TableDefinition = {
  TableName: 'repairs',
  KeySchema: buildKeySchema('store', 'reference'),
  AttributeDefinitions: buildAttributes('store', 'reference', 'createdAt'),
  LocalSecondaryIndexes: [buildIndex('byStore', 'store')],
};

describe('ensureTable', () => {
  const folder = createTestFolder();
  let client: DynamoDB;

  beforeAll(async () => {
    const { endpoint, stop } = await startDatabase(join(folder, 'db'), () => {});
    closeAfterTests(stop);
    client = new DynamoDB(buildClientOptions(endpoint));
    await ensureTable(client, definition);
  });

  test('adds a stream and keeps its label', async () => {
    const withStream = {
      ...definition,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
    };
    const label = await ensureTable(client, withStream);
    expect(label).toEqual(expect.any(String));
    expect(await ensureTable(client, withStream)).toBe(label);
  });

  test('finds the last change of a table by an index, not by a scan', () => {
    const database = new DatabaseSync(join(folder, 'db'), { readOnly: true });
    const query = 'SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?';
    const [plan] = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all('repairs');
    database.close();
    expect(plan?.['detail']).toContain('USING COVERING INDEX local_cloud_stream_order');
  });

  test.each([
    { LocalSecondaryIndexes: undefined },
    { GlobalSecondaryIndexes: [buildIndex('byReference', 'reference')] },
  ])('rejects changed keys or indexes and names the reset command: %j', async (change) => {
    await expect(ensureTable(client, { ...definition, ...change })).rejects.toThrow('npm start -- --reset');
  });
});
