import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Portal } from '#scripts/demo/portal.ts';
import { developerKey as credentials } from '#scripts/local-cloud/iam/iam.ts';

type Row = Record<string, unknown>;
/** Tables that tests change. */
type TableName = 'users' | 'sessions';

/** Reads and writes the portal's tables directly, to simulate an administrator's changes or the passing of time. */
export const openTables = ({ endpoints, region }: Portal) => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region, endpoint: endpoints.DYNAMODB, credentials }));
  const findTableName = async (name: string) => {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    return TableNames.find((candidate) => candidate.toLowerCase().includes(name)) ?? '';
  };
  /** Returns all rows of a table, ordered by id. */
  const read = async (name: TableName | 'audit' | 'attempts' | 'subscriptions'): Promise<Row[]> => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: await findTableName(name) }));
    return Items.toSorted((first, second) => String(first['id']).localeCompare(String(second['id'])));
  };
  /** Writes a row unchanged. */
  const put = async (name: string, Item: Row) => {
    await client.send(new PutCommand({ TableName: await findTableName(name), Item }));
  };
  return {
    read,
    put,
    change: async (name: TableName, matches: (row: Row) => boolean, values: Row) => {
      for (const row of (await read(name)).filter(matches)) await put(name, { ...row, ...values });
    },
    remove: async (name: TableName, matches: (row: Row) => boolean) => {
      const tableName = await findTableName(name);
      for (const { id } of (await read(name)).filter(matches))
        await client.send(new DeleteCommand({ TableName: tableName, Key: { id } }));
    },
  };
};
