import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '#shared/tables.ts';
import { startDatabase } from '../local-cloud/dynamodb/dynoxide.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { makeTables } from './tables.ts';

/** A call as DynamoDB heard it, with the capacity units that it says it took. */
export type HeardCall = { readonly operation: string; readonly units: number };

type Consumed = { readonly CapacityUnits?: number | undefined };

const unitsOf = (output: object): number => {
  const consumed =
    'ConsumedCapacity' in output ? (output.ConsumedCapacity as Consumed | readonly Consumed[] | undefined) : undefined;
  return [consumed].flat().reduce((sum, one) => sum + (one?.CapacityUnits ?? 0), 0);
};

type Options = { readonly hasStreams?: boolean; readonly maxAttempts?: number };

/** The local cloud's DynamoDB with these tables, empty; it is gone once it is stopped. Its client is the functions' own but for where it asks. */
export const temporaryDatabase = async (
  names: readonly TableName[],
  { hasStreams = false, maxAttempts = 3 }: Options = {},
) => {
  const { path, remove } = temporaryFolder();
  // An end by itself shows in the next call.
  const { endpoint, stop } = await startDatabase(join(path, 'db.sqlite'), () => {});
  const client = new DynamoDB({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts,
  });
  let calls: HeardCall[] | undefined;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!calls) return next(args);
        const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        calls.push({ operation: commandName.replace(/Command$/, ''), units: unitsOf(answer.output) });
        return answer;
      },
    { step: 'initialize', name: 'hearing' },
  );
  await makeTables(client, names, hasStreams);
  return {
    endpoint,
    client,
    db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    heard: async (work: () => Promise<unknown>) => {
      const made: HeardCall[] = [];
      calls = made;
      await work().finally(() => (calls = undefined));
      return made;
    },
    stop: async (): Promise<void> => {
      client.destroy();
      await stop().finally(remove);
    },
  };
};

export type BenchDatabase = Awaited<ReturnType<typeof temporaryDatabase>>;

export const withEmptyDatabase = async <Result>(
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> => {
  const database = await temporaryDatabase(['repairs', 'returns', 'search', 'users', 'sessions', 'attempts'], {
    hasStreams: true,
  });
  return work(database).finally(database.stop);
};

/** What is recorded of a user, first things first. */
export const auditOf = async (db: DynamoDBDocumentClient, region: string, sub: string) => {
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
