import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Portal } from '#scripts/demo/portal.ts';
import { developerKey as credentials } from '#scripts/local-cloud/iam/iam.ts';

type Row = Record<string, unknown>;
type Name = 'users' | 'sessions';

/** The portal's rows, reached past the portal: what an administrator or the passing of time would have done. */
export const rowsOf = ({ endpoints, region }: Portal) => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region, endpoint: endpoints.DYNAMODB, credentials }));
  const tableNamed = async (name: string) => {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    return TableNames.find((candidate) => candidate.toLowerCase().includes(name)) ?? '';
  };
  /** All of a table's rows, in the order of their ids. */
  const read = async (name: Name | 'audit' | 'attempts'): Promise<Row[]> => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: await tableNamed(name) }));
    return Items.toSorted((one, other) => String(one['id']).localeCompare(String(other['id'])));
  };
  /** Puts a row in as it is. */
  const put = async (name: string, Item: Row) => {
    await client.send(new PutCommand({ TableName: await tableNamed(name), Item }));
  };
  return {
    read,
    put,
    change: async (name: Name, matches: (row: Row) => boolean, values: Row) => {
      for (const row of (await read(name)).filter(matches)) await put(name, { ...row, ...values });
    },
    remove: async (name: Name, matches: (row: Row) => boolean) => {
      const TableName = await tableNamed(name);
      for (const { id } of (await read(name)).filter(matches))
        await client.send(new DeleteCommand({ TableName, Key: { id } }));
    },
  };
};
