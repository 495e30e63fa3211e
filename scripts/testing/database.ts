import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '#shared/config/tables.ts';
import { startDatabase } from '../local-cloud/dynamodb/dynoxide.ts';
import { createTemporaryFolder } from '../local-cloud/temporary-folder.ts';
import { createTables } from './tables.ts';

/** DynamoDB call with the capacity units that it consumed. `table` is undefined for calls of several tables. */
export type RecordedCall = { readonly operation: string; readonly table: string | undefined; readonly units: number };

type ConsumedCapacity = { readonly CapacityUnits?: number | undefined };

const sumUnits = (output: object): number => {
  const consumed =
    'ConsumedCapacity' in output
      ? (output.ConsumedCapacity as ConsumedCapacity | readonly ConsumedCapacity[] | undefined)
      : undefined;
  return [consumed].flat().reduce((sum, capacity) => sum + (capacity?.CapacityUnits ?? 0), 0);
};

type Options = { readonly hasStreams?: boolean; readonly maxAttempts?: number };

/** Local cloud's DynamoDB in a temporary folder. */
export type TemporaryDatabase = {
  readonly endpoint: string;
  readonly client: DynamoDB;
  readonly db: DynamoDBDocumentClient;
  /** Runs `work`, and returns the calls that it made. */
  readonly recordCalls: (work: () => Promise<unknown>) => Promise<RecordedCall[]>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the local cloud's DynamoDB with these empty tables, which are deleted when it stops. Its client differs from
 * the functions' client only in its endpoint.
 */
export const startTemporaryDatabase = async (
  names: readonly TableName[],
  { hasStreams = false, maxAttempts = 3 }: Options = {},
): Promise<TemporaryDatabase> => {
  const { path, remove } = createTemporaryFolder();
  // An unexpected exit needs no handling, because the next call fails.
  const { endpoint, stop } = await startDatabase(join(path, 'db.sqlite'), () => {});
  const client = new DynamoDB({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts,
  });
  let calls: RecordedCall[] | undefined;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!calls) return next(args);
        const response = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        calls.push({
          operation: commandName.replace(/Command$/, ''),
          table: 'TableName' in args.input ? args.input.TableName : undefined,
          units: sumUnits(response.output),
        });
        return response;
      },
    { step: 'initialize', name: 'recordConsumedCapacity' },
  );
  await createTables(client, names, hasStreams);
  return {
    endpoint,
    client,
    db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    recordCalls: async (work: () => Promise<unknown>) => {
      const recordedCalls: RecordedCall[] = [];
      calls = recordedCalls;
      await work().finally(() => (calls = undefined));
      return recordedCalls;
    },
    stop: async (): Promise<void> => {
      client.destroy();
      await stop().finally(remove);
    },
  };
};

export const runWithEmptyDatabase = async <Result>(
  work: (database: TemporaryDatabase) => Promise<Result>,
): Promise<Result> => {
  const database = await startTemporaryDatabase(
    ['repairs', 'returns', 'search', 'statistics', 'users', 'sessions', 'attempts'],
    {
      hasStreams: true,
    },
  );
  return work(database).finally(database.stop);
};

/** Lists the audit events of a user, oldest first. */
export const listAuditEvents = async (db: DynamoDBDocumentClient, region: string, sub: string) => {
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName: 'audit',
      KeyConditionExpression: '#user = :user',
      ExpressionAttributeNames: { '#user': 'user' },
      ExpressionAttributeValues: { ':user': `${region}#${sub}` },
    }),
  );
  return Items;
};
