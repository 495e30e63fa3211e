import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Portal } from '#scripts/demo/portal.ts';

type Row = Record<string, unknown>;

/** The portal's rows, reached past the portal: what an administrator or the passing of time would have done. */
export const rowsOf = ({ endpoints, region }: Portal) => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region,
      endpoint: endpoints.DYNAMODB,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
  const tableNamed = async (name: string) => {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    return TableNames.find((candidate) => candidate.toLowerCase().includes(name)) ?? '';
  };
  const find = async (name: 'users' | 'sessions', matches: (row: Row) => boolean) => {
    const table = await tableNamed(name);
    const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
    return Items.filter(matches).map((row) => ({ TableName: table, Key: { id: row['id'] } }));
  };
  return {
    /** Puts a row in as it is. */
    put: async (name: string, Item: Row) => {
      await client.send(new PutCommand({ TableName: await tableNamed(name), Item }));
    },
    /** All of a table's rows, in the order of their ids. */
    read: async (name: 'users' | 'sessions' | 'audit' | 'attempts'): Promise<Row[]> => {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: await tableNamed(name) }));
      return Items.toSorted((one, other) => String(one['id']).localeCompare(String(other['id'])));
    },
    change: async (name: 'users' | 'sessions', matches: (row: Row) => boolean, values: Row) => {
      const fields = Object.entries(values);
      for (const row of await find(name, matches)) {
        await client.send(
          new UpdateCommand({
            ...row,
            UpdateExpression: `SET ${fields.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
            ExpressionAttributeNames: Object.fromEntries(fields.map(([field], index) => [`#n${index}`, field])),
            ExpressionAttributeValues: Object.fromEntries(fields.map(([, value], index) => [`:v${index}`, value])),
          }),
        );
      }
    },
    remove: async (name: 'users' | 'sessions', matches: (row: Row) => boolean) => {
      for (const row of await find(name, matches)) await client.send(new DeleteCommand(row));
    },
  };
};
