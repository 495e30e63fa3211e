import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '#shared/tables.ts';
import { definitionOf } from '../bench/tables.ts';
import { startDatabase } from '../local-cloud/dynamodb/dynoxide.ts';
import { ensureTable } from '../local-cloud/dynamodb/tables.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { underFates } from './operation.ts';
import { openStream } from './stream.ts';

const used = ['repairs', 'returns', 'search', 'attempts'] as const;
type Used = (typeof used)[number];

type Item = Readonly<Record<string, unknown>>;

/** As many as DynamoDB deletes in one call. */
const mostWrites = 25;

/** The emulated DynamoDB with the tables and streams of records. Its document client is the functions' own but for where it asks, and whom its calls wait for. */
export const openSetting = async () => {
  const { path, remove } = temporaryFolder();
  const { endpoint, stop } = await startDatabase(join(path, 'db.sqlite'), process.env, () => {});
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    // What becomes of a call is said by its fate.
    maxAttempts: 1,
  });
  const stream = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const };
  for (const name of used) {
    const isHeard = 'stream' in tables[name];
    await ensureTable(client, { ...definitionOf(name), ...(isHeard && { StreamSpecification: stream }) });
  }
  const db = DynamoDBDocumentClient.from(underFates(client), { marshallOptions: { removeUndefinedValues: true } });
  const streams = {
    repairs: openStream(client, endpoint, 'repairs'),
    returns: openStream(client, endpoint, 'returns'),
  };

  /** All items of a table. */
  const itemsOf = async (table: Used): Promise<Item[]> =>
    (await db.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items ?? [];

  const emptyTable = async (table: Used): Promise<void> => {
    const key = Object.values(tables[table].key);
    const requests = (await itemsOf(table)).map((item) => ({
      DeleteRequest: { Key: Object.fromEntries(key.map((name) => [name, item[name]])) },
    }));
    for (let at = 0; at < requests.length; at += mostWrites)
      await db.send(new BatchWriteCommand({ RequestItems: { [table]: requests.slice(at, at + mostWrites) } }));
  };

  return {
    db,
    streams,
    itemsOf,
    /** Leaves nothing behind of an earlier run, whatever became of it. */
    empty: async (): Promise<void> => {
      for (const table of used) await emptyTable(table);
      for (const heard of Object.values(streams)) await heard.skip();
    },
    close: async (): Promise<void> => {
      client.destroy();
      await stop();
      remove();
    },
  };
};

export type Setting = Awaited<ReturnType<typeof openSetting>>;
