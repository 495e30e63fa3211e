import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { closeAtEnd, freshFolder, reaching } from '#scripts/local-cloud/testing/opened.ts';
import { startDatabase } from './dynoxide.ts';
import { ensureTable } from './tables.ts';
import type { TableDefinition } from './tables.ts';

const attributes = (...names: string[]) =>
  names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));

const definition: TableDefinition = {
  TableName: 'repairs',
  KeySchema: [
    { AttributeName: 'store', KeyType: 'HASH' },
    { AttributeName: 'reference', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: attributes('store', 'reference', 'createdAt'),
  LocalSecondaryIndexes: [
    {
      IndexName: 'byStore',
      KeySchema: [
        { AttributeName: 'store', KeyType: 'HASH' },
        { AttributeName: 'createdAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  timeToLive: 'expiresAt',
};

const byRegion = {
  IndexName: 'byRegion',
  KeySchema: [
    { AttributeName: 'region', KeyType: 'HASH' as const },
    { AttributeName: 'createdAt', KeyType: 'RANGE' as const },
  ],
  Projection: { ProjectionType: 'ALL' as const },
};

const globalIndexes = async (client: DynamoDBClient) =>
  ((await client.send(new DescribeTableCommand({ TableName: 'repairs' }))).Table?.GlobalSecondaryIndexes ?? []).map(
    ({ IndexName }) => IndexName,
  );

describe('tables of the template', () => {
  const folder = freshFolder();
  let client: DynamoDBClient;

  beforeAll(async () => {
    const { endpoint, stop } = await startDatabase(join(folder, 'db'), process.env, () => {});
    closeAtEnd(stop);
    client = new DynamoDBClient(reaching(endpoint));
  });

  test('are made with their indexes, and found again', async () => {
    await ensureTable(client, definition);
    await ensureTable(client, definition);
    expect(
      (await client.send(new DescribeTimeToLiveCommand({ TableName: 'repairs' }))).TimeToLiveDescription,
    ).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' });
  });

  test('gain and lose global indexes', async () => {
    await ensureTable(client, {
      ...definition,
      AttributeDefinitions: attributes('store', 'reference', 'createdAt', 'region'),
      GlobalSecondaryIndexes: [byRegion],
    });
    expect(await globalIndexes(client)).toEqual(['byRegion']);
    await ensureTable(client, definition);
    expect(await globalIndexes(client)).toEqual([]);
  });

  test('gain a stream, and keep it', async () => {
    const withStream = {
      ...definition,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
    };
    const label = await ensureTable(client, withStream);
    expect(label).toEqual(expect.any(String));
    expect(await ensureTable(client, withStream)).toBe(label);
  });

  test('with a stream are written as fast when it is long: the database need not look through it', () => {
    const file = new DatabaseSync(join(folder, 'db'), { readOnly: true });
    const plan = file
      .prepare(
        'EXPLAIN QUERY PLAN SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?',
      )
      .all('repairs');
    file.close();
    expect(plan).toEqual([
      expect.objectContaining({ detail: expect.stringContaining('USING COVERING INDEX local_cloud_stream_order') }),
    ]);
  });

  test('with other keys need new data, and the message says how', async () => {
    await expect(ensureTable(client, { ...definition, LocalSecondaryIndexes: undefined })).rejects.toThrow(
      'npm start -- --reset',
    );
  });
});
