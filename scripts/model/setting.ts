import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '#shared/tables.ts';
import { scanAll } from '../records/scan.ts';
import { temporaryDatabase } from '../testing/database.ts';
import { openStream } from '../testing/stream.ts';
import { underFates } from './lanes.ts';

const used = ['repairs', 'returns', 'search', 'attempts'] as const;
type Used = (typeof used)[number];

/** As many as DynamoDB deletes in one call. */
const mostWrites = 25;

/** The emulated DynamoDB with the tables and streams of records. Its document client is the functions' own but for where it asks, and whom its calls wait for. */
export const openSetting = async () => {
  // What becomes of a call is said by its fate.
  const { client, endpoint, db, stop } = await temporaryDatabase(used, { hasStreams: true, maxAttempts: 1 });
  underFates(client);
  const streams = {
    repairs: openStream(client, endpoint, 'repairs'),
    returns: openStream(client, endpoint, 'returns'),
  };

  const itemsOf = (table: Used) => scanAll(db, table);

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
    close: stop,
  };
};

export type Setting = Awaited<ReturnType<typeof openSetting>>;
